// Answers requests with the kept module: for each line a request, a tab and the name of the file that
// belongs to it, a line with the milliseconds it took and the answer.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { start } from "../../../web/app/wasm.js";

const bytes = readFileSync(new URL("../../../web/wasm/merels.wasm", import.meta.url));
const ask = await start(await WebAssembly.compile(bytes));
for await (const line of createInterface({ input: process.stdin })) {
  const [request, file] = line.split("\t");
  const handed = file ? readFileSync(file) : undefined;
  const begun = performance.now();
  const answer = ask(request, handed);
  process.stdout.write(`${(performance.now() - begun).toFixed(1)} ${answer}\n`);
}
