// Choosing what to play: what the choice changes is asked of the server and takes its place, while the
// focus, the scroll and the form stay. Nothing is sent by choosing alone.

import { data, find } from "./common.js";
import { pageAt, renew } from "./fragments.js";

/** What changes the board on show; where there is none only the game does, for its levels. */
const SHOWS = document.getElementById("board")
  ? new Set(["game", "colour", "opponent", "level", "size", "norepeat", "squares", "pawns"])
  : new Set(["game"]);

/** The parts of the page that follow the choice, and the data of its board. */
const PARTS = ["aim", "seat-white", "seat-black", "moment", "level", "strip-on-show", "tools", "online"];
const DATA = ["shape", "view"];

/** The choice that was asked for last: an answer to one before comes too late. */
let asked = 0;

/** @param {HTMLFormElement} form */
async function show(form) {
  const question = (asked += 1);
  const fields = new URLSearchParams();
  // A strip is laid anew when its measures, or the game, change.
  for (const [name, value] of new FormData(form)) if (name !== "strip" && name !== "laid") fields.append(name, String(value));
  const address = `${form.dataset.page ?? "/"}?${fields}`;
  const page = await pageAt(address);
  if (question !== asked) return;
  if (!page?.getElementById("chooser")) {
    location.replace(address);
    return;
  }
  for (const id of DATA) {
    const [shown, fresh] = [document.getElementById(id), page.getElementById(id)];
    if (shown && fresh) shown.textContent = fresh.textContent;
  }
  renew(PARTS.map((id) => page.getElementById(id)));
  document.title = page.title;
  const table = find(".table");
  const near = page.querySelector(".table")?.getAttribute("data-near");
  if (table && near) table.dataset.near = near;
  table?.toggleAttribute("data-shared", page.querySelector(".table[data-shared]") !== null);
  history.replaceState(null, "", address);
  document.dispatchEvent(new CustomEvent("merels:chosen", { detail: data("view") }));
}

const form = document.getElementById("chooser");
if (form instanceof HTMLFormElement) {
  form.addEventListener("submit", (e) => {
    if (new FormData(form).get("opponent") !== "friend") return;
    e.preventDefault();
    void import("./friend.js").then(({ invite }) => invite(form));
  });
  form.addEventListener("change", (e) => {
    const field = e.target;
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement) || !SHOWS.has(field.name)) return;
    if (form.checkValidity()) void show(form);
  });
}
