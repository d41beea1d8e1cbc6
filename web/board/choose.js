// Choosing a move, spot by spot. Pure: all that is known is the list of legal moves and the spots
// chosen so far.

import { prefix, split, spotsOf } from "./notation.js";

/**
 * @typedef {object} Step what choosing a spot leads to
 * @property {string[]} chosen the spots chosen now
 * @property {string | null} move the whole move, when this was its last spot
 * @property {boolean} refused the spot cannot be chosen
 */

/**
 * The moves that begin with the chosen spots.
 * @param {string[]} moves
 * @param {string[]} chosen
 * @returns {string[]}
 */
export function continuations(moves, chosen) {
  if (chosen.length === 0) return moves;
  return moves.filter((move) => {
    const spots = spotsOf(move);
    return chosen.every((spot, i) => spots[i] === spot);
  });
}

/**
 * The spots that may be chosen next.
 * @param {string[]} moves
 * @param {string[]} chosen
 * @returns {Set<string>}
 */
export function nextSpots(moves, chosen) {
  const next = new Set();
  for (const move of continuations(moves, chosen)) {
    const spot = spotsOf(move)[chosen.length];
    if (spot !== undefined) next.add(spot);
  }
  return next;
}

/**
 * The text of the chosen spots when nothing is missing but a removal, else null.
 * @param {string[]} moves
 * @param {string[]} chosen
 * @returns {string | null}
 */
export function owing(moves, chosen) {
  if (chosen.length === 0) return null;
  const left = continuations(moves, chosen);
  const owed = left.length > 0 && left.every((move) => {
    const { path, taken } = split(move);
    return path.length === chosen.length && taken !== null;
  });
  return owed ? prefix(left[0], chosen.length) : null;
}

/**
 * The spots from which a man can be picked up: those where a move begins and goes on along its path.
 * @param {string[]} moves
 * @returns {Set<string>}
 */
export function sources(moves) {
  return new Set(moves.map(split).filter((m) => m.path.length > 1).map((m) => m.path[0]));
}

/**
 * Chooses a spot. Where the chosen ones cannot go on, another man is picked up instead; pressing the
 * last chosen one again takes all back; anything else is refused and leaves all as it was.
 * @param {string[]} moves
 * @param {string[]} chosen
 * @param {string} spot
 * @returns {Step}
 */
export function choose(moves, chosen, spot) {
  if (nextSpots(moves, chosen).has(spot)) {
    const now = [...chosen, spot];
    const move = continuations(moves, now).find((m) => spotsOf(m).length === now.length);
    return { chosen: now, move: move ?? null, refused: false };
  }
  if (chosen.at(-1) === spot) return { chosen: [], move: null, refused: false };
  if (!owing(moves, chosen) && sources(moves).has(spot)) return { chosen: [spot], move: null, refused: false };
  return { chosen, move: null, refused: true };
}

/**
 * What stays chosen when a new view comes: a draft that was made or taken back elsewhere goes before
 * what was chosen here; what was chosen here stays while it is the same turn and still possible.
 * @param {{ply: number, draft: string | null} | null} before
 * @param {{ply: number, draft: string | null, moves: string[]}} after
 * @param {string[]} chosen
 * @returns {string[]}
 */
export function carryOver(before, after, chosen) {
  const same = before !== null && before.ply === after.ply && before.draft === after.draft;
  const kept = same ? chosen : after.draft ? spotsOf(after.draft) : [];
  return continuations(after.moves, kept).length > 0 ? kept : [];
}

/**
 * Which questions a person is asked now; the page shows the selectors for them.
 * @param {string[]} moves
 * @param {string[]} chosen
 * @returns {Set<"place" | "move" | "capture">}
 */
export function asked(moves, chosen) {
  if (owing(moves, chosen)) return new Set(["capture"]);
  return new Set(moves.map((move) => (split(move).path.length > 1 ? "move" : "place")));
}
