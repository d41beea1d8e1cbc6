// Between two people: that the other is away, what may be claimed then, and the wish to take a turn
// back. What it shows is made in crates/web/src/game/claims.rs; the game's script tells each view.

import { clockText, ServerTime } from "./clock.js";
import { data, find, show, write } from "./common.js";

/** @import { Side, View } from "../board/types.js" */

const TICK_MS = 1000;
/** @type {Side[]} */
const SIDES = ["white", "black"];

const time = new ServerTime(data("now") ?? Date.now());
/** @type {View} */
let view = data("view");

function draw() {
  const { you, away, claimFrom, undo } = view;
  const other = you === "white" ? "black" : "white";
  const left = claimFrom === null ? 0 : claimFrom - time.now();
  show("#absence", you !== null && away[other] !== null);
  show("#absence .waits", claimFrom !== null && left > 0);
  write("#absence .left", clockText(left));
  show("form[data-do=claim]", claimFrom !== null && left <= 0);
  show("form[data-do=undorespond]", undo.mayAnswer);
  show(".asked-undo", you !== null && undo.askedBy === you);
  for (const side of SIDES) find(`.seat[data-side=${side}]`)?.toggleAttribute("data-away", away[side] !== null);
}

document.addEventListener("merels:view", (e) => {
  if (!(e instanceof CustomEvent)) return;
  view = e.detail;
  draw();
});
if (find("#push")) void import("./push.js");
setInterval(draw, TICK_MS);
draw();
