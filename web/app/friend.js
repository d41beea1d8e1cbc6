// Playing a friend: what its pages have to say opens over the page that offers it. The link is made at once
// where it is known what to play, else after the one form that asks.

import { find } from "./common.js";
import { pageAt } from "./fragments.js";
import { host } from "./sheet.js";

/**
 * Makes the link for what a form of this page has chosen.
 * @param {HTMLFormElement} form
 */
export async function invite(form) {
  const page = await sent(form);
  // Without a link the server says why on a page of its own.
  if (!show(page)) form.submit();
}

/**
 * Opens the page to play a friend. An address that names the game and nobody to challenge says all.
 * @param {string} address
 */
export async function open(address) {
  let page = await pageAt(address);
  const form = page && find("form.friend", page);
  const { searchParams } = new URL(address);
  if (form instanceof HTMLFormElement && searchParams.has("game") && !searchParams.has("to")) page = await sent(form);
  if (!show(page)) location.assign(address);
}

/**
 * The page that answers a form.
 * @param {HTMLFormElement} form
 */
function sent(form) {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) body.append(name, String(value));
  return pageAt(form.action, { method: "POST", body });
}

/**
 * Shows the link of a page, or its form, over this one.
 * @param {Document | null} page
 * @returns {boolean} whether it has either
 */
function show(page) {
  const part = page && (find("#invite", page) ?? find("form.friend", page));
  if (!part) return false;
  // The words of the sheet, where the page below needs none of its own.
  const words = page.getElementById("words");
  if (words && !document.getElementById("words")) document.body.append(words);
  keepApart(part);
  const sheet = sheetFor(part);
  const close = find("[data-close]", part);
  if (close) {
    close.hidden = false;
    close.addEventListener("click", () => sheet.close());
  }
  if (part instanceof HTMLFormElement) {
    part.addEventListener("submit", (e) => {
      e.preventDefault();
      void invite(part);
    });
  } else {
    host(part);
  }
  return true;
}

/**
 * The one sheet over the page, with this part in it.
 * @param {HTMLElement} part
 */
function sheetFor(part) {
  const shown = document.querySelector("dialog.over");
  const sheet = shown instanceof HTMLDialogElement ? shown : document.createElement("dialog");
  sheet.className = "over";
  const title = find("h1", part);
  if (title) sheet.setAttribute("aria-labelledby", title.id);
  sheet.replaceChildren(part);
  if (!sheet.isConnected) document.body.append(sheet);
  if (!sheet.open) sheet.showModal();
  return sheet;
}

/**
 * Fields whose ids the page below has already get others, so that every label stays with its own.
 * @param {HTMLElement} part
 */
function keepApart(part) {
  for (const field of part.querySelectorAll("input[id], select[id]")) {
    if (!document.getElementById(field.id)) continue;
    const label = find(`label[for="${field.id}"]`, part);
    field.id = `sheet-${field.id}`;
    if (label instanceof HTMLLabelElement) label.htmlFor = field.id;
  }
}
