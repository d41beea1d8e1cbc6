// Moves as text. A board needs to know one thing about a move: which spots are chosen, in which
// order, and which of them is a man to be taken. `d6-d5xa1` is the path d6, d5 and the taken a1.

/**
 * The spots of a move or of the beginning of one, in the order in which they are chosen.
 * @param {string} text
 * @returns {string[]}
 */
export function spotsOf(text) {
  return text.split(/[-x]/);
}

/**
 * The path of a move and the man it takes.
 * @param {string} text
 * @returns {{path: string[], taken: string | null}}
 */
export function split(text) {
  const [path, taken] = text.split("x");
  return { path: path.split("-"), taken: taken ?? null };
}

/**
 * The first `count` spots of a move as text, with the signs between them.
 * @param {string} text
 * @param {number} count
 * @returns {string}
 */
export function prefix(text, count) {
  const tokens = text.split(/([-x])/);
  return tokens.slice(0, 2 * count - 1).join("");
}
