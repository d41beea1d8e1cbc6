// Tries the calls of the interface with the token that was typed in. The token stays in its field.

import { find, show } from "./common.js";

/** So many characters of an answer are shown. */
const SHOWN = 4000;

/** So long a stream is listened to. */
const LISTEN_MS = 8000;

/**
 * The address, method and body that a form asks for.
 * @param {HTMLFormElement} form
 */
function call(form) {
  const { method = "GET", path = "" } = form.dataset;
  let address = path;
  const query = new URLSearchParams();
  for (const field of form.querySelectorAll("input")) {
    if (field.dataset.in === "path") {
      address = address.replace(`{${field.name}}`, encodeURIComponent(field.value));
    } else if (field.value !== "") {
      query.set(field.name, field.value);
    }
  }
  const body = form.querySelector("textarea")?.value;
  const search = query.size > 0 ? `?${query}` : "";
  return { method, address: address + search, body };
}

/**
 * @param {Response} response
 * @param {(text: string) => void} tell
 */
async function read(response, tell) {
  const limits = ["limit", "remaining", "reset"]
    .map((name) => `RateLimit-${name}: ${response.headers.get(`ratelimit-${name}`)}`)
    .join("\n");
  let text = `${response.status} ${response.statusText}\n${limits}\n\n`;
  tell(text);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const until = setTimeout(() => reader?.cancel(), LISTEN_MS);
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done || text.length > SHOWN) break;
    text += part.value;
    tell(text.slice(0, SHOWN));
  }
  clearTimeout(until);
  await reader?.cancel();
}

/** @param {HTMLFormElement} form */
async function send(form) {
  const token = find("#token");
  const secret = token instanceof HTMLInputElement ? token.value.trim() : "";
  const { method, address, body } = call(form);
  const answer = form.querySelector("pre");
  if (!answer) return;
  const tell = (/** @type {string} */ text) => {
    answer.hidden = false;
    answer.textContent = text;
  };
  /** @type {Record<string, string>} */
  const headers = { accept: "application/json, application/x-ndjson, text/plain" };
  if (secret !== "") headers.authorization = `Bearer ${secret}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  try {
    const options = { method, headers, body, credentials: /** @type {const} */ ("omit") };
    await read(await fetch(address, options), tell);
  } catch (error) {
    tell(String(error));
  }
}

show("#try-token", true);
for (const form of document.querySelectorAll("form.try")) {
  if (!(form instanceof HTMLFormElement)) continue;
  const button = form.querySelector("button");
  if (button) button.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send(form);
  });
}
