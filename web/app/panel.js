// The seats at the board's edges and the panel beside it: players, status, result, buttons, log. The
// server renders them; here is what follows from the board as well, and what comes bit by bit.

import { find, words, write } from "./common.js";
import { parsed, renew } from "./fragments.js";

/** @import { GameEvent, Side, View } from "../board/types.js" */
/** @import { Board } from "../board/board.js" */
/** @import { Scene } from "../board/scene.js" */

/** @type {Side[]} */
const SIDES = ["white", "black"];
const plainTitle = document.title;

/** Whether two people share this screen: then nobody knows which of them is looking. */
export const isShared = () => find(".table")?.dataset.shared !== undefined;

/**
 * The seats, the result and the buttons, as the server rendered them for this view; and the title.
 * @param {View} view
 */
export function showView(view) {
  if (view.panel) renew(parsed(view.panel).body.children);
  showTurn(view.toMove);
  // Nobody waits for a turn of a game that has not begun.
  const yours = view.game !== "" && view.you !== null && view.toMove === view.you && !isShared();
  document.title = yours ? `● ${words("app-your-turn-title")} – ${plainTitle}` : plainTitle;
}

/**
 * Marks whose turn it is.
 * @param {Side | null} side
 */
export function showTurn(side) {
  for (const each of SIDES) {
    const seat = find(`.seat[data-side=${each}]`);
    if (each === side) seat?.setAttribute("aria-current", "true");
    else seat?.removeAttribute("aria-current");
  }
}

/**
 * The men at the seats: those in hand, and those that were taken from the other side.
 * @param {Pick<Scene, "hand" | "captured">} scene
 */
export function showMen({ hand, captured }) {
  if (!hand || !captured) return;
  for (const side of SIDES) {
    const place = find(`.seat[data-side=${side}] .men`);
    const other = side === "white" ? "black" : "white";
    const stones = [...Array(hand[side]).fill(side), ...Array(captured[other]).fill(`${other} taken`)];
    const shown = place && [...place.children].map((man) => man.className);
    if (!place || shown?.join() === stones.join()) continue;
    place.replaceChildren(...stones.map((name) => {
      const man = document.createElement("i");
      man.className = name;
      return man;
    }));
  }
}

/**
 * Whose seat and men are near.
 * @param {Side} side
 */
export function showNear(side) {
  const table = find(".table");
  if (table) table.dataset.near = side;
}

/** How long quick words stand at the seat of who said them. */
const SAID_MS = 6_000;

/** @param {{side: Side, words: string}} said */
function showSaid({ side, words: text }) {
  const place = find(`.seat[data-side=${side}] .said`);
  if (!place) return;
  place.textContent = text;
  setTimeout(() => place.textContent === text && (place.textContent = ""), SAID_MS);
}

/**
 * What follows from the board as well as from the view: the line that says what to do, and the
 * selectors for what is asked now.
 * @param {Board} board
 */
export function showAsked(board) {
  const { view, draft, asked } = board;
  showMen(board.scene);
  if (!view) return;
  const other = view.toMove === "white" ? "black" : "white";
  if (draft && !view.draft) write("#status", words(`app-take-${other}`));
  else if (board.sent === null && !board.tempo.showsOthers) write("#status", view.status);
  for (const form of document.querySelectorAll("form.selectors")) {
    if (!(form instanceof HTMLFormElement)) continue;
    const ask = form.dataset.ask;
    form.hidden = ask === "text" ? asked.size === 0 : ![...asked].some((a) => a === ask);
  }
}

/**
 * Says quietly that another game is ready; this one goes on as long as the player likes.
 * @param {string} game
 */
export function showMatched(game) {
  const link = document.createElement("a");
  link.href = `/game/${encodeURIComponent(game)}`;
  link.textContent = words("app-matched-go");
  find("#matched")?.replaceChildren(`${words("app-matched")} `, link);
}

/** Whoever uses the keyboard stops at the log only when there is something to scroll. */
export function watchLog() {
  const box = find(".log");
  if (!box) return;
  const look = () => (box.tabIndex = box.scrollHeight > box.clientHeight ? 0 : -1);
  const sizes = new ResizeObserver(look);
  sizes.observe(box);
  const log = find("#log");
  if (log) sizes.observe(log);
}

/**
 * Adds what happened to the log; an event that is there already is not added again.
 * @param {GameEvent[]} events
 */
export function addEvents(events) {
  const log = find("#log");
  if (!log) return;
  const known = Number(log.dataset.version ?? 0);
  for (const event of events.filter((e) => e.version > known)) {
    if (event.said) showSaid(event.said);
    for (const sentence of event.words) {
      const line = document.createElement("li");
      line.textContent = sentence;
      if (event.said) line.dataset.said = "";
      log.append(line);
    }
    log.dataset.version = String(event.version);
  }
  const box = log.closest(".log");
  // Its end, as the box is turned round.
  if (box) box.scrollTop = 0;
}
