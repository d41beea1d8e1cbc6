// Between two people: how long it takes until something may be claimed from one who is away. What it
// shows is made in crates/web/src/game/claims.rs.

import { clockText, ServerTime } from "./clock.js";
import { data, find, show, write } from "./common.js";

const TICK_MS = 1000;

const time = new ServerTime(data("now") ?? Date.now());

function draw() {
  const from = find("#absence")?.dataset.claimFrom;
  if (!from) return;
  const left = Number(from) - time.now();
  show("#absence .waits", left > 0);
  write("#absence .left", clockText(left));
  show("form[data-do=claim]", left <= 0);
}

if (find("#push")) void import("./push.js");
setInterval(draw, TICK_MS);
draw();
