// A lesson: the board of each step, what to do on it, and whether it was done. Every turn is judged by
// the server, which has the rules.

import { Board } from "../board/board.js";
import { Sound } from "../board/sound.js";
import { data, find, show, storage, tell, words, write } from "./common.js";
import { showAsked, showNear } from "./panel.js";
import { addSoundSwitch } from "./switches.js";

/** @import { GameEvent, View } from "../board/types.js" */

/**
 * @typedef {object} Step
 * @property {string} path
 * @property {number} number
 * @property {number} total
 * @property {boolean} done
 * @property {string | null} notice why something else was not taken
 * @property {GameEvent[]} events
 * @property {View} view
 */

class Lesson {
  /** @param {HTMLElement} element */
  constructor(element) {
    /** @type {Step} */
    this.step = data("step");
    /** @type {number} the question that was asked last */
    this.asked = 0;
    const sound = new Sound(storage());
    this.board = new Board(element, {
      shape: data("shape"),
      words,
      sound,
      onMove: (move) => void this.play(move),
      onRefused: (spots) => void this.askWhy(spots),
      onChange: () => showAsked(this.board),
      onView: () => this.mark(this.step),
      onHappening: tell,
    });
    this.set(this.step);
    addSoundSwitch(sound);
    for (const id of ["#back", "#next"]) find(id)?.addEventListener("click", (e) => this.follow(e));
  }

  /**
   * Sets the board up for a step.
   * @param {Step} step
   */
  set(step) {
    this.step = step;
    const { number, total, view } = step;
    this.board.turn(view.you ?? "white");
    showNear(view.you ?? "white");
    this.board.set(view);
    write("#number", words("app-lesson-step", { number, total }));
    const progress = find("#progress");
    if (progress instanceof HTMLProgressElement) progress.value = number;
    show("#back", number > 1);
    show("#next", number < total);
    show("#play", number === total);
    this.lead("#back", number - 1);
    this.lead("#next", number + 1);
  }

  /**
   * @param {string} id
   * @param {number} number
   */
  lead(id, number) {
    const link = find(id);
    if (link instanceof HTMLAnchorElement) link.href = this.step.path.replace(/\d+$/, String(number));
  }

  /**
   * Shows whether the step is done.
   * @param {Step} step
   */
  mark({ done, notice }) {
    write("#hint", notice ?? "");
    find("#status")?.classList.toggle("done", done);
    find("#next")?.classList.toggle("primary", done);
  }

  /**
   * Another step in place, without loading the page.
   * @param {MouseEvent} e
   */
  async follow(e) {
    const link = e.currentTarget;
    if (!(link instanceof HTMLAnchorElement) || e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    const step = await ask(link.href);
    if (!step) {
      location.assign(link.href);
      return;
    }
    this.set(step);
    history.replaceState(null, "", step.path);
  }

  /** @param {string} move */
  async play(move) {
    const asked = this.step;
    const answer = await ask(`${asked.path}?move=${encodeURIComponent(move)}`);
    if (asked !== this.step) return;
    if (answer?.done) {
      this.step = answer;
      this.board.show(answer.events, answer.view);
    } else {
      this.step = { ...asked, notice: answer?.notice ?? words("app-connection-lost") };
      this.board.refused();
    }
  }

  /**
   * Why something cannot be chosen only the rules know.
   * @param {string[]} spots
   */
  async askWhy(spots) {
    this.asked += 1;
    const asked = this.asked;
    const answer = await ask(`${this.step.path}?why=${encodeURIComponent(spots.join())}`);
    if (asked === this.asked && answer?.reason) this.board.reason(answer.reason);
  }
}

/**
 * @param {string} address
 * @returns {Promise<any>} null if there is no answer
 */
async function ask(address) {
  const answer = await fetch(address, { headers: { accept: "application/json" } }).catch(() => null);
  return answer?.json().catch(() => null) ?? null;
}

const element = document.getElementById("board");
if (element) new Lesson(element);
