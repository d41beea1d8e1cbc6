// What every page's script needs: the data the server put into the page, and finding elements.

import { wordsFrom } from "./words.js";

/**
 * The JSON in `<script type="application/json" id=…>`.
 * @param {string} id
 * @returns {any} undefined if the page has none
 */
export function data(id) {
  const text = document.getElementById(id)?.textContent;
  return text ? JSON.parse(text) : undefined;
}

export const words = wordsFrom(data("words") ?? {});

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

/** Says when the connection is lost, and takes it back when it is there again. */
export class ConnectionLine {
  constructor() {
    this.timer = 0;
  }

  /** @param {boolean} up */
  set(up) {
    clearTimeout(this.timer);
    if (up) write("#connection", "");
    else this.timer = setTimeout(() => write("#connection", words("app-connection-lost")), 1500);
  }
}
