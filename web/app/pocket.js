// The games in the page itself: asks the worker that has the rules and the engine (docs/wasm.md). The worker is
// started with the first question.

/** @import { GameEvent, Side, View } from "../board/types.js" */
/** @import { Question, Reply } from "./wasm-worker.js" */

/**
 * @typedef {{kind: string, start?: string, moves: string[]}} GameText
 * @typedef {{postMessage(question: Question): void, terminate(): void, addEventListener(type: "message" | "error", heard: (event: {data: Reply}) => void): void}} Helper
 * @typedef {{view: Partial<View>, events: GameEvent[]}} Shown
 * @typedef {{move: string, score: number, depth: number, nodes: number, line: string[]}} Thought
 * @typedef {{asks: string, choices: string[], move: string | null, refused: string | null}} Chosen
 */

/** A question that was stopped. */
export class Stopped extends Error {}

export class Pocket {
  /**
   * @param {string} language
   * @param {string} files the address before those of the catalogues
   * @param {() => Helper} helper starts a worker
   */
  constructor(language, files, helper = newWorker) {
    this.language = language;
    this.files = files;
    this.helper = helper;
    /** @type {Helper | null} */
    this.worker = null;
    /** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
    this.asked = new Map();
    this.last = 0;
  }

  /**
   * A game as it stands, and its turns since a ply.
   * @param {GameText} game
   * @param {number} since
   * @param {Side | null} [you] the player's side against the computer; nothing for one who plays both
   * @returns {Promise<Shown>}
   */
  show(game, since, you = null) {
    return this.ask({ show: { game, since, you, language: this.language } });
  }

  /**
   * A turn in progress: its next choices, or why the last spot cannot be chosen.
   * @param {GameText} game
   * @param {string[]} spots
   * @returns {Promise<Chosen>}
   */
  choose(game, spots) {
    return this.ask({ choose: { game, spots, language: this.language } });
  }

  /**
   * The computer's move.
   * @param {GameText} game
   * @param {string} level
   * @param {{depth?: number, nodes?: number, milliseconds?: number}} limits
   * @param {number} seed
   * @returns {Promise<Thought>}
   */
  think(game, level, limits = {}, seed = Math.floor(Math.random() * 2 ** 32)) {
    return this.ask({ think: { game, level, seed, limits } });
  }

  /** Ends what is thought about now; the questions so far are not answered. */
  stop() {
    this.worker?.terminate();
    this.worker = null;
    for (const { reject } of this.asked.values()) reject(new Stopped());
    this.asked.clear();
  }

  /**
   * @param {unknown} request
   * @returns {Promise<any>}
   */
  ask(request) {
    this.worker ??= this.started();
    this.last += 1;
    const id = this.last;
    this.worker.postMessage({ id, request, files: [[{ catalogue: this.language }, `${this.files}messages/${this.language}.ftl`]] });
    return new Promise((resolve, reject) => this.asked.set(id, { resolve, reject }));
  }

  started() {
    const worker = this.helper();
    worker.addEventListener("message", ({ data: { id, answer, error } }) => {
      const asked = this.asked.get(id);
      this.asked.delete(id);
      if (error === undefined) asked?.resolve(answer);
      else asked?.reject(new Error(error));
    });
    // Its script could not be loaded.
    worker.addEventListener("error", () => this.stop());
    return worker;
  }
}

/** @returns {Helper} */
function newWorker() {
  return new Worker(new URL("./wasm-worker.js", import.meta.url), { type: "module" });
}
