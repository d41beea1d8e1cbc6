// Playing a friend from the board: the link is made at once, and its page opens over the board.

import { find } from "./common.js";
import { pageAt } from "./fragments.js";
import { host } from "./sheet.js";

/**
 * Makes the link for what a form has chosen.
 * @param {HTMLFormElement} form
 */
export async function invite(form) {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) body.append(name, String(value));
  const page = await pageAt(form.action, { method: "POST", body });
  const part = page && find("#invite", page);
  // Without a link the server says why on a page of its own.
  if (!part) return form.submit();
  const sheet = document.createElement("dialog");
  sheet.className = "over";
  sheet.setAttribute("aria-labelledby", "invite-title");
  sheet.append(part);
  document.body.append(sheet);
  const close = find("[data-close]", part);
  if (close) {
    close.hidden = false;
    close.addEventListener("click", () => sheet.close());
  }
  sheet.showModal();
  host(part);
}
