// A game once more: the same queue of happenings as live play, forwards; backwards and far away it
// shows the scene at once.

import { Board } from "../board/board.js";
import { Sound } from "../board/sound.js";
import { data, find, storage, tell, words, write } from "./common.js";
import { showMen } from "./panel.js";
import { markPly, turnsOf } from "./moves.js";
import "./share.js";

/** @import { View } from "../board/types.js" */

/** @type {Record<string, "first" | "back" | "forward" | "last">} */
const KEYS = { Home: "first", ArrowLeft: "back", ArrowRight: "forward", End: "last" };

/**
 * Links of the log and of a graph alike.
 * @param {Element} element
 * @returns {element is HTMLElement | SVGElement}
 */
const hasData = (element) => element instanceof HTMLElement || element instanceof SVGElement;

class Replay {
  /** @param {HTMLElement} element */
  constructor(element) {
    /** @type {View} */
    const end = data("view");
    const { turns, scenes } = turnsOf(document);
    this.turns = turns;
    this.scenes = scenes;
    this.slider = /** @type {HTMLInputElement | null} */ (find("#slider"));
    this.ply = Number(this.slider?.value ?? 0);
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
      const step = KEYS[e.key];
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
    const to = { first: 0, back: this.ply - 1, forward: this.ply + 1, last }[step] ?? this.ply;
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
    write("#said", this.turns[ply - 1]?.words.join(" ") ?? find("#said")?.dataset.start ?? "");
    markPly(ply);
    const address = new URL(location.href);
    address.searchParams.set("ply", String(ply));
    history.replaceState(null, "", address);
  }
}

const element = document.getElementById("board");
if (element) new Replay(element);
