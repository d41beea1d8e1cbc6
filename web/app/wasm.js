// The module of the page: rules, engine and words in WebAssembly behind one function (docs/wasm.md). It runs
// in a worker of the page and, for tests, in Node.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {(bytes: number) => number} room
 * @property {(request: number) => number} ask
 * @property {() => number} answer
 */

/**
 * A function that takes a request as JSON and gives the answer as JSON.
 * @param {WebAssembly.Module} compiled
 * @returns {Promise<(request: string, file?: Uint8Array) => string>}
 */
export async function start(compiled) {
  const { exports } = await WebAssembly.instantiate(compiled, { env: { now: () => performance.now() } });
  const { memory, room, ask, answer } = /** @type {Exports} */ (/** @type {unknown} */ (exports));
  return (request, file = new Uint8Array()) => {
    const text = encoder.encode(request);
    const at = room(text.length + file.length);
    // The memory moves when it grows: every look at it is a new one.
    const bytes = new Uint8Array(memory.buffer, at, text.length + file.length);
    bytes.set(text);
    bytes.set(file, text.length);
    const length = ask(text.length);
    return decoder.decode(new Uint8Array(memory.buffer, answer(), length));
  };
}
