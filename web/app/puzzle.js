// A puzzle: a board, a question, and what comes of the answer, which the server knows.

import { Board } from "../board/board.js";
import { Sound } from "../board/sound.js";
import { data, find, show, storage, tell, words, write } from "./common.js";
import { addSoundSwitch } from "./switches.js";

/** @import { GameEvent, View } from "../board/types.js" */

/**
 * @typedef {object} Shown
 * @property {string} path
 * @property {boolean | null} solved
 * @property {string | null} notice
 * @property {GameEvent[]} events
 * @property {View} view
 * @property {string} record
 * @property {string} themes
 */

class Puzzle {
  /** @param {HTMLElement} element */
  constructor(element) {
    /** @type {Shown} */
    this.start = data("puzzle");
    const sound = new Sound(storage());
    this.board = new Board(element, {
      shape: data("shape"),
      words,
      near: this.start.view.you ?? "white",
      sound,
      onMove: (move) => void this.ask({ move }),
      onRefused: (spots) => void this.askWhy(spots),
      onHappening: tell,
    });
    this.board.set(this.start.view);
    addSoundSwitch(sound);
    find("#again")?.addEventListener("click", (e) => this.again(e));
    find("#solution")?.addEventListener("submit", (e) => {
      e.preventDefault();
      void this.ask({ solution: "yes" });
    });
  }

  /** @param {MouseEvent} e */
  again(e) {
    e.preventDefault();
    this.board.set(this.start.view);
    this.say({ ...this.start, solved: null, notice: null, themes: "" });
  }

  /**
   * What comes of a move, or the solution.
   * @param {Record<string, string>} question
   */
  async ask(question) {
    const body = new URLSearchParams(question);
    const headers = { accept: "application/json" };
    const answer = await fetch(this.start.path, { method: "POST", body, headers }).catch(() => null);
    /** @type {Shown | null} */
    const shown = (await answer?.json().catch(() => null)) ?? null;
    if (!shown || shown.solved === null) {
      this.board.refused();
      write("#hint", shown?.notice ?? words("app-connection-lost"));
      return;
    }
    const gaveUp = "solution" in question;
    if (gaveUp) this.board.set(this.start.view);
    this.board.show(shown.events, shown.view);
    this.say(shown, shown.solved === true || gaveUp);
  }

  /**
   * @param {Shown} shown
   * @param {boolean} over whether the solution is known
   */
  say({ solved, notice, record, themes }, over = false) {
    write("#hint", notice ?? "");
    write("#themes", themes);
    if (solved !== null) write("#record", record);
    find("#hint")?.classList.toggle("done", solved === true);
    find("#next")?.classList.toggle("primary", over);
    show("#again", solved === false);
    show("#solution", !over);
  }

  /**
   * Why something cannot be chosen only the rules know.
   * @param {string[]} spots
   */
  async askWhy(spots) {
    const address = `${this.start.path}?why=${encodeURIComponent(spots.join())}`;
    const answer = await fetch(address, { headers: { accept: "application/json" } }).catch(() => null);
    const { reason } = (await answer?.json().catch(() => null)) ?? {};
    if (reason) this.board.reason(reason);
  }
}

const element = document.getElementById("board");
if (element) new Puzzle(element);
