// A lesson: the board of each step. Every turn is judged by the server, which has the rules, and renders
// what is to be done and whether it was.

import { Board } from "../board/board.js";
import { Sound } from "../board/sound.js";
import { data, find, storage, tell, words, write } from "./common.js";
import { pageAt, renew, why } from "./fragments.js";
import { showAsked, showNear } from "./panel.js";

/** @import { GameEvent, View } from "../board/types.js" */

/**
 * @typedef {object} Step
 * @property {string} path
 * @property {boolean} done
 * @property {GameEvent[]} events
 * @property {string[]} marks the spots that the task speaks of
 * @property {View} view
 */

class Lesson {
  /** @param {HTMLElement} element */
  constructor(element) {
    /** @type {Step} */
    this.step = data("step");
    /** @type {Document | null} the page of what the board shows next */
    this.page = null;
    const sound = new Sound(storage());
    this.board = new Board(element, {
      shape: data("shape"),
      words,
      sound,
      onMove: (move) => void this.play(move),
      onRefused: (spots) => void why(this.step.path, spots).then((reason) => reason && this.board.reason(reason)),
      onChange: () => this.changed(),
      onView: () => renew([this.page?.getElementById("panel")]),
      onHappening: tell,
    });
    this.set(this.step);
    find("#panel")?.addEventListener("click", (e) => void this.follow(e));
  }

  /**
   * Sets the board up for a step.
   * @param {Step} step
   */
  set(step) {
    this.step = step;
    this.board.turn(step.view.you ?? "white");
    showNear(step.view.you ?? "white");
    this.board.set(step.view);
    this.board.point(step.marks);
  }

  /**
   * Another step in place, without loading the page.
   * @param {MouseEvent} e
   */
  async follow(e) {
    const link = e.target;
    if (!(link instanceof HTMLAnchorElement && link.matches("#back, #next")) || e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    const page = await pageAt(link.href);
    /** @type {Step | undefined} */
    const step = page && data("step", page);
    if (!step) {
      location.assign(link.href);
      return;
    }
    this.page = page;
    this.set(step);
    history.replaceState(null, "", step.path);
  }

  /** Another choice: what was said of the one before holds no more. */
  changed() {
    showAsked(this.board);
    if (this.board.chosen.length > 0) write("#hint", "");
  }

  /** @param {string} move */
  async play(move) {
    const asked = this.step;
    write("#hint", "");
    const page = await pageAt(`${asked.path}?move=${encodeURIComponent(move)}`);
    /** @type {Step | undefined} */
    const answer = page && data("step", page);
    if (asked !== this.step) return;
    if (answer) this.page = page;
    if (answer?.done) {
      this.step = answer;
      this.board.show(answer.events, answer.view);
    } else {
      this.board.refused();
      this.board.point(asked.marks);
      if (!answer) write("#hint", words("app-connection-lost"));
    }
  }
}

const element = document.getElementById("board");
if (element) new Lesson(element);
