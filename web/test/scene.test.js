import assert from "node:assert/strict";
import { test } from "node:test";
import { after, byHand, same, sceneOf } from "../board/scene.js";
import { view } from "./shapes.js";

const start = sceneOf(view({ men: { a1: "white", d1: "black" } }));

test("a man that is placed comes from the hand", () => {
  const scene = after(start, { type: "placed", side: "white", to: "g1" });
  assert.equal(scene.men.g1, "white");
  assert.deepEqual(scene.hand, { white: 8, black: 9 });
  assert.deepEqual(scene.last, { spots: ["g1"], taken: null });
  assert.equal(start.men.g1, undefined, "the scene before stays as it was");
});

test("a man that is taken lies with the captured ones", () => {
  const scene = after(start, { type: "took", side: "white", at: "d1" });
  assert.equal(scene.men.d1, undefined);
  assert.deepEqual(scene.captured, { white: 0, black: 1 });
});

test("a closed mill is lit until the next step", () => {
  const lines = [["a1", "d1", "g1"]];
  const lit = after(start, { type: "closed-mill", side: "white", lines });
  assert.deepEqual(lit.lit, lines);
  assert.deepEqual(after(lit, { type: "took", side: "white", at: "d1" }).lit, lines);
  assert.deepEqual(after(lit, { type: "moved", side: "black", from: "d1", to: "d2" }).lit, []);
});

test("pawns that are captured change colour, and one pawn of a pile moves", () => {
  assert.equal(after(start, { type: "captured", side: "white", at: ["d1"] }).men.d1, "white");
  const strip = sceneOf(view({ men: { 3: 2, 1: 1 }, hand: null, captured: null }));
  assert.deepEqual(after(strip, { type: "moved", side: "white", from: "3", to: "1" }).men, { 1: 2, 3: 1 });
});

test("what a hand does is what the server then tells", () => {
  const [step, taking] = byHand("d6-d5xa1", "white");
  assert.ok(same(step, { type: "flew", side: "white", from: "d6", to: "d5" }));
  assert.ok(same(taking, { type: "took", side: "white", at: "a1" }));
  assert.ok(!same(step, { type: "moved", side: "white", from: "d6", to: "d7" }));
  assert.deepEqual(byHand("d6", "black"), [{ type: "placed", side: "black", to: "d6" }]);
});
