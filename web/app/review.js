// The review of a game: steps through it, and the card and the marks of the step that is shown. The server
// makes them for every step. While the review is being made, this waits for it.

import { find } from "./common.js";
import { Steps } from "./steps.js";
import "./share.js";

const LOOK_MS = 700;

/** @param {number} ply */
function show(ply) {
  for (const part of document.querySelectorAll("[data-at]")) {
    part.toggleAttribute("hidden", part.getAttribute("data-at") !== String(ply));
  }
}

/** @param {HTMLElement} making */
async function look(making) {
  const headers = { accept: "application/json" };
  const answer = await fetch(String(making.dataset.address), { headers }).catch(() => null);
  const state = await answer?.json().catch(() => null);
  if (!state || state.status === "ready") {
    location.reload();
    return;
  }
  const bar = making.querySelector("progress");
  if (bar) bar.value = state.done;
  setTimeout(() => void look(making), LOOK_MS);
}

const element = document.getElementById("board");
if (element) new Steps(element, show);
const making = find("#making");
if (making) setTimeout(() => void look(making), LOOK_MS);
