// The messages of the page's language, as the server put them into the page: key to pattern.

/** @import { Words } from "../board/types.js" */

/**
 * A function that looks up a message and fills in its values. A missing message shows its key, so
 * that it is noticed.
 * @param {Record<string, string>} messages
 * @returns {Words}
 */
export function wordsFrom(messages) {
  return (key, values = {}) =>
    (messages[key] ?? key).replace(/\{\s*\$([\w-]+)\s*\}/g, (_, name) => String(values[name] ?? ""));
}
