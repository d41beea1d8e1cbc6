import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Outbox, backoff } from "../app/connection.js";
import { wordsFrom } from "../app/words.js";
import { spotLabel } from "../board/labels.js";
import { shapes } from "./sent.js";

/** The messages for the scripts, as the server exports them. */
function catalogue(language) {
  const text = readFileSync(new URL(`../messages/${language}.ftl`, import.meta.url), "utf8");
  return Object.fromEntries([...text.matchAll(/^((?:board|app)-[\w-]+) = (.+)$/gm)].map((m) => [m[1], m[2]]));
}

const en = catalogue("en");
const de = catalogue("de");
const words = wordsFrom(en);
const nothing = { colour: null, count: 0, possible: false, source: false, chosen: false, takeable: false, mill: false, last: null };

test("values are filled in, with or without spaces in the braces", () => {
  const say = wordsFrom({ "app-a": "{$x} and { $y }" });
  assert.equal(say("app-a", { x: 1, y: "two" }), "1 and two");
  assert.equal(say("app-missing"), "app-missing");
});

test("both languages have the same messages with the same values", () => {
  assert.deepEqual(Object.keys(de).sort(), Object.keys(en).sort());
  const values = (text) => [...text.matchAll(/\$\w+/g)].map(String).sort();
  for (const key of Object.keys(en)) assert.deepEqual(values(de[key]), values(en[key]), key);
});

test("nothing shouts, and every pattern is simple", () => {
  for (const text of [...Object.values(en), ...Object.values(de)]) {
    assert.doesNotMatch(text, /!|->/);
  }
});

test("every key that the scripts use exists", () => {
  const files = ["board/labels.js", "board/board.js", "board/render.js", "app/panel.js", "app/game.js", "app/common.js", "app/switches.js", "app/waiting.js"];
  for (const file of files) {
    const source = readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
    for (const [, key] of source.matchAll(/"((?:board|app)-[a-z-]+)"/g)) assert.ok(en[key], `${file}: ${key}`);
  }
});

test("a spot is described", () => {
  const label = (changes) => spotLabel(words, shapes.nine, "d6", { ...nothing, ...changes });
  assert.equal(label({ possible: true }), "d6, empty, possible");
  assert.equal(label({ colour: "white", count: 1, mill: true, takeable: true }), "d6, White, in a mill, may be taken");
  assert.equal(label({ colour: "black", count: 1, source: true, last: "to" }), "d6, Black, may move, last move");
  const pawns = spotLabel(words, shapes.nimble12, "4", { ...nothing, colour: "pawn", count: 3 });
  assert.equal(pawns, "square 4, 3 pawns");
});

test("a lost connection is tried again, ever less often", () => {
  assert.equal(backoff(0, 0.5), 500);
  assert.equal(backoff(1, 0.5), 1000);
  assert.equal(backoff(30, 0.5), 15000);
  assert.ok(backoff(2, 0) < backoff(2, 1));
});

test("what was not answered is sent again, and a turn in the making only as it stands last", () => {
  const outbox = new Outbox();
  outbox.add({ do: "draft", move: "d6" });
  outbox.add({ do: "draft", move: null });
  const move = outbox.add({ do: "move", move: "d6xa1" });
  const draw = outbox.add({ do: "draw" });
  assert.deepEqual(outbox.again(), [{ do: "move", move: "d6xa1", id: move }, { do: "draw", id: draw }]);
  assert.equal(outbox.answered(move)?.again, true);
  assert.equal(outbox.answered(draw)?.message.do, "draw");
  assert.ok(outbox.empty);
});
