import assert from "node:assert/strict";
import { test } from "node:test";
import { offBoard, nearest, neighbour, placesOf, typedSpot } from "../board/geometry.js";
import { shapes } from "./sent.js";

const { nine, nimble12 } = shapes;
const ARROWS = [[-1, 0], [1, 0], [0, -1], [0, 1]];

for (const [name, shape] of Object.entries(shapes)) {
  const lay = placesOf(shape, "white");

  test(`${name}: everything lies within the picture`, () => {
    for (const p of [...lay.at.values(), ...lay.labels]) {
      assert.ok(p.x > 0 && p.x < lay.width && p.y > 0 && p.y < lay.height, JSON.stringify(p));
    }
    assert.equal(lay.at.size, shape.spots.length);
  });

  test(`${name}: stones do not touch`, () => {
    assert.ok(2 * lay.stone < lay.spacing);
    assert.ok(lay.stone <= Math.round(10_000 / 22) / 10);
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
  const lay = placesOf(nine, "white");
  const go = (from, dx, dy) => neighbour(nine, lay, from, dx, dy);
  assert.equal(go("a1", 1, 0), "d1");
  assert.equal(go("a1", 0, -1), "a4");
  assert.equal(go("d1", 0, -1), "d2");
  assert.equal(go("d3", 0, -1), "d5");
  assert.equal(go("c4", 1, 0), "e4");
  assert.equal(go("g7", 1, 0), "g7");
});

test("a strip is read on from row to row", () => {
  const shape = nimble12;
  const lay = placesOf(shape, "white");
  assert.equal(neighbour(shape, lay, "6", 1, 0), "7");
  assert.equal(neighbour(shape, lay, "7", -1, 0), "6");
  assert.equal(neighbour(shape, lay, "2", 0, 1), "8");
  assert.equal(neighbour(shape, lay, "1", -1, 0), "1");
});

test("turned half round, the first spot lies where the last one lay", () => {
  for (const shape of [nine, shapes.mingmang8]) {
    const [near, far] = [placesOf(shape, "white"), placesOf(shape, "black")];
    const middle = near.frames[0].x * 2 + near.frames[0].width;
    for (const { name } of shape.spots) {
      const [a, b] = [near.at.get(name), far.at.get(name)];
      assert.ok(Math.abs(a.x + b.x - middle) < 0.2, `${name}: ${a.x} and ${b.x}`);
    }
  }
});

test("men off the board lie beyond the edge of their player, whoever is near", () => {
  for (const near of ["white", "black"]) {
    const lay = placesOf(nine, near);
    const far = near === "white" ? "black" : "white";
    assert.ok(offBoard(lay, near).y > lay.height);
    assert.ok(offBoard(lay, far).y < 0);
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
