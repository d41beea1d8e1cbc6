// The part of a page that holds an invitation: copies and shares the link, saves what the host changes, and
// goes to the game once somebody has sat down.

import { ConnectionLine, copy, find } from "./common.js";
import { Connection } from "./connection.js";
import { pageAt, renew } from "./fragments.js";

/** What the server writes anew after a change. */
const PARTS = ["proposal", "host-name", "saved"];

/** @param {HTMLElement} part */
export function host(part) {
  const { invitation } = part.dataset;
  const line = new ConnectionLine();
  // Whoever withdraws it is led on by the answer to that.
  let withdrawn = false;
  find("form[action$='/withdraw']", part)?.addEventListener("submit", () => (withdrawn = true));
  const connection = new Connection({
    onOpen: () => connection.send({ do: "host", invitation }),
    onMessage: (message) => {
      if (message.type === "matched") location.replace(`/game/${encodeURIComponent(message.game)}`);
      // Withdrawn elsewhere, or expired: the server says so.
      if (message.type === "refused" && message.code === "invitation-gone" && !withdrawn) location.replace(`/invite/${invitation}`);
    },
    onState: (state) => line.set(state),
  });
  offerLink(part);
  saveChanges(part);
}

/** @param {HTMLElement} part */
function offerLink(part) {
  const url = find("#link", part)?.textContent ?? location.href;
  const [copying, sharing] = [find("#copy", part), find("#share", part)];
  if (copying) {
    copying.hidden = false;
    copying.addEventListener("click", () => void copy("#invited", url));
  }
  if (sharing && typeof navigator.share === "function") {
    sharing.hidden = false;
    sharing.addEventListener("click", () => void navigator.share({ title: document.title, url }).catch(() => undefined));
  }
}

/** @param {HTMLElement} part */
function saveChanges(part) {
  const form = find("#offer", part);
  if (!(form instanceof HTMLFormElement)) return;
  const button = find("[data-without-script]", form);
  if (button) button.hidden = true;
  const save = async () => {
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(form)) body.append(name, String(value));
    const page = await pageAt(form.action, { method: "POST", body });
    renew(PARTS.map((id) => page?.getElementById(id)));
  };
  form.addEventListener("change", () => void save());
  form.addEventListener("submit", (e) => {
    e.preventDefault();
    void save();
  });
}
