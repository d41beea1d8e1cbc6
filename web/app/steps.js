// A game once more: the same queue of happenings as live play, forwards; backwards and far away it
// shows the scene at once. Links, keys and a slider lead from step to step and never scroll the page.

import { Board } from "../board/board.js";
import { Sound } from "../board/sound.js";
import { data, find, storage, tell, words } from "./common.js";
import { showMen } from "./panel.js";
import { markPly, turnsOf } from "./moves.js";

/** @import { View } from "../board/types.js" */
/** @import { Turn } from "./moves.js" */

/** @type {Record<string, string>} */
const KEYS = { Home: "first", ArrowLeft: "back", ArrowRight: "forward", End: "last" };
/** With the shift key: from mistake to mistake. */
/** @type {Record<string, string>} */
const SHIFTED = { ArrowLeft: "mistake-back", ArrowRight: "mistake-on" };

/**
 * Links of the log and of a graph alike.
 * @param {Element} element
 * @returns {element is HTMLElement | SVGElement}
 */
const hasData = (element) => element instanceof HTMLElement || element instanceof SVGElement;

export class Steps {
  /**
   * @param {HTMLElement} element of the board
   * @param {(ply: number, turn: Turn | undefined) => void} onStep with the turn that led there
   */
  constructor(element, onStep) {
    this.onStep = onStep;
    /** @type {View} */
    const end = data("view");
    const { turns, scenes } = turnsOf(document);
    this.turns = turns;
    this.scenes = scenes;
    this.slider = /** @type {HTMLInputElement | null} */ (find("#slider"));
    this.ply = Number(find(".sheet")?.dataset.shown ?? 0);
    /** The steps at which going from mistake to mistake stops. */
    this.stops = [...document.querySelectorAll("#moves [data-stop]")].map((cell) => Number(cell.getAttribute("data-ply")));
    this.board = new Board(element, { shape: data("shape"), words, near: end.you ?? "white", sound: new Sound(storage()), onChange: () => this.board && showMen(this.board.scene), onHappening: tell });
    this.board.set({ ...end, moves: [], draft: null, result: null, toMove: null });
    this.go(this.ply, false);
    this.listen();
  }

  listen() {
    for (const link of document.querySelectorAll("[data-step], [data-ply]")) {
      link.addEventListener("click", (e) => {
        e.preventDefault();
        if (!hasData(link)) return;
        if (link.dataset.ply) this.go(Number(link.dataset.ply), true);
        else this.step(String(link.dataset.step));
      });
    }
    document.addEventListener("keydown", (e) => {
      const step = e.shiftKey ? SHIFTED[e.key] : KEYS[e.key];
      if (!step || e.target === this.slider || e.ctrlKey || e.altKey || e.metaKey) return;
      e.preventDefault();
      this.step(step);
    });
    if (!this.slider) return;
    this.slider.hidden = false;
    this.slider.addEventListener("input", () => this.go(Number(this.slider?.value), false));
  }

  /** @param {string} step */
  step(step) {
    const last = this.turns.length;
    const mistakes = { "mistake-back": this.stops.filter((stop) => stop < this.ply).at(-1), "mistake-on": this.stops.find((stop) => stop > this.ply) };
    const to = { first: 0, back: this.ply - 1, forward: this.ply + 1, last, ...mistakes }[step] ?? this.ply;
    this.go(Math.min(last, Math.max(0, to)), true);
  }

  /**
   * One turn on is shown as it happened; anything else at once.
   * @param {number} ply
   * @param {boolean} slowly
   */
  go(ply, slowly) {
    const next = slowly && ply === this.ply + 1;
    this.board.tempo.hurry();
    this.ply = ply;
    if (next) this.board.perform(this.turns[ply - 1].happenings);
    else this.board.stage(this.scenes[ply]);
    if (this.slider) this.slider.value = String(ply);
    this.onStep(ply, this.turns[ply - 1]);
    markPly(ply);
    const address = new URL(location.href);
    address.searchParams.set("ply", String(ply));
    history.replaceState(null, "", address);
  }
}
