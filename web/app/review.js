// The review of a game is its replay with more beside it. While it is being made, this waits for it.

import { find } from "./common.js";
import "./replay.js";

const LOOK_MS = 700;

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

const making = find("#making");
if (making) setTimeout(() => void look(making), LOOK_MS);
