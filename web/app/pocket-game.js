// A game against the computer that the page plays by itself, with the face of a connection to the server: the
// page of a game does not know which of the two answers it.

import { words } from "./common.js";
import { Pocket, Stopped } from "./pocket.js";

/** @import { View } from "../board/types.js" */
/** @import { Handlers, Message } from "./connection.js" */

/** The computer's longest thought, as on the site. */
const LONGEST_MS = 800;

/** @param {View} view */
const opponentOf = (view) => view.players[view.you === "white" ? "black" : "white"];

/**
 * Whether the page can play this by itself. The levels with files of their own are left to the site.
 * @param {View} view
 */
export function playsAlone(view) {
  return view.you !== null && /^[1-9]$/.test(opponentOf(view).computer ?? "");
}

/** The rules and the engine for a page, fetched and ready. */
export async function prepared() {
  const pocket = new Pocket(document.documentElement.lang, new URL("..", import.meta.url).href);
  await pocket.show({ kind: "three", moves: [] }, 0);
  return pocket;
}

export class PocketGame {
  /**
   * @param {Pick<Handlers, "onMessage" | "onRefused">} handlers
   * @param {View} start the game before its first turn
   * @param {Pocket} pocket
   */
  constructor(handlers, start, pocket) {
    this.handlers = handlers;
    this.start = start;
    this.pocket = pocket;
    /** Nothing waits for a line. */
    this.up = true;
    this.game = { kind: start.kind, start: start.position, moves: /** @type {string[]} */ ([]) };
  }

  /**
   * Answers why something cannot be chosen; there is nothing else to ask.
   * @param {Record<string, any>} message
   */
  send(message) {
    if (message.do === "why") void this.why(message.spots, message.id);
    return true;
  }

  /**
   * @param {string[]} spots
   * @param {number} id
   */
  async why(spots, id) {
    const answer = await this.pocket.choose(this.game, spots).catch(() => null);
    this.handlers.onMessage({ type: "why", id, reason: answer?.refused ?? null });
  }

  /** @param {Message} message a turn in the making stays with the board */
  act(message) {
    if (message.do === "move") void this.play(message);
    else if (message.do !== "draft") this.handlers.onRefused?.(message, { code: "offline", reason: words("app-plays-alone") });
  }

  /** @param {Message & {ply?: number, move?: string}} message */
  async play(message) {
    if (message.ply !== this.game.moves.length) return;
    const before = this.game;
    try {
      const view = await this.make(String(message.move));
      if (view.toMove === null) return;
      const level = opponentOf(this.start).computer ?? "";
      const { move } = await this.pocket.think(this.game, level, { milliseconds: LONGEST_MS });
      await this.make(move);
    } catch (error) {
      this.game = before;
      if (!(error instanceof Stopped)) this.handlers.onRefused?.(message, { code: "illegal", reason: String(error) });
    }
  }

  /**
   * Plays a turn and shows it.
   * @param {string} move
   */
  async make(move) {
    const { moves } = this.game;
    const game = { ...this.game, moves: [...moves, move] };
    const { view, events } = await this.pocket.show(game, moves.length, this.start.you);
    this.game = game;
    /** @type {View} */
    const shown = { ...this.start, ...view, version: game.moves.length, draft: null };
    this.handlers.onMessage({ type: "game", view: shown, events });
    return shown;
  }
}
