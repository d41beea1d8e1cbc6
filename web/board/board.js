// The board: shows a game as it goes on, one thing after the other, lets a person choose a move on
// it, and hands the move back. It knows no rules; what may be chosen is what stands in `view.moves`,
// and why something may not be chosen it asks.
//
//   const board = new Board(element, { shape, words, onMove, onDraft });
//   board.set(view);            at once
//   board.show(events, view);   as it happened

import { asked, carryOver, choose, nextSpots, owing } from "./choose.js";
import { placesOf } from "./geometry.js";
import { Hand } from "./hand.js";
import { Input } from "./input.js";
import { split } from "./notation.js";
import { picture, pressable } from "./picture.js";
import { Renderer } from "./render.js";
import { after, byHand, same, sceneOf } from "./scene.js";
import { BREATH, COMPUTER_BREATH, Tempo } from "./tempo.js";

/** @import { GameEvent, Happening, Shape, Side, SoundName, Sounds, View, Words } from "./types.js" */
/** @import { Places } from "./geometry.js" */
/** @import { Picture } from "./picture.js" */
/** @import { Scene } from "./scene.js" */

/**
 * @typedef {object} Options
 * @property {Shape} shape
 * @property {Words} words
 * @property {Side} [near] whose men are near; White's if it is left out
 * @property {(move: string) => void} [onMove] a whole move was chosen
 * @property {(draft: string | null) => void} [onDraft] a move that owes its removal was made, or taken back
 * @property {(spots: string[]) => void} [onRefused] these spots cannot be chosen; who knows why may say it
 * @property {() => void} [onChange] something was chosen or a view was set
 * @property {(side: Side | null) => void} [onTurn] whose turn is shown from now on
 * @property {(event: GameEvent) => void} [onEvent] everything of this event has been shown
 * @property {(view: View) => void} [onView] the board shows this view now
 * @property {(happening: Happening, phase: "start" | "end") => void} [onHappening]
 * @property {Sounds} [sound]
 */

const REASON_MS = 3000;

/** @type {Partial<Record<Happening["type"], SoundName>>} */
const SOUNDS = {
  placed: "place",
  moved: "slide",
  flew: "slide",
  "closed-mill": "mill",
  "completed-line": "mill",
  took: "take",
  captured: "take",
};

export class Board {
  /**
   * @param {HTMLElement} element its content is replaced
   * @param {Options} options
   */
  constructor(element, options) {
    this.element = element;
    this.options = options;
    this.shape = options.shape;
    /** @type {Side} */
    this.near = options.near ?? "white";
    /** @type {Places} */
    this.layout = placesOf(this.shape, this.near);
    /** @type {View | null} */
    this.view = null;
    /** @type {Scene} */
    this.scene = { men: {}, hand: null, captured: null, last: null, lit: [] };
    /** The version that will be shown when the queue is empty. */
    this.version = 0;
    /** @type {string[]} */
    this.chosen = [];
    /** Whether the board shows another scene than that of its view. */
    this.staged = false;
    /** @type {string | null} a whole move that was handed over and not yet answered */
    this.sent = null;
    /** @type {Happening[]} what was shown of the turn in the making, by hand */
    this.mine = [];
    /** @type {Picture | null} */
    this.shown = null;
    this.reasonTimer = 0;
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    this.tempo = new Tempo({
      start: (happening, hurried) => this.start(happening, hurried),
      end: (happening) => options.onHappening?.(happening, "end"),
    });
    this.renderer = new Renderer(element, this.shape, this.layout, options.words);
    this.hand = new Hand(this);
    this.input = new Input(this);
    this.off = new AbortController();
    // What happens while nobody looks need not be slow.
    document.addEventListener("visibilitychange", () => document.hidden && this.tempo.hurry(), { signal: this.off.signal });
  }

  /** The moves that can be chosen now. */
  get moves() {
    return this.sent || this.staged || !this.view || this.tempo.showsOthers ? [] : this.view.moves;
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
   * Shows how the game stands, at once.
   * @param {View} view
   */
  set(view) {
    this.tempo.clear();
    this.view = null;
    this.sent = null;
    this.version = view.version;
    this.tempo.pace = paceOf(view);
    this.settle(view, false);
  }

  /**
   * Shows what happened and then how the game stands. What is older than what was shown is passed
   * over.
   * @param {GameEvent[]} events
   * @param {View} view
   */
  show(events, view) {
    if (view.version < this.version) return;
    this.tempo.pace = paceOf(view);
    const news = events.filter((event) => event.version > this.version);
    this.version = view.version;
    for (const event of news) this.queue(event, view);
    this.tempo.push({ happenings: [], breath: 0, done: () => this.settle(view, true) });
    if (document.hidden) this.tempo.hurry();
  }

  /**
   * @param {GameEvent} event
   * @param {View} view
   */
  queue(event, view) {
    const mover = moverOf(event.happenings ?? []);
    const unseen = this.unseen(event);
    // How it ended is told by the view.
    const happenings = unseen.filter((happening) => happening.type !== "ended");
    const computer = mover !== null && view.players[mover].computer !== null;
    this.tempo.push({
      happenings,
      breath: computer ? COMPUTER_BREATH : BREATH,
      own: unseen.length < (event.happenings ?? []).length,
      begin: () => mover && this.options.onTurn?.(mover),
      done: () => this.options.onEvent?.(event),
    });
  }

  /**
   * What of an event was not shown yet: a turn that was made here has been, by hand.
   * @param {GameEvent} event
   * @returns {Happening[]}
   */
  unseen({ happenings = [] }) {
    if (this.mine.length === 0 || happenings.length === 0) return happenings;
    const mine = this.mine;
    this.mine = [];
    if (mine.every((done) => happenings.some((h) => same(h, done)))) {
      return happenings.filter((h) => !mine.some((done) => same(h, done)));
    }
    // It was played otherwise elsewhere.
    if (this.view) this.scene = sceneOf(this.view);
    return happenings;
  }

  /**
   * @param {Happening} happening
   * @param {boolean} hurried
   */
  start(happening, hurried) {
    this.options.onHappening?.(happening, "start");
    this.scene = after(this.scene, happening);
    this.update(!hurried);
    const sound = SOUNDS[happening.type];
    if (sound && !hurried) this.options.sound?.play(sound);
  }

  /**
   * The board shows this view from now on, and it is asked for what the view asks.
   * @param {View} view
   * @param {boolean} animate
   */
  settle(view, animate) {
    const before = this.view;
    this.staged = false;
    this.chosen = carryOver(before, view, this.chosen);
    if (before?.ply !== view.ply || view.result) {
      this.sent = null;
      // What was said of the turn before holds no more.
      this.say("");
    }
    this.view = view;
    if (!this.sent) {
      const draft = this.draft;
      const { lit } = this.scene;
      this.scene = sceneOf(view);
      this.mine = draft ? this.made(draft) : [];
      for (const done of this.mine) this.scene = after(this.scene, done);
      if (!draft && decidedByLine(view)) this.scene.lit = lit.length > 0 ? lit : this.linesAt(view.last?.spots.at(-1));
    }
    this.update(animate);
    if (!before) this.renderer.rove(this.firstSpot(), false);
    this.options.onView?.(view);
  }

  /**
   * What making this much of a move shows: what the hand does, and the lines that it completes.
   * @param {string} text
   * @returns {Happening[]}
   */
  made(text) {
    const side = this.view?.toMove ?? "white";
    const done = byHand(text, side);
    const { taken } = split(text);
    if (taken === null && this.draft === null) return done;
    let scene = this.view ? sceneOf(this.view) : this.scene;
    scene = after(scene, done[0]);
    const lines = this.linesAt(split(text).path.at(-1), scene);
    if (lines.length > 0) done.splice(1, 0, { type: "closed-mill", side, lines });
    return done;
  }

  /**
   * The lines of three men of one colour that go through a spot.
   * @param {string | undefined} spot
   * @param {Scene} [scene]
   * @returns {string[][]}
   */
  linesAt(spot, { men } = this.scene) {
    if (!spot || men[spot] === undefined) return [];
    return this.shape.lines.filter((line) => line.includes(spot) && line.every((name) => men[name] === men[spot]));
  }

  /** The last move that was handed over did not count: shows the last view again. */
  refused() {
    if (!this.view) return;
    this.tempo.clear();
    this.sent = null;
    this.chosen = [];
    this.settle(this.view, true);
  }

  /**
   * Chooses a spot, as a click on it does. While somebody else's turn is shown, a click finishes
   * that, and is no choice: it was meant for the board as it was. Where a clock runs nothing is left
   * to be finished, and every click is a choice.
   * @param {string} spot
   */
  press(spot) {
    if (!this.view || !this.options.onMove) return;
    const hurries = this.tempo.showsOthers;
    this.tempo.hurry();
    if (hurries) return;
    const step = choose(this.moves, this.chosen, spot);
    if (step.refused) this.refuse([...this.chosen, spot]);
    else {
      // What was said of a choice before holds no more.
      this.renderer.reason("");
      this.become(step.chosen, step.move);
    }
  }

  /**
   * The last of these spots cannot be chosen: it shakes its head.
   * @param {string[]} spots
   */
  refuse(spots) {
    this.renderer.shake(/** @type {string} */ (spots.at(-1)), !this.calm.matches);
    this.options.sound?.play("refused");
    this.options.onRefused?.(spots);
  }

  /**
   * Says at the board, for a while, why something was refused; or until something else is said.
   * @param {string} text
   * @param {boolean} [stays]
   */
  reason(text, stays = false) {
    clearTimeout(this.reasonTimer);
    this.renderer.reason(text);
    if (!stays) this.reasonTimer = setTimeout(() => this.renderer.reason(""), REASON_MS);
  }

  /**
   * Points at the spots of a move, until something else is shown.
   * @param {string[]} spots
   */
  point(spots) {
    this.renderer.point(spots);
  }

  /**
   * Chooses several spots one after the other, all or none.
   * @param {string[]} spots
   * @returns {boolean} whether they could be chosen
   */
  pressAll(spots) {
    this.tempo.hurry();
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

  /**
   * Turns the board so that this side's men are near.
   * @param {Side} near
   */
  turn(near) {
    if (near === this.near) return;
    this.near = near;
    this.tempo.hurry();
    this.layout = placesOf(this.shape, near);
    this.input.destroy();
    this.renderer.destroy();
    this.renderer = new Renderer(this.element, this.shape, this.layout, this.options.words);
    this.input = new Input(this);
    this.update(false);
    this.renderer.rove(this.firstSpot(), false);
  }

  /**
   * Shows another scene at once, until a view is set.
   * @param {Scene} scene
   */
  stage(scene) {
    this.tempo.clear();
    this.staged = true;
    this.chosen = [];
    this.scene = scene;
    this.update(false);
  }

  /**
   * Shows happenings one after the other.
   * @param {Happening[]} happenings
   */
  perform(happenings) {
    this.tempo.push({ happenings, breath: 0 });
  }

  /** Removes the board and everything that listens for it. */
  destroy() {
    this.tempo.clear();
    this.off.abort();
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
    // Something could be chosen: why another could not is no news any more.
    this.reason("");
    this.chosen = chosen;
    const now = move ? null : this.draft;
    if (move ?? now ?? draft) this.make(move ?? now);
    if (move) {
      this.sent = move;
      this.chosen = [];
    }
    this.update(true);
    if (move) {
      this.options.onMove?.(move);
      return;
    }
    if (now !== draft) this.options.onDraft?.(now);
    this.announce(now, before > 0);
  }

  /**
   * Shows as much of a move as was made, and no more.
   * @param {string | null} text
   */
  make(text) {
    const done = text ? this.made(text) : [];
    const kept = this.mine.every((m, i) => done[i] && same(m, done[i]));
    if (!kept && this.view) this.scene = sceneOf(this.view);
    const happenings = kept ? done.slice(this.mine.length) : done;
    this.mine = done;
    if (happenings.length > 0) this.tempo.push({ happenings, breath: 0, own: true });
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
    this.shown = picture(this.shape, this.view, this.scene, this.moves, this.chosen);
    this.renderer.draw(this.shown, animate && !this.calm.matches);
    this.options.onChange?.();
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

/**
 * Where a clock runs, all of a turn is shown as soon as it is known: the queue must not keep anybody
 * from moving. Who has days for a turn has time to look.
 * @param {View} view
 * @returns {number}
 */
function paceOf({ clock }) {
  return clock && !clock.control.endsWith("d") ? 0 : 1;
}

/**
 * Whose turn the happenings are.
 * @param {Happening[]} happenings
 * @returns {Side | null}
 */
function moverOf([first]) {
  return first && "side" in first ? first.side : null;
}

/**
 * Whether the last line that was closed decided the game.
 * @param {View} view
 * @returns {boolean}
 */
function decidedByLine({ result }) {
  return result?.reason === "reduced" || result?.reason === "first line";
}
