import assert from "node:assert/strict";
import { test } from "node:test";
import { picture, pressable } from "../board/picture.js";
import { after, byHand, sceneOf } from "../board/scene.js";
import { shapes, view } from "./shapes.js";

const { nine } = shapes;
const men = { d7: "white", d6: "white", c5: "white", a1: "black", b2: "black" };
const moving = view({
  men,
  hand: { white: 0, black: 0 },
  moves: ["c5-d5xa1", "c5-d5xb2", "c5-c4", "d6-d5"],
  last: { spots: ["a4", "a1"], taken: null },
});

/** What is seen of a view when these spots are chosen and this much of a move was made by hand. */
function seen(shape, of, chosen = [], made = null, moves = of.moves) {
  const steps = made ? byHand(made, "white") : [];
  return picture(shape, of, steps.reduce(after, sceneOf(of)), moves, chosen);
}

test("nothing chosen: own men may be picked up", () => {
  const { spots, closed } = seen(nine, moving);
  assert.ok(spots.get("c5").source && spots.get("d6").source);
  assert.ok(!spots.get("c5").possible);
  assert.ok(!pressable(spots.get("d5")));
  assert.equal(spots.get("a1").last, "to");
  assert.equal(spots.get("a4").last, "from");
  assert.deepEqual(closed, []);
});

test("a chosen man shows where it may go", () => {
  const { spots } = seen(nine, moving, ["c5"]);
  assert.ok(spots.get("c5").chosen && spots.get("d5").possible && spots.get("c4").possible);
  assert.ok(spots.get("d6").source);
});

test("placing: every empty point is possible", () => {
  const { spots } = seen(nine, view({ moves: ["a1", "d6"] }));
  assert.ok(spots.get("a1").possible && !spots.get("a1").source && !spots.get("g7").possible);
});

test("a draft shows the man moved, the line marked, the men that may be taken", () => {
  const shown = seen(nine, moving, ["c5", "d5"], "c5-d5");
  assert.ok(shown.marked);
  assert.equal(shown.spots.get("c5").colour, null);
  assert.equal(shown.spots.get("d5").colour, "white");
  assert.ok(shown.spots.get("a1").takeable && !shown.spots.get("a1").possible);
  assert.ok(!shown.spots.get("d6").source);
});

test("a move that was sent is shown at once and nothing can be chosen", () => {
  const shown = seen(nine, moving, [], "c5-d5xa1", []);
  assert.equal(shown.spots.get("a1").colour, null);
  assert.equal(shown.spots.get("a1").last, "taken");
  assert.equal(shown.captured.black, 1);
  assert.ok(![...shown.spots.values()].some(pressable));
  assert.ok(!shown.marked);
});

test("an old mill is not lit at a draw by agreement", () => {
  const mills = [["d5", "d6", "d7"]];
  const result = { winner: null, score: "1/2-1/2", reason: "agreement", words: "" };
  const shown = seen(nine, view({ mills, result, toMove: null, last: { spots: ["c5", "d5"], taken: "b2" } }));
  assert.deepEqual(shown.closed, []);
  assert.equal(shown.ending, "drawn");
});

test("winning and losing look different", () => {
  const result = { winner: "white", score: "1-0", reason: "reduced", words: "" };
  assert.equal(seen(nine, view({ result, you: "white" })).ending, "won");
  assert.equal(seen(nine, view({ result, you: "black" })).ending, "lost");
});

test("Ming Mang and Nimble have no mills and no trays", () => {
  const ming = view({ men: { a1: "white" }, hand: null, captured: null, moves: ["a1-b1"] });
  assert.ok(seen(shapes.mingmang8, ming, ["a1"]).spots.get("b1").possible);
  const pawns = view({ men: { 3: 2 }, hand: null, captured: null, moves: ["3-1", "3-2"] });
  const { spots, hand } = seen(shapes.nimble12, pawns);
  assert.equal(hand, null);
  assert.deepEqual([spots.get("3").colour, spots.get("3").count], ["pawn", 2]);
});
