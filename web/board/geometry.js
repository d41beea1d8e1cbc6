// Where everything lies. The board is 1000 units wide whatever its shape; its height follows.

/** @import { Shape, Side } from "./types.js" */

/**
 * @typedef {{x: number, y: number}} Point
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 * @typedef {{box: Box, y: number, radius: number, hand(i: number): number, captured(i: number): number}} Tray
 *
 * @typedef {object} Layout
 * @property {number} width
 * @property {number} height
 * @property {number} spacing between neighbouring spots
 * @property {number} stone radius of a stone
 * @property {number} line width of an engraved line
 * @property {Box[]} frames the wooden grounds: one, or one for each row of a strip
 * @property {Map<string, Point>} at
 * @property {{text: string, x: number, y: number}[]} labels
 * @property {Record<Side, Tray> | null} trays men in hand on the owner's side, captured ones on the other
 */

export const WIDTH = 1000;
const GUTTER = 46;
const INNER = WIDTH - 2 * GUTTER;
const LABELS = 52;
const TRAY = 74;
const GAP = 12;
/** Room for the outline of what lies at the very edge. */
const EDGE = 4;
const STONE = WIDTH / 22;
const LINE = WIDTH / 120;
/** Squares in a row of a strip: more of them when it is long, so that it stays within one screen. */
const ROW_OF_STRIP = 8;
const ROW_OF_LONG_STRIP = 10;
const LONG_STRIP = 40;

/**
 * @param {Shape} shape
 * @returns {Layout}
 */
export function layout(shape) {
  if (shape.kind === "strip") return stripLayout(shape);
  return shape.kind === "grid" ? gridLayout(shape) : morrisLayout(shape);
}

/**
 * @param {Shape} shape
 * @returns {Layout}
 */
function morrisLayout(shape) {
  const steps = Math.max(...shape.spots.map((s) => Math.max(s.x, s.y)));
  const frame = { x: GUTTER, y: EDGE + TRAY + GAP, width: INNER, height: INNER };
  const margin = 70;
  const spacing = (INNER - 2 * margin) / steps;
  /** @param {{x: number, y: number}} s */
  const place = (s) => ({ x: frame.x + margin + s.x * spacing, y: frame.y + margin + s.y * spacing });
  const low = frame.y + INNER + LABELS;
  return {
    width: WIDTH,
    height: low + TRAY + EDGE,
    spacing,
    stone: STONE,
    line: LINE,
    frames: [frame],
    at: new Map(shape.spots.map((s) => [s.name, place(s)])),
    labels: edgeLabels(shape, frame, (i) => margin + i * spacing),
    trays: { black: tray(EDGE), white: tray(low) },
  };
}

/**
 * @param {Shape} shape
 * @returns {Layout}
 */
function gridLayout(shape) {
  const n = 1 + Math.max(...shape.spots.map((s) => Math.max(s.x, s.y)));
  const frame = { x: GUTTER, y: GAP, width: INNER, height: INNER };
  const cell = INNER / n;
  /** @param {{x: number, y: number}} s */
  const place = (s) => ({ x: frame.x + (s.x + 0.5) * cell, y: frame.y + (s.y + 0.5) * cell });
  return {
    width: WIDTH,
    height: frame.y + INNER + LABELS,
    spacing: cell,
    stone: Math.min(STONE, cell * 0.4),
    line: Math.min(LINE, cell / 20),
    frames: [frame],
    at: new Map(shape.spots.map((s) => [s.name, place(s)])),
    labels: edgeLabels(shape, frame, (i) => (i + 0.5) * cell),
    trays: null,
  };
}

/**
 * A long strip goes on in the next row, as writing does.
 * @param {Shape} shape
 * @returns {Layout}
 */
function stripLayout(shape) {
  const n = shape.spots.length;
  const rows = Math.ceil(n / (n > LONG_STRIP ? ROW_OF_LONG_STRIP : ROW_OF_STRIP));
  const per = Math.ceil(n / rows);
  const cell = Math.min(INNER / per, 180);
  const left = (WIDTH - per * cell) / 2;
  const high = cell * 1.16;
  const pitch = high + LABELS + GAP;
  const at = new Map();
  const labels = [];
  for (const [i, spot] of shape.spots.entries()) {
    const x = left + ((i % per) + 0.5) * cell;
    const y = GAP + Math.floor(i / per) * pitch;
    at.set(spot.name, { x, y: y + high - cell / 2 });
    labels.push({ text: spot.name, x, y: y + high + LABELS / 2 });
  }
  const frames = Array.from({ length: rows }, (_, r) => ({
    x: left,
    y: GAP + r * pitch,
    width: cell * Math.min(per, n - r * per),
    height: high,
  }));
  return {
    width: WIDTH,
    height: rows * pitch + GAP,
    spacing: cell,
    stone: Math.min(STONE, cell * 0.36),
    line: Math.min(LINE, cell / 20),
    frames,
    at,
    labels,
    trays: null,
  };
}

/**
 * Row names left of the frame, column names below it.
 * @param {Shape} shape
 * @param {Box} frame
 * @param {(i: number) => number} along
 * @returns {Layout["labels"]}
 */
function edgeLabels(shape, frame, along) {
  const rows = (shape.rows ?? []).map((text, i) => ({ text, x: GUTTER / 2, y: frame.y + along(i) }));
  const below = frame.y + frame.height + LABELS / 2;
  const columns = (shape.columns ?? []).map((text, i) => ({ text, x: frame.x + along(i), y: below }));
  return [...rows, ...columns];
}

/**
 * Men in hand from the left, captured ones from the right.
 * @param {number} top
 * @returns {Tray}
 */
function tray(top) {
  const radius = STONE * 0.6;
  const step = 2 * radius + 4;
  const edge = radius + 14;
  return {
    box: { x: GUTTER, y: top, width: INNER, height: TRAY },
    y: top + TRAY / 2,
    radius,
    hand: (i) => GUTTER + edge + i * step,
    captured: (i) => GUTTER + INNER - edge - i * step,
  };
}

/**
 * How far pawn number `i` of a pile stands above the middle of its square.
 * @param {Layout} lay
 * @param {number} i
 * @returns {number}
 */
export function pileHeight(lay, i) {
  return Math.min(i, 4) * lay.stone * 0.24;
}

/**
 * The spot nearest to a place, if it is within half a spacing.
 * @param {Layout} lay
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
 * @param {Layout} lay
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

/**
 * The straight rows of three along the edges that go through a spot.
 * @param {Shape} shape
 * @param {string} spot
 * @returns {string[][]}
 */
export function rowsThrough(shape, spot) {
  return rows(shape).filter((row) => row.includes(spot));
}

/**
 * All straight rows of three along the edges: two edges that leave one spot in opposite directions.
 * @param {Shape} shape
 * @returns {string[][]}
 */
export function rows(shape) {
  const at = new Map(shape.spots.map((s) => [s.name, s]));
  const found = [];
  for (const middle of shape.spots) {
    const around = (shape.edges ?? [])
      .filter((edge) => edge.includes(middle.name))
      .map(([a, b]) => /** @type {typeof middle} */ (at.get(a === middle.name ? b : a)));
    for (const [i, a] of around.entries()) {
      for (const b of around.slice(i + 1)) {
        const [ax, ay, bx, by] = [a.x - middle.x, a.y - middle.y, b.x - middle.x, b.y - middle.y];
        if (ax * by === ay * bx && ax * bx + ay * by < 0) found.push([a.name, middle.name, b.name]);
      }
    }
  }
  return found;
}
