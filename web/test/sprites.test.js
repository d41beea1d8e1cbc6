import assert from "node:assert/strict";
import { test } from "node:test";
import { picture } from "../board/picture.js";
import { sceneOf } from "../board/scene.js";
import { PILE, placesOf, rearrange } from "../board/sprites.js";
import { shapes, view } from "./shapes.js";

const { nine, mingmang8, nimble12 } = shapes;

/** The changes from one view to the next, as "kind from to". */
function changes(shape, before, after) {
  let id = 0;
  const newId = () => (id += 1);
  const first = rearrange([], placesOf(picture(shape, before, sceneOf(before), [], [])), newId);
  const second = rearrange(first.sprites, placesOf(picture(shape, after, sceneOf(after), [], [])), newId);
  const name = (place) => (place ? place.spot || `${place.room}${place.i}` : "");
  return second.changes.map((c) => [c.kind, name(c.from), name(c.to)].join(" ").trim()).sort();
}

const ming = (men) => view({ men, hand: null, captured: null });

test("a man comes from the top of its hand", () => {
  const after = view({ men: { d6: "white" }, hand: { white: 8, black: 9 } });
  assert.deepEqual(changes(nine, view(), after), ["placed hand8 d6"]);
});

test("a move with a capture moves two stones", () => {
  const hand = { white: 0, black: 0 };
  const before = view({ men: { c5: "white", a1: "black" }, hand });
  const after = view({ men: { d5: "white" }, hand, captured: { white: 0, black: 1 } });
  assert.deepEqual(changes(nine, before, after), ["moved c5 d5", "taken a1 captured0"]);
});

test("after a lost connection a man that was taken is not the one that was placed", () => {
  const before = view({ men: { a1: "white" }, hand: { white: 8, black: 9 } });
  const after = view({ men: { g7: "white" }, hand: { white: 7, black: 9 }, captured: { white: 1, black: 0 } });
  assert.deepEqual(changes(nine, before, after), ["placed hand7 g7", "taken a1 captured0"]);
});

test("pawns that are enclosed turn over where they stand", () => {
  const before = ming({ a1: "white", c3: "white", b3: "black" });
  const after = ming({ a3: "white", c3: "white", b3: "white" });
  assert.deepEqual(changes(mingmang8, before, after), ["flipped b3 b3", "moved a1 a3"]);
});

test("one pawn of a pile moves", () => {
  assert.deepEqual(changes(nimble12, ming({ 4: 2, 6: 1 }), ming({ 4: 1, 2: 1, 6: 1 })), ["moved 4 2"]);
});

test("a high pile is told by its number", () => {
  assert.equal(placesOf(picture(nimble12, ming({ 2: 40 }), sceneOf(ming({ 2: 40 })), [], [])).length, PILE);
  assert.deepEqual(changes(nimble12, ming({ 2: 40 }), ming({ 1: 1, 2: 39 })), ["came  1"]);
});

test("nothing changes when nothing changed", () => {
  assert.deepEqual(changes(nine, view({ men: { a1: "white" } }), view({ men: { a1: "white" } })), []);
});
