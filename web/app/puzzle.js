// A puzzle: a board, and what comes of the answer, which the server knows and renders.

import { Board } from "../board/board.js";
import { Sound } from "../board/sound.js";
import { data, find, storage, tell, words, write } from "./common.js";
import { pageAt, renew, why } from "./fragments.js";
import { showMen } from "./panel.js";

/** @import { GameEvent, View } from "../board/types.js" */

/**
 * @typedef {object} Shown
 * @property {boolean | null} solved
 * @property {GameEvent[]} events
 * @property {View} view
 * @property {{events: GameEvent[], view: View} | null} then what is shown after that
 * @property {string[]} line the moves of one's own, as long as it goes on
 */

class Puzzle {
  /** @param {HTMLElement} element */
  constructor(element) {
    /** @type {View} */
    this.start = data("puzzle").view;
    /** @type {string[]} the moves of one's own so far */
    this.line = [];
    /** @type {Element | null} what the board shows of the reasons, once it has come so far */
    this.marks = null;
    const sound = new Sound(storage());
    this.board = new Board(element, {
      shape: data("shape"),
      words,
      near: this.start.you ?? "white",
      sound,
      onMove: (move) => void this.ask({ move, line: this.line.join(" ") }),
      onRefused: (spots) => void why(this.here(), spots).then((reason) => reason && this.board.reason(reason)),
      onChange: () => this.board && showMen(this.board.scene),
      onView: () => {
        renew([this.marks]);
        this.marks = null;
      },
      onHappening: tell,
    });
    this.board.set(this.start);
    // What the server renders anew may be other elements: the panel around them stays.
    const panel = find("#panel");
    panel?.addEventListener("click", (e) => {
      if (!(e.target instanceof Element && e.target.closest("#again"))) return;
      e.preventDefault();
      this.again();
    });
    panel?.addEventListener("submit", (e) => {
      if (!(e.target instanceof Element && e.target.matches("#solution"))) return;
      e.preventDefault();
      void this.ask({ solution: "yes" });
    });
  }

  /** Sets the puzzle up once more. */
  again() {
    this.line = [];
    this.marks = null;
    find("#marks")?.replaceChildren();
    this.board.set(this.start);
    void pageAt(location.href).then((page) => renew([page?.getElementById("panel")]));
  }

  /** The address of the puzzle after the moves that were made. */
  here() {
    const here = new URL(location.href);
    here.searchParams.set("line", this.line.join(" "));
    return here.href;
  }

  /**
   * What comes of a move, or the solution.
   * @param {Record<string, string>} question
   */
  async ask(question) {
    const page = await pageAt(location.href, { method: "POST", body: new URLSearchParams(question) });
    /** @type {Shown | undefined} */
    const shown = page && data("puzzle", page);
    if (!shown) write("#hint", words("app-connection-lost"));
    renew([page?.getElementById("panel")]);
    if (!shown || shown.solved === null) {
      this.board.refused();
      return;
    }
    this.line = shown.line;
    find("#marks")?.replaceChildren();
    if ("solution" in question) this.board.set(this.start);
    this.marks = page?.getElementById("marks") ?? null;
    this.board.show(shown.events, shown.view);
    if (shown.then) this.board.show(shown.then.events, shown.then.view);
  }
}

const element = document.getElementById("board");
if (element) new Puzzle(element);
