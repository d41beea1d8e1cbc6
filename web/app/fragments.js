// Parts of a page become what the server rendered anew: the page knows no second way to write them.

/**
 * The document of a page, or of parts of one.
 * @param {string} html
 */
export const parsed = (html) => new DOMParser().parseFromString(html, "text/html");

/**
 * A page as the server makes it now.
 * @param {string} address
 * @param {RequestInit} [how]
 * @returns {Promise<Document | null>} null if there is no answer
 */
export async function pageAt(address, how) {
  const answer = await fetch(address, { headers: { accept: "text/html" }, ...how }).catch(() => null);
  const text = await answer?.text().catch(() => null);
  return text ? parsed(text) : null;
}

/** The question that was asked last. */
let asked = 0;

/**
 * Why the last of these spots cannot be chosen after the others: only the rules know.
 * @param {string} address of the page
 * @param {string[]} spots
 * @returns {Promise<string | undefined>} nothing if it can, or another question was asked meanwhile
 */
export async function why(address, spots) {
  const question = (asked += 1);
  const there = new URL(address, location.href);
  there.searchParams.set("why", spots.join());
  const answer = await fetch(there, { headers: { accept: "application/json" } }).catch(() => null);
  const { reason } = (await answer?.json().catch(() => null)) ?? {};
  return question === asked ? reason : undefined;
}

/**
 * Each part takes the place of the one with its id.
 * @param {Iterable<Element | null | undefined>} parts
 */
export function renew(parts) {
  for (const now of [...parts]) {
    const shown = now && document.getElementById(now.id);
    if (shown) patch(shown, now);
  }
}

/**
 * Makes a node like another one, and leaves alone what is the same: so the focus stays where it is, and a
 * screen reader hears what is new. What a script keeps (`data-kept`) and what a person has opened stay.
 * @param {ChildNode} shown
 * @param {ChildNode} now
 */
function patch(shown, now) {
  if (shown.isEqualNode(now)) return;
  if (!(shown instanceof Element && now instanceof Element) || shown.tagName !== now.tagName || shown.id !== now.id) {
    shown.replaceWith(now);
    return;
  }
  if (shown.matches("[data-kept], noscript")) return;
  for (const { name } of [...shown.attributes]) {
    if (!now.hasAttribute(name) && name !== "open") shown.removeAttribute(name);
  }
  for (const { name, value } of now.attributes) {
    if (shown.getAttribute(name) !== value) shown.setAttribute(name, value);
  }
  const [old, fresh] = [[...shown.childNodes], [...now.childNodes]];
  for (const [i, node] of fresh.entries()) {
    if (old[i]) patch(old[i], node);
    else shown.append(node);
  }
  for (const node of old.slice(fresh.length)) node.remove();
}
