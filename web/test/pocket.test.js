import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { Pocket, Stopped } from "../app/pocket.js";
import { serve } from "../app/wasm-worker.js";

const compiled = WebAssembly.compile(readFileSync(new URL("../wasm/merels.wasm", import.meta.url)));

/** A worker in this thread, and how many there were. */
function workers() {
  const all = { started: 0, ended: 0, loaded: [] };
  const start = () => {
    all.started += 1;
    let hear = (_event) => {};
    let answer = (_event) => {};
    let ended = false;
    const port = {
      postMessage: (data) => ended || setImmediate(() => ended || answer({ data })),
      addEventListener: (_type, heard) => (hear = heard),
    };
    const load = (address) => {
      all.loaded.push(address);
      return readFile(new URL(address, import.meta.url));
    };
    serve(port, load, () => compiled);
    return {
      postMessage: (data) => setImmediate(() => ended || hear({ data })),
      addEventListener: (type, heard) => type === "message" && (answer = heard),
      terminate: () => {
        ended = true;
        all.ended += 1;
      },
    };
  };
  return { all, start };
}

const opened = (language = "en") => {
  const { all, start } = workers();
  return { all, pocket: new Pocket(language, "../", start) };
};

test("nothing is started before the first question", async () => {
  const { all, pocket } = opened();
  assert.equal(all.started, 0);
  const { view } = await pocket.show({ kind: "three", moves: [] }, 0);
  assert.equal(all.started, 1);
  assert.equal(view.title, "Three Men’s Morris");
  assert.equal(view.moves.length, 9);
  assert.deepEqual(all.loaded, ["../messages/en.ftl"]);
});

test("a turn is told as the site tells it, in the language of the page", async () => {
  const { pocket } = opened("de");
  const { view, events } = await pocket.show({ kind: "nine", moves: ["d6"] }, 0);
  assert.deepEqual(view.men, { d6: "white" });
  assert.equal(view.toMove, "black");
  assert.deepEqual(events[0].happenings, [{ type: "placed", side: "white", to: "d6" }]);
  assert.match(events[0].words[0], /d6/);
  const { refused, choices } = await pocket.choose({ kind: "nine", moves: ["d6"] }, ["d6"]);
  assert.match(refused ?? "", /d6/);
  assert.equal(choices.length, 23);
});

for (const kind of ["three", "six", "nimble", "mingmang"]) {
  test(`two levels play ${kind} to its end`, async () => {
    const { pocket } = opened();
    const game = { kind, moves: [] };
    for (;;) {
      const { view } = await pocket.show(game, game.moves.length);
      if (view.result || game.moves.length > 300) break;
      const { move } = await pocket.think(game, game.moves.length % 2 ? "2" : "5", { nodes: 500 }, game.moves.length);
      assert.ok(view.moves.includes(move), `${move} in ${view.position}`);
      game.moves.push(move);
    }
    const { view } = await pocket.show(game, game.moves.length);
    assert.ok(view.result ?? game.moves.length > 300, view.position);
  });
}

test("what was stopped is not answered, and the next question is", async () => {
  const { all, pocket } = opened();
  const game = { kind: "nine", moves: [] };
  const thought = pocket.think(game, "9");
  pocket.stop();
  await assert.rejects(thought, Stopped);
  assert.equal((await pocket.show(game, 0)).view.toMove, "white");
  assert.deepEqual([all.started, all.ended], [2, 1]);
});

test("what is wrong is said", async () => {
  const { pocket } = opened();
  await assert.rejects(pocket.show({ kind: "nine", moves: ["d6", "d6"] }, 0), /d6/);
  await assert.rejects(pocket.show({ kind: "chess", moves: [] }, 0), /there is no game 'chess'/);
  await assert.rejects(pocket.think({ kind: "nine", moves: [] }, "11"), /there is no level '11'/);
});
