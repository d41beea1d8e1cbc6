import assert from "node:assert/strict";
import { test } from "node:test";
import { prefix, split, spotsOf } from "../board/notation.js";

const cases = [
  // text, spots in order, path, taken
  ["d6", ["d6"], ["d6"], null],
  ["d6xa1", ["d6", "a1"], ["d6"], "a1"],
  ["d6-d5", ["d6", "d5"], ["d6", "d5"], null],
  ["d6-d5xa1", ["d6", "d5", "a1"], ["d6", "d5"], "a1"],
  ["a10-s19", ["a10", "s19"], ["a10", "s19"], null],
  ["14-2", ["14", "2"], ["14", "2"], null],
];

for (const [text, spots, path, taken] of cases) {
  test(`${text} is split`, () => {
    assert.deepEqual(spotsOf(text), spots);
    assert.deepEqual(split(text), { path, taken });
    assert.equal(prefix(text, spots.length), text);
  });
}

test("a prefix keeps the signs between its spots", () => {
  assert.equal(prefix("d6-d5xa1", 1), "d6");
  assert.equal(prefix("d6-d5xa1", 2), "d6-d5");
});
