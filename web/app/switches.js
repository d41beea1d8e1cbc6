// The switches of the menu that only a page with a board offers: quick words, and turning the board.

import { find, words } from "./common.js";

/**
 * @param {string} label
 * @param {boolean} on
 * @param {(on: boolean) => void} change
 * @returns {HTMLButtonElement}
 */
function switchFor(label, on, change) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "switch";
  button.setAttribute("role", "switch");
  button.textContent = label;
  const set = (/** @type {boolean} */ now) => button.setAttribute("aria-checked", String(now));
  button.addEventListener("click", () => {
    const now = button.getAttribute("aria-checked") !== "true";
    set(now);
    change(now);
  });
  set(on);
  return button;
}

/** @param {() => void} turn */
export function addTurnButton(turn) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "plain";
  button.textContent = words("app-turn-board");
  button.addEventListener("click", turn);
  find("#settings")?.append(button);
}

/**
 * A switch that is on until somebody puts it off, which is remembered.
 * @param {string} label
 * @param {string} off the name under which that is kept
 * @param {Storage | undefined} kept
 * @param {(on: boolean) => void} change
 */
export function addRemembered(label, off, kept, change) {
  const on = kept?.getItem(off) == null;
  change(on);
  const set = (/** @type {boolean} */ now) => {
    if (now) kept?.removeItem(off);
    else kept?.setItem(off, "1");
    change(now);
  };
  find("#settings")?.append(switchFor(words(label), on, set));
}
