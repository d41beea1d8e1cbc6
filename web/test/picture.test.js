import assert from "node:assert/strict";
import { test } from "node:test";
import { carriedOut, picture, pressable } from "../board/picture.js";
import { grid, nine, strip, view } from "./shapes.js";

const men = { d7: "white", d6: "white", c5: "white", a1: "black", b2: "black" };
const moving = view({
  men,
  hand: { white: 0, black: 0 },
  moves: ["c5-d5xa1", "c5-d5xb2", "c5-c4", "d6-d5"],
  last: { spots: ["a4", "a1"], taken: null },
});

test("a placement comes from the hand", () => {
  const after = carriedOut(view(), "d6");
  assert.deepEqual(after.men, { d6: "white" });
  assert.deepEqual(after.hand, { white: 8, black: 9 });
});

test("a move carries a man and takes another", () => {
  const after = carriedOut(moving, "c5-d5xa1");
  assert.deepEqual(after.men, { d7: "white", d6: "white", d5: "white", b2: "black" });
  assert.deepEqual(after.captured, { white: 0, black: 1 });
  assert.equal(moving.men.c5, "white");
});

test("pawns of Nimble are counted", () => {
  const after = carriedOut(view({ men: { 4: 2, 1: 1 }, hand: null, captured: null }), "4-2");
  assert.deepEqual(after.men, { 1: 1, 2: 1, 4: 1 });
});

test("nothing chosen: own men may be picked up", () => {
  const { spots, closed } = picture(nine, moving, [], null);
  assert.ok(spots.get("c5").source && spots.get("d6").source);
  assert.ok(!spots.get("c5").possible);
  assert.ok(!pressable(spots.get("d5")));
  assert.equal(spots.get("a1").last, "to");
  assert.equal(spots.get("a4").last, "from");
  assert.deepEqual(closed, []);
});

test("a chosen man shows where it may go", () => {
  const { spots } = picture(nine, moving, ["c5"], null);
  assert.ok(spots.get("c5").chosen && spots.get("d5").possible && spots.get("c4").possible);
  assert.ok(spots.get("d6").source);
});

test("placing: every empty point is possible", () => {
  const { spots } = picture(nine, view({ moves: ["a1", "d6"] }), [], null);
  assert.ok(spots.get("a1").possible && !spots.get("a1").source && !spots.get("g7").possible);
});

test("a draft shows the man moved, the mill marked, the men that may be taken", () => {
  const shown = picture(nine, moving, ["c5", "d5"], null);
  assert.equal(shown.owed, "c5-d5");
  assert.ok(shown.marked);
  assert.equal(shown.spots.get("c5").colour, null);
  assert.equal(shown.spots.get("d5").colour, "white");
  assert.ok(shown.spots.get("d5").mill && shown.spots.get("d6").mill);
  assert.ok(shown.spots.get("a1").takeable && !shown.spots.get("a1").possible);
  assert.ok(!shown.spots.get("d6").source);
  assert.deepEqual(shown.closed.map((row) => row.sort()), [["d5", "d6", "d7"]]);
});

test("a move that was sent is shown at once and nothing can be chosen", () => {
  const shown = picture(nine, moving, [], "c5-d5xa1");
  assert.equal(shown.spots.get("a1").colour, null);
  assert.equal(shown.spots.get("a1").last, "taken");
  assert.equal(shown.captured.black, 1);
  assert.ok(![...shown.spots.values()].some(pressable));
  assert.ok(!shown.marked);
});

test("a mill closed by the last move glows, one that was there does not", () => {
  const mills = [["d5", "d6", "d7"], ["a1", "a4", "a7"]];
  const shown = picture(nine, view({ mills, last: { spots: ["c5", "d5"], taken: "b2" } }), [], null);
  assert.deepEqual(shown.closed, [mills[0]]);
});

test("Ming Mang and Nimble have no mills and no trays", () => {
  const ming = view({ men: { a1: "white" }, hand: null, captured: null, moves: ["a1-b1"] });
  assert.ok(picture(grid(3), ming, ["a1"], null).spots.get("b1").possible);
  const pawns = view({ men: { 3: 2 }, hand: null, captured: null, moves: ["3-1", "3-2"] });
  const { spots, hand } = picture(strip(3), pawns, [], null);
  assert.equal(hand, null);
  assert.deepEqual([spots.get("3").colour, spots.get("3").count], ["pawn", 2]);
});
