// A run against the clock: one puzzle after the other, until the time or the mistakes are used up. The
// server judges, keeps the time and renders what is told; here the clock is shown going down.

import { Board } from "../board/board.js";
import { Sound } from "../board/sound.js";
import { data, find, storage, tell, words, write } from "./common.js";
import { pageAt, renew, why } from "./fragments.js";
import { clockText } from "./clock.js";
import { showMen, showNear } from "./panel.js";

/** @import { GameEvent, View } from "../board/types.js" */

/**
 * @typedef {object} Run
 * @property {string} path
 * @property {boolean | null} right
 * @property {GameEvent[]} events what the last answer did
 * @property {View | null} view the puzzle to be answered; none if the run is over
 * @property {number} answered
 * @property {number} leftMs
 */

/** An answer is seen for so long before the next puzzle comes. */
const SEEN_MS = 500;
const TICK_MS = 100;

class RunPage {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.ends = 0;
    /** @type {Run} */
    this.run = data("run");
    this.board = new Board(element, {
      shape: data("shape"),
      words,
      near: this.run.view?.you ?? "white",
      sound: new Sound(storage()),
      onMove: (move) => void this.ask({ move, answered: String(this.run.answered) }),
      onRefused: (spots) => void why(this.run.path, spots).then((reason) => reason && this.board.reason(reason)),
      onChange: () => this.board && showMen(this.board.scene),
      onHappening: tell,
    });
    this.set(this.run);
    find("#panel")?.addEventListener("submit", (e) => {
      e.preventDefault();
      void this.ask({});
    });
    setInterval(() => this.tick(), TICK_MS);
  }

  /**
   * Sets up the puzzle that is to be answered.
   * @param {Run} run
   */
  set(run) {
    this.run = run;
    this.ends = performance.now() + run.leftMs;
    if (!run.view) return;
    this.board.turn(run.view.you ?? "white");
    showNear(run.view.you ?? "white");
    this.board.set(run.view);
  }

  /** Shows the time, and asks how the run ended when it is up. */
  tick() {
    if (!this.run.view) return;
    const left = this.ends - performance.now();
    write("#left", clockText(left));
    if (left > 0) return;
    this.run.view = null;
    void pageAt(this.run.path).then((page) => this.show(page));
  }

  /**
   * Begins a run, or answers.
   * @param {Record<string, string>} question
   */
  async ask(question) {
    this.show(await pageAt(this.run.path, { method: "POST", body: new URLSearchParams(question) }));
  }

  /** @param {Document | null} page */
  show(page) {
    /** @type {Run | undefined} */
    const run = page ? data("run", page) : undefined;
    if (!run) write("#hint", words("app-connection-lost"));
    if (!run || (run.right === null && run.answered === this.run.answered && run.view && this.run.view)) {
      this.board.refused();
      renew([page?.getElementById("panel")]);
      return;
    }
    renew([page?.getElementById("panel")]);
    const shown = run.events.at(-1);
    if (!shown || !this.run.view) {
      this.set(run);
      return;
    }
    this.board.show(run.events, { ...this.run.view, version: shown.version, moves: [] });
    this.run = run;
    this.ends = performance.now() + run.leftMs;
    setTimeout(() => this.set(run), SEEN_MS);
  }
}

const element = document.getElementById("board");
if (element) new RunPage(element);
