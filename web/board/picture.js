// What the board shows: one plain object, worked out from the scene, the view and the spots chosen
// so far.

import { nextSpots, owing, sources } from "./choose.js";

/** @import { Colour, LastMove, Shape, Side, View } from "./types.js" */
/** @import { Scene } from "./scene.js" */

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
 * @property {string[][]} closed lines that were just closed; they glow
 * @property {boolean} marked the closed lines stay marked: a removal is owed, or they decided the game
 * @property {"won" | "lost" | "drawn" | null} ending
 */

/**
 * @param {Shape} shape
 * @param {View} view
 * @param {Scene} scene
 * @param {string[]} moves those that can be chosen now
 * @param {string[]} chosen
 * @returns {Picture}
 */
export function picture(shape, view, scene, moves, chosen) {
  const owed = owing(moves, chosen) !== null;
  const next = nextSpots(moves, chosen);
  const movable = owed ? new Set() : sources(moves);
  const stillThere = (/** @type {string} */ name) => scene.men[name] === view.men[name];
  const inMill = new Set([...view.mills.filter((mill) => mill.every(stillThere)).flat(), ...scene.lit.flat()]);

  /** @type {Map<string, Spot>} */
  const spots = new Map();
  for (const { name } of shape.spots) {
    const man = scene.men[name];
    const count = typeof man === "number" ? man : man ? 1 : 0;
    spots.set(name, {
      colour: typeof man === "number" ? (man > 0 ? "pawn" : null) : man ?? null,
      count,
      possible: next.has(name) && !owed && !(chosen.length === 0 && movable.has(name)),
      source: movable.has(name),
      chosen: moves.length > 0 && chosen.at(-1) === name,
      takeable: owed && next.has(name),
      mill: inMill.has(name),
      last: scene.last ? partOf(scene.last, name) : null,
    });
  }
  return {
    spots,
    hand: scene.hand,
    captured: scene.captured,
    turn: view.toMove,
    closed: scene.lit,
    marked: owed || view.result !== null,
    ending: endingOf(view),
  };
}

/**
 * @param {View} view
 * @returns {Picture["ending"]}
 */
function endingOf({ result, you }) {
  if (!result) return null;
  if (result.winner === null) return "drawn";
  return you !== null && result.winner !== you ? "lost" : "won";
}

/**
 * @param {LastMove} last
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
