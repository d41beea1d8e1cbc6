// Questions about a layout. Where everything lies the server says; see `Shape` in docs/protocol.md.

/** @import { Layout, Point, Shape, Side } from "./types.js" */

/**
 * @typedef {Omit<Layout, "at"> & {at: Map<string, Point>, near: Side}} Places a layout with its spots by
 *   name, and the side before whose player it lies
 */

/**
 * The layout as it lies before the player of a side.
 * @param {Shape} shape
 * @param {Side} near
 * @returns {Places}
 */
export function placesOf(shape, near) {
  const layout = shape.layout[near];
  const at = new Map(shape.spots.map(({ name }, i) => [name, { x: layout.at[i][0], y: layout.at[i][1] }]));
  return { ...layout, at, near };
}

/** How small a man is off the board, and where along its edge he comes in and leaves. */
const OFF_SCALE = 0.5;
const OFF_AT = 0.8;

/**
 * Where men lie that are not on the board: beyond the edge at which the player of a side sits. Nobody
 * sees them there; the seats show how many there are.
 * @param {Places} lay
 * @param {Side} side
 * @returns {{x: number, y: number, scale: number}}
 */
export function offBoard(lay, side) {
  const y = side === lay.near ? lay.height + lay.stone : -lay.stone;
  return { x: lay.width * OFF_AT, y, scale: OFF_SCALE };
}

/**
 * How far pawn number `i` of a pile stands above the middle of its square.
 * @param {Places} lay
 * @param {number} i
 * @returns {number}
 */
export function pileHeight(lay, i) {
  return Math.min(i, 4) * lay.stone * 0.24;
}

/**
 * The spot nearest to a place, if it is within half a spacing.
 * @param {Places} lay
 * @param {Point} p
 * @returns {string | null}
 */
export function nearest(lay, p) {
  let best = null;
  let least = Infinity;
  for (const [name, at] of lay.at) {
    const far = Math.hypot(at.x - p.x, at.y - p.y);
    const within = Math.max(Math.abs(at.x - p.x), Math.abs(at.y - p.y)) <= lay.spacing / 2;
    if (within && far < least) [best, least] = [name, far];
  }
  return best;
}

/**
 * The spot that an arrow key leads to: the nearest one in that direction, those straight ahead
 * before those aside. A strip is read on from row to row.
 * @param {Shape} shape
 * @param {Places} lay
 * @param {string} from
 * @param {number} dx
 * @param {number} dy
 * @returns {string}
 */
export function neighbour(shape, lay, from, dx, dy) {
  if (shape.kind === "strip" && dx !== 0) {
    const i = shape.spots.findIndex((s) => s.name === from);
    return shape.spots[i + dx]?.name ?? from;
  }
  const here = lay.at.get(from);
  if (!here) return from;
  let best = from;
  let least = Infinity;
  for (const [name, at] of lay.at) {
    const ahead = (at.x - here.x) * dx + (at.y - here.y) * dy;
    const aside = Math.abs((at.x - here.x) * dy) + Math.abs((at.y - here.y) * dx);
    const cost = ahead + 3 * aside;
    if (ahead > 1 && aside <= ahead + 1 && cost < least - 1) [best, least] = [name, cost];
  }
  return best;
}

/**
 * The spot that typed letters and digits name, and what is kept of them for the next key.
 * @param {string[]} names
 * @param {string} typed
 * @param {string} key
 * @returns {{typed: string, spot: string | null}}
 */
export function typedSpot(names, typed, key) {
  for (const text of [typed + key, key]) {
    if (names.some((name) => name.startsWith(text))) {
      return { typed: text, spot: names.includes(text) ? text : null };
    }
  }
  return { typed: "", spot: null };
}
