// One thing after the other: the queue of happenings behind live play, catching up, watching and
// replay. It knows what takes how long and nothing of the board; time is given to it.
//
// A turn waits for its breath, then its happenings follow one another, then it is done. Two turns are
// never in the air at once.

/** @import { Happening } from "./types.js" */

/** How long each happening takes, in milliseconds. */
export const LASTS = {
  placed: 220,
  moved: 220,
  flew: 260,
  "closed-mill": 300,
  "completed-line": 300,
  took: 220,
  captured: 260,
  "moving-began": 0,
  "flies-now": 0,
  ended: 0,
};

/** From the landing of one's own stone until the computer's sets off. */
export const COMPUTER_BREATH = 500;
/** The same for a person, who took the time already. */
export const BREATH = 120;
/** Between two happenings of one turn. */
const PAUSE = 60;
/** More turns than this in the queue are caught up with at this part of the usual time. */
const LIVE_TURNS = 2;
const CATCHING_UP = 0.3;

/**
 * @typedef {object} Turn
 * @property {Happening[]} happenings
 * @property {number} breath how long after the last landing it may begin
 * @property {boolean} [own] whether it was made at this board, by hand
 * @property {() => void} [begin] it is this turn's time, and its breath begins
 * @property {() => void} [done] everything has happened
 *
 * @typedef {object} Clock
 * @property {() => number} now
 * @property {(then: () => void, ms: number) => number} later
 * @property {(timer: number) => void} cancel
 *
 * @typedef {object} Stage
 * @property {(happening: Happening, hurried: boolean) => void} start shows a happening
 * @property {(happening: Happening) => void} end it has happened
 */

/** @type {Clock} */
export const realTime = {
  now: () => performance.now(),
  later: (then, ms) => setTimeout(then, ms),
  cancel: (timer) => clearTimeout(timer),
};

export class Tempo {
  /**
   * @param {Stage} stage
   * @param {Clock} [clock]
   */
  constructor(stage, clock = realTime) {
    this.stage = stage;
    this.clock = clock;
    /** @type {Turn[]} the first is the one that happens now */
    this.turns = [];
    /** @type {Happening[]} what is left of the turn that happens now */
    this.left = [];
    /** @type {Happening | null} */
    this.current = null;
    this.timer = 0;
    this.landed = -Infinity;
    /** The part of the usual time that everything takes; at 0 nothing is waited for. */
    this.pace = 1;
  }

  get busy() {
    return this.turns.length > 0;
  }

  /** Whether anything is left to be shown that was not made at this board. */
  get showsOthers() {
    return this.turns.some((turn) => !turn.own && turn.happenings.length > 0);
  }

  /** @param {Turn} turn */
  push(turn) {
    this.turns.push(turn);
    if (this.turns.length === 1) this.next();
  }

  get factor() {
    return this.turns.length > LIVE_TURNS ? this.pace * CATCHING_UP : this.pace;
  }

  /** Goes on with the first turn of the queue. */
  next() {
    const turn = this.turns[0];
    if (!turn) return;
    turn.begin?.();
    this.left = [...turn.happenings];
    const wait = this.landed + turn.breath * this.factor - this.clock.now();
    if (this.left.length > 0 && wait > 0) this.timer = this.clock.later(() => this.step(), wait);
    else this.step();
  }

  /** The next happening, or the end of the turn. */
  step() {
    this.finish();
    const happening = this.left.shift();
    if (!happening) {
      this.close();
      this.next();
      return;
    }
    this.current = happening;
    this.stage.start(happening, false);
    const lasts = LASTS[happening.type] * this.factor;
    if (lasts > 0) this.timer = this.clock.later(() => this.settle(), lasts);
    else this.step();
  }

  /** A happening is over; the next one follows after a pause. */
  settle() {
    this.finish();
    if (this.left.length > 0) this.timer = this.clock.later(() => this.step(), PAUSE * this.factor);
    else this.step();
  }

  finish() {
    const happening = this.current;
    if (!happening) return;
    this.current = null;
    this.landed = this.clock.now();
    this.stage.end(happening);
  }

  close() {
    this.turns[0]?.done?.();
    this.turns.shift();
  }

  /** Finishes everything at once, in its order. */
  hurry() {
    this.clock.cancel(this.timer);
    while (this.turns.length > 0) {
      this.finish();
      for (const happening of this.left.splice(0)) {
        this.current = happening;
        this.stage.start(happening, true);
        this.finish();
      }
      this.close();
      const turn = this.turns[0];
      turn?.begin?.();
      this.left = [...(turn?.happenings ?? [])];
    }
  }

  /** Forgets everything that has not happened yet. */
  clear() {
    this.clock.cancel(this.timer);
    this.finish();
    this.turns = [];
    this.left = [];
  }
}
