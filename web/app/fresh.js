// What a game's page learns from the page as the server would make it now: who plays, and how one does.

import { find } from "./common.js";

/** The page of this game as the server makes it now. */
async function freshPage() {
  const answer = await fetch(location.href, { headers: { accept: "text/html" } }).catch(() => null);
  return answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
}

/** With the first move a visitor became somebody: the page says so as it will when it is loaded again. */
export async function showWhoPlays() {
  const page = await freshPage();
  if (!page) return;
  for (const part of ["body > header nav", ".seat[data-side=white] .who", ".seat[data-side=black] .who"]) {
    const now = page.querySelector(part);
    if (now) find(part)?.replaceChildren(...now.childNodes);
  }
}

/** How one does now and which level comes next the server knows; what is there keeps its place. */
export async function showAftermath() {
  const page = await freshPage();
  if (!page) return;
  const [now, shown] = [page.getElementById("result"), document.getElementById("result")];
  if (!now || !shown || shown.querySelector(".record")) return;
  const [record, next] = [now.querySelector(".record"), now.querySelector("form[action='/play']")];
  if (record) shown.querySelector(".decided")?.after(record);
  if (next) shown.querySelector(".after")?.append(next);
}
