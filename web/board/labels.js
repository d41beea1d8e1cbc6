// What a screen reader says about a spot.

/** @import { Shape, Words } from "./types.js" */
/** @import { Spot } from "./picture.js" */

/**
 * Such as "d6, White, in a mill, may be taken" or "d6, empty, possible".
 * @param {Words} words
 * @param {Shape} shape
 * @param {string} name
 * @param {Spot} spot
 * @returns {string}
 */
export function spotLabel(words, shape, name, spot) {
  const parts = [shape.kind === "strip" ? words("board-square", { spot: name }) : name, content(words, spot)];
  if (spot.mill && spot.colour) parts.push(words("board-in-mill"));
  if (spot.chosen) parts.push(words("board-chosen"));
  if (spot.takeable) parts.push(words("board-may-be-taken"));
  else if (spot.possible) parts.push(words("board-possible"));
  else if (spot.source) parts.push(words("board-may-move"));
  if (spot.last === "to") parts.push(words("board-last-move"));
  return parts.join(", ");
}

/**
 * @param {Words} words
 * @param {Spot} spot
 * @returns {string}
 */
function content(words, { colour, count }) {
  if (colour === null) return words("board-empty");
  if (colour === "pawn") return count === 1 ? words("board-one-pawn") : words("board-pawns", { count });
  return words(`board-${colour}`);
}
