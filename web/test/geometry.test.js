import assert from "node:assert/strict";
import { test } from "node:test";
import { layout, nearest, neighbour, rows, rowsThrough, typedSpot } from "../board/geometry.js";
import { grid, nine, six, strip, three, twelve } from "./shapes.js";

const boards = { nine, twelve, six, three, grid3: grid(3), grid8: grid(8), grid19: grid(19), strip1: strip(1), strip6: strip(6), strip64: strip(64) };
const ARROWS = [[-1, 0], [1, 0], [0, -1], [0, 1]];

for (const [name, shape] of Object.entries(boards)) {
  const lay = layout(shape);

  test(`${name}: everything lies within the picture`, () => {
    for (const p of [...lay.at.values(), ...lay.labels]) {
      assert.ok(p.x > 0 && p.x < lay.width && p.y > 0 && p.y < lay.height, JSON.stringify(p));
    }
    assert.equal(lay.at.size, shape.spots.length);
  });

  test(`${name}: stones do not touch`, () => {
    assert.ok(2 * lay.stone < lay.spacing);
    assert.ok(lay.stone <= 1000 / 22);
  });

  test(`${name}: the nearest spot is found from anywhere near it`, () => {
    const off = lay.spacing * 0.4;
    for (const [spot, p] of lay.at) {
      assert.equal(nearest(lay, { x: p.x + off, y: p.y - off }), spot);
    }
    assert.equal(nearest(lay, { x: -1000, y: 0 }), null);
  });

  test(`${name}: the arrow keys reach every spot from every other`, () => {
    const first = shape.spots[0].name;
    const seen = new Set([first]);
    for (const spot of seen) {
      for (const [dx, dy] of ARROWS) seen.add(neighbour(shape, lay, spot, dx, dy));
    }
    assert.equal(seen.size, shape.spots.length);
  });
}

test("the arrow keys follow the lines of nine", () => {
  const lay = layout(nine);
  const go = (from, dx, dy) => neighbour(nine, lay, from, dx, dy);
  assert.equal(go("a1", 1, 0), "d1");
  assert.equal(go("a1", 0, -1), "a4");
  assert.equal(go("d1", 0, -1), "d2");
  assert.equal(go("d3", 0, -1), "d5");
  assert.equal(go("c4", 1, 0), "e4");
  assert.equal(go("g7", 1, 0), "g7");
});

test("a strip is read on from row to row", () => {
  const shape = strip(12);
  const lay = layout(shape);
  assert.equal(neighbour(shape, lay, "6", 1, 0), "7");
  assert.equal(neighbour(shape, lay, "7", -1, 0), "6");
  assert.equal(neighbour(shape, lay, "2", 0, 1), "8");
  assert.equal(neighbour(shape, lay, "1", -1, 0), "1");
});

test("rows of three are those of the games", () => {
  assert.equal(rows(nine).length, 16);
  assert.equal(rows(twelve).length, 20);
  assert.equal(rows(six).length, 8);
  assert.equal(rows(three).length, 8);
  assert.deepEqual(rowsThrough(nine, "d6").map((row) => row.sort()), [["d5", "d6", "d7"], ["b6", "d6", "f6"]]);
});

test("nine men wait in a tray without touching captured ones", () => {
  const { trays } = layout(nine);
  for (const tray of Object.values(trays)) {
    assert.ok(tray.captured(4) - tray.hand(8) > 2 * tray.radius);
    assert.ok(tray.hand(11) + tray.radius < tray.box.x + tray.box.width);
  }
});

test("typing names a spot", () => {
  const names = ["a1", "d6", "d5"];
  assert.deepEqual(typedSpot(names, "", "d"), { typed: "d", spot: null });
  assert.deepEqual(typedSpot(names, "d", "6"), { typed: "d6", spot: "d6" });
  assert.deepEqual(typedSpot(names, "d", "a"), { typed: "a", spot: null });
  assert.deepEqual(typedSpot(names, "", "z"), { typed: "", spot: null });
  const squares = ["1", "2", "12"];
  assert.deepEqual(typedSpot(squares, "", "1"), { typed: "1", spot: "1" });
  assert.deepEqual(typedSpot(squares, "1", "2"), { typed: "12", spot: "12" });
  assert.deepEqual(typedSpot(squares, "12", "2"), { typed: "2", spot: "2" });
});
