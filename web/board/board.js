// The board: shows a view, lets a person choose a move on it, and hands the move back. It knows no
// rules; what may be chosen is what stands in `view.moves`.
//
//   const board = new Board(element, { shape, words, onMove, onDraft });
//   board.set(view);

import { asked, carryOver, choose, nextSpots, owing } from "./choose.js";
import { layout } from "./geometry.js";
import { Input } from "./input.js";
import { picture, pressable } from "./picture.js";
import { Renderer } from "./render.js";

/** @import { Shape, Sounds, View, Words } from "./types.js" */
/** @import { Layout, Point } from "./geometry.js" */
/** @import { Picture } from "./picture.js" */
/** @import { Change } from "./sprites.js" */

/**
 * @typedef {object} Options
 * @property {Shape} shape
 * @property {Words} words
 * @property {(move: string) => void} onMove a whole move was chosen
 * @property {(draft: string | null) => void} onDraft a move that owes its removal was made, or taken back
 * @property {() => void} [onChange] something was chosen or a view was set
 * @property {Sounds} [sound]
 */

export class Board {
  /**
   * @param {HTMLElement} element its content is replaced
   * @param {Options} options
   */
  constructor(element, options) {
    this.options = options;
    this.shape = options.shape;
    /** @type {Layout} */
    this.layout = layout(options.shape);
    /** @type {View | null} */
    this.view = null;
    /** @type {string[]} */
    this.chosen = [];
    /** @type {string | null} a whole move that was handed over and not yet answered */
    this.sent = null;
    /** @type {Picture | null} */
    this.shown = null;
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    this.renderer = new Renderer(element, this.shape, this.layout, options.words);
    this.input = new Input(this);
  }

  /** The moves that can be chosen now. */
  get moves() {
    return this.sent || !this.view ? [] : this.view.moves;
  }

  /** The draft on the board: a move that still owes its removal. */
  get draft() {
    return owing(this.moves, this.chosen);
  }

  /** What the person is asked for. */
  get asked() {
    return asked(this.moves, this.chosen);
  }

  /**
   * Shows how the game stands. An older view than the one shown is passed over.
   * @param {View} view
   */
  set(view) {
    const before = this.view;
    if (before && view.version < before.version) return;
    this.chosen = carryOver(before, view, this.chosen);
    if (before?.ply !== view.ply || view.result) this.sent = null;
    this.view = view;
    this.update(before !== null);
    if (before && !before.result && view.result) this.options.sound?.play("end");
    if (!before) this.renderer.rove(this.firstSpot(), false);
  }

  /** The last move that was handed over did not count: shows the last view again. */
  refused() {
    if (!this.view) return;
    this.sent = null;
    this.chosen = carryOver(null, this.view, []);
    this.update(true);
  }

  /**
   * Chooses a spot, as a click on it does.
   * @param {string} spot
   */
  press(spot) {
    if (!this.view) return;
    const step = choose(this.moves, this.chosen, spot);
    this.become(step.chosen, step.move);
  }

  /**
   * Chooses several spots one after the other, all or none.
   * @param {string[]} spots
   * @returns {boolean} whether they could be chosen
   */
  pressAll(spots) {
    let chosen = this.draft ? this.chosen : [];
    let move = null;
    for (const spot of spots) {
      if (!nextSpots(this.moves, chosen).has(spot)) return false;
      ({ chosen, move } = choose(this.moves, chosen, spot));
    }
    this.become(chosen, move);
    return true;
  }

  /**
   * Takes back what was chosen.
   * @returns {boolean} whether there was anything
   */
  back() {
    if (this.chosen.length === 0 || this.sent) return false;
    this.become([], null);
    return true;
  }

  /**
   * @param {string} text announced to a screen reader
   */
  say(text) {
    this.renderer.say(text);
  }

  /** Removes the board and everything that listens for it. */
  destroy() {
    this.input.destroy();
    this.renderer.destroy();
  }

  /**
   * @param {string[]} chosen
   * @param {string | null} move
   */
  become(chosen, move) {
    const draft = this.draft;
    const before = this.chosen.length;
    this.chosen = chosen;
    if (move) {
      this.sent = move;
      this.chosen = [];
    }
    const now = this.draft;
    this.update(true);
    if (move) {
      this.options.onMove(move);
      return;
    }
    if (now !== draft) this.options.onDraft(now);
    this.announce(now, before > 0);
  }

  /**
   * @param {string | null} draft
   * @param {boolean} wasChosen
   */
  announce(draft, wasChosen) {
    const { words } = this.options;
    const spots = [...nextSpots(this.moves, this.chosen)].join(", ");
    const spot = this.chosen.at(-1);
    if (draft) this.say(words("board-say-mill", { spots }));
    else if (spot) this.say(words("board-say-chosen", { spot, spots }));
    else if (wasChosen) this.say(words("board-say-back"));
  }

  /** @param {boolean} animate */
  update(animate) {
    if (!this.view) return;
    this.shown = picture(this.shape, this.view, this.chosen, this.sent);
    const { changes, glow } = this.renderer.draw(this.shown, animate && !this.calm.matches);
    if (animate) this.sound(changes, glow);
    this.options.onChange?.();
  }

  /**
   * @param {Change[]} changes
   * @param {boolean} glow
   */
  sound(changes, glow) {
    const { sound } = this.options;
    if (!sound) return;
    if (glow) sound.play("mill");
    else if (changes.some((c) => c.kind === "placed")) sound.play("place");
    else if (changes.some((c) => c.kind === "moved")) sound.play("slide");
    else if (changes.length > 0) sound.play("place");
  }

  /**
   * Whether a man on this spot can be picked up.
   * @param {string} spot
   * @returns {boolean}
   */
  liftable(spot) {
    return this.shown?.spots.get(spot)?.source ?? false;
  }

  /**
   * Whether a man of the person's hand lies here and can be placed.
   * @param {Point} p
   * @returns {boolean}
   */
  handAt(p) {
    const side = this.view?.toMove;
    const tray = side && this.layout.trays?.[side];
    const count = side && this.shown?.hand?.[side];
    if (!tray || !count || this.draft || !this.asked.has("place")) return false;
    return Math.abs(p.y - tray.y) < tray.radius * 1.3 && p.x < tray.hand(count);
  }

  /**
   * Picks up the man on a spot, or one from the hand if `from` is null.
   * @param {string | null} from
   * @returns {boolean}
   */
  lift(from) {
    this.chosen = from ? [from] : [];
    this.update(true);
    const side = this.view?.toMove;
    return this.renderer.hold((place) =>
      from ? place.room === "spot" && place.spot === from : place.room === "hand" && place.colour === side);
  }

  /**
   * Whether a man that was picked up may be put down here.
   * @param {string} spot
   * @returns {boolean}
   */
  mayDrop(spot) {
    return this.shown?.spots.get(spot)?.possible ?? false;
  }

  /**
   * Puts the man down; where it may not go it returns, and stays chosen if it never left its place.
   * @param {string | null} from
   * @param {string | null} to
   */
  drop(from, to) {
    if (to && this.mayDrop(to)) {
      this.press(to);
      return;
    }
    if (from !== to) this.chosen = [];
    this.update(true);
  }

  /** Where the keyboard begins. */
  firstSpot() {
    const first = this.shape.spots.find(({ name }) => {
      const spot = this.shown?.spots.get(name);
      return spot !== undefined && pressable(spot);
    });
    return (first ?? this.shape.spots[0]).name;
  }
}
