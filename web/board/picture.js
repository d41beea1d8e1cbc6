// What the board shows: one plain object, worked out from the view and the spots chosen so far.

import { nextSpots, owing, sources } from "./choose.js";
import { rowsThrough } from "./geometry.js";
import { split } from "./notation.js";

/** @import { Shape, Side, View, Colour } from "./types.js" */

/**
 * @typedef {object} Spot how one spot looks
 * @property {Colour | null} colour
 * @property {number} count 1 for a man; the number of pawns in Nimble
 * @property {boolean} possible may be chosen next and is not a man to be taken
 * @property {boolean} source a man that may be picked up
 * @property {boolean} chosen
 * @property {boolean} takeable
 * @property {boolean} mill stands in a mill
 * @property {"from" | "to" | "taken" | null} last its part in the last move
 *
 * @typedef {object} Picture
 * @property {Map<string, Spot>} spots
 * @property {Record<Side, number> | null} hand
 * @property {Record<Side, number> | null} captured
 * @property {Side | null} turn
 * @property {string[][]} closed mills that were just closed; they glow
 * @property {boolean} marked the closed mills stay marked: a removal is owed, or they decided the game
 * @property {string | null} owed the draft that still owes its removal
 */

/**
 * @typedef {Pick<View, "men" | "hand" | "captured" | "toMove">} Men the part of a view that a move changes
 */

/**
 * The men after a move or the beginning of one has been made on the board. Only what a hand would
 * do: put down, carry, take off; what follows from it by the rules comes with the next view.
 * @param {Men} view
 * @param {string} text
 * @returns {Men}
 */
export function carriedOut(view, text) {
  const { path, taken } = split(text);
  const men = { ...view.men };
  const hand = view.hand && { ...view.hand };
  const captured = view.captured && { ...view.captured };
  const mover = view.toMove;
  const [from, to] = path;
  if (to !== undefined) {
    const what = men[from];
    if (typeof what === "number") {
      men[from] = what - 1;
      men[to] = Number(men[to] ?? 0) + 1;
    } else {
      delete men[from];
      men[to] = what;
    }
  } else if (mover && men[from] === undefined) {
    men[from] = mover;
    if (hand) hand[mover] -= 1;
  }
  if (taken) {
    const what = men[taken];
    delete men[taken];
    if (captured && typeof what === "string") captured[what] += 1;
  }
  return { men, hand, captured, toMove: mover };
}

/**
 * The rows through `spot` that hold three men of one colour.
 * @param {Shape} shape
 * @param {View["men"]} men
 * @param {string} spot
 * @returns {string[][]}
 */
export function fullRows(shape, men, spot) {
  const colour = men[spot];
  return rowsThrough(shape, spot).filter((row) => row.every((name) => men[name] === colour));
}

/**
 * @param {Shape} shape
 * @param {View} view
 * @param {string[]} chosen
 * @param {string | null} sent a whole move that was handed over and not yet answered
 * @returns {Picture}
 */
export function picture(shape, view, chosen, sent) {
  const moves = sent ? [] : view.moves;
  const owed = owing(moves, chosen);
  const text = sent ?? owed;
  const now = text ? carriedOut(view, text) : view;
  const path = text ? split(text).path : [];
  const landed = path.at(-1) ?? view.last?.spots.at(-1);
  const closed = text
    ? (owed || sent?.includes("x")) && landed ? fullRows(shape, now.men, landed) : []
    : view.mills.filter((mill) => landed !== undefined && mill.includes(landed));
  const last = text ? { spots: path, taken: split(text).taken } : view.last;
  const inMill = new Set([...view.mills.flat().filter((n) => now.men[n] === view.men[n]), ...closed.flat()]);
  const next = nextSpots(moves, chosen);
  const movable = owed ? new Set() : sources(moves);

  /** @type {Map<string, Spot>} */
  const spots = new Map();
  for (const { name } of shape.spots) {
    const man = now.men[name];
    const count = typeof man === "number" ? man : man ? 1 : 0;
    spots.set(name, {
      colour: typeof man === "number" ? (man > 0 ? "pawn" : null) : man ?? null,
      count,
      possible: next.has(name) && !owed && !(chosen.length === 0 && movable.has(name)),
      source: movable.has(name),
      chosen: !sent && chosen.at(-1) === name,
      takeable: owed !== null && next.has(name),
      mill: inMill.has(name),
      last: last ? partOf(last, name) : null,
    });
  }
  const marked = owed !== null || view.result !== null;
  return { spots, hand: now.hand, captured: now.captured, turn: view.toMove, closed, marked, owed };
}

/**
 * @param {{spots: string[], taken?: string | null}} last
 * @param {string} name
 * @returns {Spot["last"]}
 */
function partOf(last, name) {
  if (name === last.spots.at(-1)) return "to";
  if (last.spots.includes(name)) return "from";
  return name === last.taken ? "taken" : null;
}

/**
 * Whether the spot may be pressed to any effect.
 * @param {Spot} spot
 * @returns {boolean}
 */
export function pressable(spot) {
  return spot.possible || spot.source || spot.chosen || spot.takeable;
}

