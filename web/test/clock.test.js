import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document ??= /** @type {any} */ ({ getElementById: () => null });
const { ServerTime, clockText, timeLeft } = await import("../app/clock.js");

/** @type {import("../board/types.js").Words} */
const say = (_, values = {}) => `${values.days} d ${values.hours} h`;

test("a clock shows days, minutes, and tenths at the end", () => {
  for (const [ms, text] of /** @type {[number, string][]} */ ([
    [300_000, "5:00"],
    [299_999, "4:59"],
    [60_000, "1:00"],
    [10_000, "0:10"],
    [9_999, "0:09.9"],
    [450, "0:00.4"],
    [0, "0:00.0"],
    [-5, "0:00.0"],
    [3_723_000, "1:02:03"],
    [2 * 86_400_000 + 3 * 3_600_000, "2 d 3 h"],
  ])) assert.equal(clockText(ms, say), text);
});

test("only the time of the side to move runs, and never below nothing", () => {
  const clock = { control: "5+5", left: { white: 1000, black: 2000 }, running: /** @type {const} */ ("white"), since: 100, beginBy: null };
  assert.equal(timeLeft(clock, "white", 600), 500);
  assert.equal(timeLeft(clock, "black", 600), 2000);
  assert.equal(timeLeft(clock, "white", 5000), 0);
  assert.equal(timeLeft(clock, "white", 50), 1000);
});

test("the quickest answer says the server's time best", () => {
  const time = new ServerTime(0);
  time.heard(1_000_000, 100);
  assert.ok(Math.abs(time.now() - 1_000_050) < 20);
  time.heard(2_000_000, 900);
  assert.ok(Math.abs(time.now() - 1_000_050) < 20, "a slow answer is not believed");
});
