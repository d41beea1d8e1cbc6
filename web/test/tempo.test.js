import assert from "node:assert/strict";
import { test } from "node:test";
import { BREATH, COMPUTER_BREATH, LASTS, Tempo } from "../board/tempo.js";

/** Time that goes on only when it is told to. */
class FakeClock {
  constructor() {
    this.time = 0;
    this.timers = new Map();
    this.last = 0;
    this.now = () => this.time;
    this.later = (then, ms) => {
      this.last += 1;
      this.timers.set(this.last, { at: this.time + ms, then });
      return this.last;
    };
    this.cancel = (timer) => this.timers.delete(timer);
  }

  run() {
    while (this.timers.size > 0) {
      const [[id, { at, then }]] = [...this.timers].sort((a, b) => a[1].at - b[1].at);
      this.timers.delete(id);
      this.time = Math.max(this.time, at);
      then();
    }
  }
}

function stage() {
  const clock = new FakeClock();
  const told = [];
  const tempo = new Tempo({
    start: (h, hurried) => told.push({ at: clock.time, what: `${h.type} starts`, hurried }),
    end: (h) => told.push({ at: clock.time, what: `${h.type} ends` }),
  }, clock);
  return { clock, told, tempo, words: () => told.map((t) => t.what) };
}

const placed = { type: "placed", side: "white", to: "a1" };
const answer = { type: "placed", side: "black", to: "d1" };
const mill = { type: "closed-mill", side: "black", lines: [["a1", "d1", "g1"]] };
const took = { type: "took", side: "black", at: "a1" };

test("one thing happens after the other, in the order it is told", () => {
  const { clock, tempo, words } = stage();
  tempo.push({ happenings: [placed], breath: 0, own: true });
  tempo.push({ happenings: [answer, mill, took], breath: COMPUTER_BREATH });
  clock.run();
  assert.deepEqual(words(), [
    "placed starts", "placed ends", "placed starts", "placed ends",
    "closed-mill starts", "closed-mill ends", "took starts", "took ends",
  ]);
});

test("the computer's stone sets off no sooner than half a second after yours has landed", () => {
  const { clock, told, tempo } = stage();
  tempo.push({ happenings: [placed], breath: 0, own: true });
  clock.time = 20;
  tempo.push({ happenings: [answer], breath: COMPUTER_BREATH });
  clock.run();
  assert.equal(told[1].at, LASTS.placed);
  assert.ok(told[2].at - told[1].at >= 500, `${told[2].at - told[1].at} ms`);
});

test("an answer that took its time does not wait on", () => {
  const { clock, told, tempo } = stage();
  tempo.push({ happenings: [placed], breath: 0, own: true });
  clock.run();
  clock.time = 5000;
  tempo.push({ happenings: [answer], breath: BREATH });
  assert.equal(told[2].at, 5000);
});

test("a click hurries everything to its end, in the same order", () => {
  const { tempo, words } = stage();
  const done = [];
  tempo.push({ happenings: [placed], breath: 0, own: true, done: () => done.push("mine") });
  tempo.push({ happenings: [answer, took], breath: COMPUTER_BREATH, done: () => done.push("theirs") });
  assert.ok(tempo.showsOthers);
  tempo.hurry();
  assert.deepEqual(words(), ["placed starts", "placed ends", "placed starts", "placed ends", "took starts", "took ends"]);
  assert.deepEqual(done, ["mine", "theirs"]);
  assert.ok(!tempo.busy);
});

test("where a clock runs a turn is all there at once, in its order, and leaves nothing to hurry", () => {
  const { clock, tempo, words } = stage();
  tempo.pace = 0;
  const done = [];
  tempo.push({ happenings: [placed], breath: 0, own: true });
  tempo.push({ happenings: [answer, mill, took], breath: COMPUTER_BREATH, done: () => done.push("theirs") });
  assert.deepEqual(words(), [
    "placed starts", "placed ends", "placed starts", "placed ends",
    "closed-mill starts", "closed-mill ends", "took starts", "took ends",
  ]);
  assert.deepEqual(done, ["theirs"]);
  assert.ok(!tempo.busy && !tempo.showsOthers);
  assert.equal(clock.timers.size, 0);
});

test("what was hurried leaves no timer behind", () => {
  const { clock, told, tempo } = stage();
  tempo.push({ happenings: [placed, took], breath: 0 });
  tempo.hurry();
  const before = told.length;
  clock.run();
  assert.equal(told.length, before);
});

test("many turns are caught up with faster, never two at once", () => {
  const slow = stage();
  slow.tempo.push({ happenings: [answer], breath: COMPUTER_BREATH });
  slow.clock.run();
  const { clock, told, tempo } = stage();
  for (let i = 0; i < 10; i += 1) tempo.push({ happenings: [i % 2 ? answer : placed], breath: COMPUTER_BREATH });
  clock.run();
  assert.equal(told.length, 20);
  assert.ok(told.every((t, i) => t.what === (i % 2 ? "placed ends" : "placed starts")));
  assert.ok(clock.time < 10 * (LASTS.placed + COMPUTER_BREATH) * 0.6);
});

test("a turn that is pushed when another is done follows it", () => {
  const { clock, tempo, words } = stage();
  tempo.push({ happenings: [placed], breath: 0, done: () => tempo.push({ happenings: [took], breath: 0 }) });
  clock.run();
  assert.deepEqual(words(), ["placed starts", "placed ends", "took starts", "took ends"]);
});
