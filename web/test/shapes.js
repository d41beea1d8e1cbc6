// Boards for the tests, in the form the server sends them.

const LETTERS = "abcdefghijklmnopqrs";

/** `size` columns and rows; `names` are the points, `edges` pairs of them. */
function shape(size, names, edges) {
  const spots = names.map((name) => ({
    name,
    x: LETTERS.indexOf(name[0]),
    y: size - Number(name.slice(1)),
  }));
  const columns = [...LETTERS.slice(0, size)];
  const rows = columns.map((_, i) => String(size - i));
  return { kind: "morris", spots, edges, columns, rows };
}

/** Nested squares joined at the mid-sides. */
function squares(count, diagonals) {
  const size = 2 * count + 1;
  const middle = count;
  const name = (x, y) => LETTERS[x] + (y + 1);
  const names = [];
  const edges = [];
  for (let k = 0; k < count; k += 1) {
    const far = size - 1 - k;
    const ring = [[k, k], [middle, k], [far, k], [far, middle], [far, far], [middle, far], [k, far], [k, middle]];
    const at = ring.map(([x, y]) => name(x, y));
    names.push(...at);
    at.forEach((point, i) => edges.push([point, at[(i + 1) % 8]]));
    if (k + 1 < count) {
      const inner = [[k + 1, k + 1], [middle, k + 1], [far - 1, k + 1], [far - 1, middle], [far - 1, far - 1], [middle, far - 1], [k + 1, far - 1], [k + 1, middle]];
      at.forEach((point, i) => {
        if (i % 2 === 1 || diagonals) edges.push([point, name(...inner[i])]);
      });
    }
  }
  names.sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)) || a.localeCompare(b));
  return shape(size, names, edges);
}

export const nine = squares(3, false);
export const twelve = squares(3, true);
export const six = squares(2, false);

export const three = shape(
  3,
  ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"],
  [
    ["a1", "b1"], ["b1", "c1"], ["a2", "b2"], ["b2", "c2"], ["a3", "b3"], ["b3", "c3"],
    ["a1", "a2"], ["a2", "a3"], ["b1", "b2"], ["b2", "b3"], ["c1", "c2"], ["c2", "c3"],
    ["a1", "b2"], ["b2", "c3"], ["a3", "b2"], ["b2", "c1"],
  ],
);

export function grid(n) {
  const columns = [...LETTERS.slice(0, n)];
  const rows = columns.map((_, i) => String(i + 1));
  const spots = rows.flatMap((row, y) => columns.map((column, x) => ({ name: column + row, x, y })));
  return { kind: "grid", spots, edges: [], columns, rows };
}

export function strip(n) {
  const spots = Array.from({ length: n }, (_, i) => ({ name: String(i + 1), x: i, y: 0 }));
  return { kind: "strip", spots, edges: [], columns: spots.map((s) => s.name), rows: [] };
}

/** A view of a game of nine with nothing on the board, changed as asked. */
export function view(changes = {}) {
  return {
    game: "g1", kind: "nine", title: "Nine Men's Morris", version: 1, ply: 0, position: "",
    toMove: "white", you: "white",
    players: { white: { name: "Ada", computer: null }, black: { name: "Bo", computer: null } },
    men: {}, hand: { white: 9, black: 9 }, captured: { white: 0, black: 0 },
    mills: [], last: null, moves: [], draft: null,
    draw: { offeredBy: null, mayOffer: true, mayAnswer: false },
    mayForfeit: true, result: null, status: "",
    ...changes,
  };
}
