// What every page's script needs: the data the server put into the page, and finding elements.

import { wordsFrom } from "./words.js";

/** @import { Happening, Side } from "../board/types.js" */

/**
 * The JSON in `<script type="application/json" id=…>`.
 * @param {string} id
 * @param {Document} [page]
 * @returns {any} undefined if the page has none
 */
export function data(id, page = document) {
  const text = page.getElementById(id)?.textContent;
  return text ? JSON.parse(text) : undefined;
}

/** @type {import("../board/types.js").Words} */
export const words = (key, values) => wordsFrom(data("words") ?? {})(key, values);

/**
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {HTMLElement | null}
 */
export function find(selector, within = document) {
  return within.querySelector(selector);
}

/**
 * @param {string} selector
 * @param {string} text
 * @param {ParentNode} [within]
 */
export function write(selector, text, within = document) {
  const element = find(selector, within);
  if (element && element.textContent !== text) element.textContent = text;
}

/**
 * @param {string} selector
 * @param {boolean} shown
 */
export function show(selector, shown) {
  const element = find(selector);
  if (element) element.hidden = !shown;
}

/**
 * Every happening is an event of the page, when it begins and when it is over.
 * @param {Happening | {type: "your-turn", side: Side}} happening
 * @param {"start" | "end"} phase
 */
export function tell(happening, phase) {
  document.dispatchEvent(new CustomEvent("merels:happening", { detail: { ...happening, phase } }));
}

/**
 * Copies an address and says so; where that is not allowed, the address is shown.
 * @param {string} selector
 * @param {string} address
 */
export async function copy(selector, address) {
  const copied = await navigator.clipboard?.writeText(address).then(() => true, () => false);
  write(selector, words(copied ? "app-invite-copied" : "app-invite-address", { address }));
}

/** The browser's storage, where it allows one. */
export function storage() {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

/** Says how the connection is: nothing while it is well. */
export class ConnectionLine {
  constructor() {
    this.timer = 0;
  }

  /** @param {"up" | "down" | "slow" | "signed-out"} state */
  set(state) {
    clearTimeout(this.timer);
    if (state === "up") this.say("");
    else if (state === "slow") this.say(words("app-sending"));
    else if (state === "signed-out") this.signedOut();
    else if (!navigator.onLine) this.say(words("app-offline"));
    else this.timer = setTimeout(() => this.say(words("app-connection-lost")), 1500);
  }

  /** @param {string} text */
  say(text) {
    write("#connection", text);
  }

  signedOut() {
    const link = document.createElement("a");
    link.href = "/login";
    link.textContent = words("app-log-in-again");
    find("#connection")?.replaceChildren(`${words("app-signed-out")} `, link);
  }
}
