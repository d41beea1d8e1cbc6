// What lies on the board between two views: pure steps from one scene to the next, each by one
// happening. Live play, catching up, watching and replay all go this way.

import { split } from "./notation.js";

/** @import { Happening, LastMove, Side, View } from "./types.js" */

/**
 * @typedef {object} Scene
 * @property {Record<string, Side | number>} men
 * @property {Record<Side, number> | null} hand
 * @property {Record<Side, number> | null} captured
 * @property {LastMove | null} last
 * @property {string[][]} lit lines that were just closed
 */

/**
 * @param {View} view
 * @returns {Scene}
 */
export function sceneOf({ men, hand, captured, last }) {
  return { men, hand, captured, last, lit: [] };
}

/**
 * @param {Scene} scene
 * @param {Happening} happening
 * @returns {Scene}
 */
export function after(scene, happening) {
  switch (happening.type) {
    case "placed":
    case "moved":
    case "flew":
      return stepped(scene, happening.side, happening.from ?? null, happening.to);
    case "closed-mill":
    case "completed-line":
      return { ...scene, lit: happening.lines };
    case "took":
      return took(scene, happening.at);
    case "captured": {
      const men = { ...scene.men };
      for (const spot of happening.at) men[spot] = happening.side;
      return { ...scene, men };
    }
    default:
      return scene;
  }
}

/**
 * A man comes from the hand or from another spot; in Nimble it is one pawn of several.
 * @param {Scene} scene
 * @param {Side} side
 * @param {string | null} from
 * @param {string} to
 * @returns {Scene}
 */
function stepped(scene, side, from, to) {
  const men = { ...scene.men };
  let { hand } = scene;
  if (from === null) {
    men[to] = side;
    if (hand) hand = { ...hand, [side]: hand[side] - 1 };
  } else if (typeof men[from] === "number") {
    men[from] -= 1;
    men[to] = Number(men[to] ?? 0) + 1;
  } else {
    men[to] = men[from] ?? side;
    delete men[from];
  }
  const spots = from === null ? [to] : [from, to];
  return { ...scene, men, hand, last: { spots, taken: null }, lit: [] };
}

/**
 * @param {Scene} scene
 * @param {string} at
 * @returns {Scene}
 */
function took(scene, at) {
  const men = { ...scene.men };
  const what = men[at];
  delete men[at];
  const { captured } = scene;
  const more = captured && typeof what === "string" ? { ...captured, [what]: captured[what] + 1 } : captured;
  return { ...scene, men, captured: more, last: scene.last && { ...scene.last, taken: at } };
}

/**
 * What a hand does when it makes a move or the beginning of one: put down, carry, take off. What
 * follows from it by the rules the server tells.
 * @param {string} text
 * @param {Side} side
 * @returns {Happening[]}
 */
export function byHand(text, side) {
  const { path, taken } = split(text);
  const [first, to] = path;
  /** @type {Happening[]} */
  const done = [to === undefined ? { type: "placed", side, to: first } : { type: "moved", side, from: first, to }];
  if (taken !== null) done.push({ type: "took", side, at: taken });
  return done;
}

/**
 * Whether two happenings show the same on the board.
 * @param {Happening} a
 * @param {Happening} b
 * @returns {boolean}
 */
export function same(a, b) {
  return JSON.stringify(shown(a)) === JSON.stringify(shown(b));
}

/** @param {Happening} happening */
function shown(happening) {
  if (happening.type === "placed" || happening.type === "moved" || happening.type === "flew") {
    return [happening.side, happening.from ?? null, happening.to];
  }
  if (happening.type === "took") return ["took", happening.at];
  if (happening.type === "closed-mill" || happening.type === "completed-line") {
    return ["lines", happening.lines.map((line) => [...line].sort()).sort()];
  }
  return happening;
}
