// Parts of a page change places with those of the page as the server makes it now.

import { ConnectionLine, find } from "./common.js";
import { Connection } from "./connection.js";

const AGAIN_MS = 5_000;

/** This page as the server makes it now. */
async function currentPage() {
  const answer = await fetch(location.href, { headers: { accept: "text/html" } }).catch(() => null);
  if (!answer?.ok || answer.redirected) return null;
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

/**
 * Looks at this page again now and then, and at once when the server says that there is news; what has
 * changed takes its place, unless somebody is busy with it. The player is present as long as it is open.
 * @param {string} id of the part that changes
 * @param {boolean} signedIn whether the visitor can have a connection
 */
export function keepUp(id, signedIn) {
  async function look() {
    const page = await currentPage();
    const [now, shown] = [page?.getElementById(id), document.getElementById(id)];
    // Somebody waits at a board: also when another node has brought the two together.
    if (now?.dataset.go && now.dataset.go !== shown?.dataset.go) location.assign(now.dataset.go);
    const busy = shown?.contains(document.activeElement) || shown?.querySelector("details[open]");
    if (now && shown && !busy && now.innerHTML !== shown.innerHTML) shown.replaceWith(now);
  }
  setInterval(() => document.hidden || void look(), AGAIN_MS);
  if (!signedIn) return;
  const line = new ConnectionLine();
  new Connection({
    onOpen: () => {},
    onMessage: (message) => {
      if (message.type === "matched") location.assign(`/game/${encodeURIComponent(message.game)}`);
      if (message.type === "news") void look();
    },
    onState: (state) => line.set(state),
  });
}

/** With the first move a visitor became somebody: the page says so as it will when it is loaded again. */
export async function showWhoPlays() {
  const page = await currentPage();
  for (const part of ["body > header nav", ".seat[data-side=white] .who", ".seat[data-side=black] .who"]) {
    const now = page?.querySelector(part);
    if (now) find(part)?.replaceChildren(...now.childNodes);
  }
}

/** How one does now and which level comes next the server knows; what is there keeps its place. */
export async function showAftermath() {
  const page = await currentPage();
  const [now, shown] = [page?.getElementById("result"), document.getElementById("result")];
  if (!now || !shown || shown.querySelector(".record")) return;
  const [record, next] = [now.querySelector(".record"), now.querySelector("form[action='/play']")];
  if (record) shown.querySelector(".decided")?.after(record);
  if (next) shown.querySelector(".after")?.append(next);
}
