import assert from "node:assert/strict";
import { test } from "node:test";
import { asked, carryOver, choose, continuations, nextSpots, owing, sources } from "../board/choose.js";

const placing = ["a1", "d1", "d6xb2", "d6xf4"];
const moving = ["d6-d5xa1", "d6-d5xb2", "d6-b6", "g7-g4"];
const lasker = ["a1", "d1", "d6-d5", "d6-b6"];
const mingmang = ["a4-b4", "a4-c4", "a5-b5"];
const nimble = ["4-3", "4-2", "4-1", "6-4", "6-1"];

test("at first every spot that begins a move may be chosen", () => {
  assert.deepEqual([...nextSpots(placing, [])], ["a1", "d1", "d6"]);
  assert.deepEqual([...nextSpots(moving, [])], ["d6", "g7"]);
  assert.deepEqual([...nextSpots([], [])], []);
});

test("continuations go by whole spots, not by letters", () => {
  assert.deepEqual(continuations(["1-2", "12-1"], ["1"]), ["1-2"]);
});

test("a placement without a removal is whole at once", () => {
  assert.deepEqual(choose(placing, [], "a1"), { chosen: ["a1"], move: "a1", refused: false });
});

test("a placement that closes a mill owes its removal", () => {
  const step = choose(placing, [], "d6");
  assert.deepEqual(step, { chosen: ["d6"], move: null, refused: false });
  assert.equal(owing(placing, step.chosen), "d6");
  assert.deepEqual([...nextSpots(placing, step.chosen)], ["b2", "f4"]);
  assert.equal(choose(placing, step.chosen, "f4").move, "d6xf4");
});

test("a move is chosen from spot to spot", () => {
  const first = choose(moving, [], "d6");
  assert.equal(owing(moving, first.chosen), null);
  assert.deepEqual([...nextSpots(moving, first.chosen)], ["d5", "b6"]);
  assert.equal(choose(moving, first.chosen, "b6").move, "d6-b6");
  const draft = choose(moving, first.chosen, "d5");
  assert.equal(draft.move, null);
  assert.equal(owing(moving, draft.chosen), "d6-d5");
  assert.equal(choose(moving, draft.chosen, "a1").move, "d6-d5xa1");
});

test("another own man is chosen instead, anything else is refused", () => {
  assert.deepEqual(choose(moving, ["d6"], "g7").chosen, ["g7"]);
  assert.deepEqual(choose(moving, ["d6"], "c3"), { chosen: ["d6"], move: null, refused: true });
  assert.deepEqual(choose(moving, ["d6"], "d6").chosen, []);
});

test("a draft stays until it is completed or its man is pressed again", () => {
  const draft = ["d6", "d5"];
  assert.deepEqual(choose(moving, draft, "g7"), { chosen: draft, move: null, refused: true });
  assert.deepEqual(choose(moving, draft, "d6"), { chosen: draft, move: null, refused: true });
  assert.deepEqual(choose(moving, draft, "d5"), { chosen: [], move: null, refused: false });
});

test("in lasker an empty point places and an own man is picked up", () => {
  assert.equal(choose(lasker, [], "a1").move, "a1");
  assert.deepEqual(choose(lasker, [], "d6"), { chosen: ["d6"], move: null, refused: false });
  assert.equal(choose(lasker, ["d6"], "d5").move, "d6-d5");
  assert.equal(owing(lasker, ["d6"]), null);
  assert.deepEqual([...sources(lasker)], ["d6"]);
});

test("with a man picked up a point out of reach is refused and nothing is placed", () => {
  assert.deepEqual(choose(lasker, ["d6"], "a1"), { chosen: ["d6"], move: null, refused: true });
});

test("Ming Mang and Nimble need nothing of their own", () => {
  assert.equal(choose(mingmang, ["a4"], "c4").move, "a4-c4");
  assert.equal(choose(nimble, ["6"], "4").move, "6-4");
  assert.deepEqual(choose(nimble, [], "1").chosen, []);
});

test("a new view brings its draft, keeps what is possible and drops the rest", () => {
  const before = { ply: 4, draft: null, moves: moving };
  assert.deepEqual(carryOver(null, { ...before, draft: "d6-d5" }, []), ["d6", "d5"]);
  assert.deepEqual(carryOver(before, before, ["d6"]), ["d6"]);
  assert.deepEqual(carryOver(before, { ...before, draft: "d6-d5" }, ["g7"]), ["d6", "d5"]);
  assert.deepEqual(carryOver({ ...before, draft: "d6-d5" }, before, ["d6", "d5"]), []);
  assert.deepEqual(carryOver(before, { ply: 5, draft: null, moves: [] }, ["d6"]), []);
  assert.deepEqual(carryOver(before, { ...before, moves: ["a1"] }, ["d6"]), []);
});

test("what is asked follows from the moves", () => {
  assert.deepEqual([...asked(placing, [])], ["place"]);
  assert.deepEqual([...asked(moving, [])], ["move"]);
  assert.deepEqual([...asked(lasker, [])].sort(), ["move", "place"]);
  assert.deepEqual([...asked(moving, ["d6", "d5"])], ["capture"]);
  assert.deepEqual([...asked([], [])], []);
});
