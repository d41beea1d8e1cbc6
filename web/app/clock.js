// The clocks at the seats. The server keeps the time; here it is shown, as the server's own clock would
// show it now.

import { find, words } from "./common.js";

/** @import { Clock, Side } from "../board/types.js" */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Below this a clock shows tenths, and is marked. */
const LOW_MS = 10 * SECOND;
const TICK_MS = 100;

/** @type {Side[]} */
const SIDES = ["white", "black"];

/**
 * A time as a clock shows it: days and hours, or minutes and seconds, to the tenth at the end.
 * @param {number} ms
 * @param {typeof words} say
 * @returns {string}
 */
export function clockText(ms, say = words) {
  const left = Math.max(0, ms);
  if (left >= DAY) return say("app-clock-days", { days: Math.floor(left / DAY), hours: Math.floor((left % DAY) / HOUR) });
  /** @param {number} n */
  const two = (n) => String(Math.floor(n)).padStart(2, "0");
  const seconds = two((left % MINUTE) / SECOND);
  if (left >= HOUR) return `${Math.floor(left / HOUR)}:${two((left % HOUR) / MINUTE)}:${seconds}`;
  const minutes = `${Math.floor(left / MINUTE)}:${seconds}`;
  return left < LOW_MS ? `${minutes}.${Math.floor((left % SECOND) / (SECOND / 10))}` : minutes;
}

/**
 * What a side has left.
 * @param {Clock} clock
 * @param {Side} side
 * @param {number} now by the server's clock
 * @returns {number}
 */
export function timeLeft(clock, side, now) {
  const spent = clock.running === side ? Math.max(0, now - clock.since) : 0;
  return Math.max(0, clock.left[side] - spent);
}

/** The server's clock, as far as it can be known from here. */
export class ServerTime {
  /** @param {number} now what it was when the page was made */
  constructor(now) {
    this.offset = now - performance.now();
    /** The answer that came the quickest says it best. */
    this.quickest = Infinity;
  }

  /**
   * The server said its time in the middle of a question and its answer.
   * @param {number} now
   * @param {number} took
   */
  heard(now, took) {
    if (took > this.quickest) return;
    this.quickest = took;
    this.offset = now + took / 2 - performance.now();
  }

  now() {
    return this.offset + performance.now();
  }
}

/** Shows both clocks, and lets the one that runs go on. */
export class Clocks {
  /** @param {ServerTime} time */
  constructor(time) {
    this.time = time;
    /** @type {Clock | null} */
    this.clock = null;
    this.timer = 0;
  }

  /**
   * @param {Clock | null} clock
   * @param {Side | null} mover
   */
  show(clock, mover) {
    this.clock = clock;
    this.mover = mover;
    clearInterval(this.timer);
    if (!clock) return;
    this.draw();
    if (clock.running || clock.beginBy !== null) this.timer = setInterval(() => this.draw(), TICK_MS);
  }

  draw() {
    const { clock, mover } = this;
    if (!clock) return;
    const now = this.time.now();
    for (const side of SIDES) {
      const place = find(`.seat[data-side=${side}] .clock`);
      if (!place) continue;
      const left = timeLeft(clock, side, now);
      const begins = clock.beginBy !== null && side === mover;
      const text = begins ? words("app-clock-begin", { time: clockText(Math.max(0, (clock.beginBy ?? 0) - now)) }) : clockText(left);
      if (place.textContent !== text) place.textContent = text;
      place.classList.toggle("running", clock.running === side);
      place.classList.toggle("low", clock.running === side && left < LOW_MS);
    }
  }
}

