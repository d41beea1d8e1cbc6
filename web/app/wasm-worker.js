// The worker of the page: loads the module when it is first asked, hands it the files that it needs, and
// answers one question after the other. A search is not interrupted: whoever wants it stopped ends the worker.

import { start } from "./wasm.js";

/**
 * @typedef {{id: number, request: unknown, files: [unknown, string][]}} Question with the files it needs,
 *   each with what it is and its address
 * @typedef {{id: number, answer?: any, error?: string}} Reply
 * @typedef {{postMessage(reply: Reply): void, addEventListener(type: "message", heard: (event: {data: Question}) => void): void}} Port
 */

/**
 * Answers what comes in at a port.
 * @param {Port} port
 * @param {(address: string) => Promise<Uint8Array>} load
 * @param {() => Promise<WebAssembly.Module>} compile
 */
export function serve(port, load, compile) {
  /** @type {Promise<(request: string, file?: Uint8Array) => string> | null} */
  let module = null;
  /** @type {Map<string, Promise<void>>} the files that were handed in, by address */
  const kept = new Map();

  /**
   * @param {unknown} request
   * @param {Uint8Array} [file]
   */
  const ask = async (request, file) => {
    if (!module) {
      module = compile().then(start);
      // What could not be fetched is asked for again.
      module.catch(() => (module = null));
    }
    const answer = JSON.parse((await module)(JSON.stringify(request), file));
    if (answer?.error !== undefined) throw new Error(answer.error);
    return answer;
  };

  /** @param {[unknown, string]} file */
  const keep = ([kind, address]) => {
    const known = kept.get(address);
    if (known) return known;
    const handed = load(address).then((bytes) => ask({ keep: kind }, bytes));
    kept.set(address, handed);
    // A file that could not be fetched is asked for again.
    handed.catch(() => kept.delete(address));
    return handed;
  };

  port.addEventListener("message", async ({ data: { id, request, files } }) => {
    try {
      await Promise.all(files.map(keep));
      port.postMessage({ id, answer: await ask(request) });
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) {
        module = null;
        kept.clear();
      }
      port.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
    }
  });
}

/** @param {string} address */
async function fetched(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response;
}

if ("WorkerGlobalScope" in globalThis) {
  const load = async (/** @type {string} */ address) => new Uint8Array(await (await fetched(address)).arrayBuffer());
  const compile = async () => WebAssembly.compileStreaming(fetched(new URL("../wasm/merels.wasm", import.meta.url).href));
  serve(/** @type {any} */ (globalThis), load, compile);
}
