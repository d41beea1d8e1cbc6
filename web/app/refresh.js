// A part of a page that is looked at again now and then.

import { ConnectionLine } from "./common.js";
import { Connection } from "./connection.js";
import { pageAt, renew } from "./fragments.js";

const AGAIN_MS = 5_000;

/**
 * Asks again now and then for a part of this page, at its own address (`data-at`), and at once when the
 * server says that there is news; what has changed takes its place, unless somebody is busy with it. The
 * player is present as long as the page is open.
 * @param {string} id of the part that changes
 * @param {boolean} signedIn whether the visitor can have a connection
 * @param {boolean} [atOnce] whether it is known to have changed
 */
export function keepUp(id, signedIn, atOnce = false) {
  const address = document.getElementById(id)?.dataset.at ?? location.href;
  async function look() {
    const page = await pageAt(address);
    const [now, shown] = [page?.getElementById(id), document.getElementById(id)];
    // Somebody waits at a board: also when another node has brought the two together.
    if (now?.dataset.go && now.dataset.go !== shown?.dataset.go) location.assign(now.dataset.go);
    const busy = shown?.contains(document.activeElement) || shown?.querySelector("details[open]");
    if (!busy) renew([now]);
  }
  setInterval(() => document.hidden || void look(), AGAIN_MS);
  if (atOnce) void look();
  if (!signedIn) return;
  const line = new ConnectionLine();
  new Connection({
    onOpen: () => {},
    onMessage: (message) => {
      if (message.type === "matched") location.assign(`/game/${encodeURIComponent(message.game)}`);
      if (message.type === "news") void look();
    },
    onState: (state) => line.set(state),
  });
}
