// A part of a page that is looked at again now and then.

import { ConnectionLine } from "./common.js";
import { Connection } from "./connection.js";
import { pageAt, renew } from "./fragments.js";

const AGAIN_MS = 5_000;

/**
 * Looks at this page again now and then, and at once when the server says that there is news; what has
 * changed takes its place, unless somebody is busy with it. The player is present as long as it is open.
 * @param {string} id of the part that changes
 * @param {boolean} signedIn whether the visitor can have a connection
 */
export function keepUp(id, signedIn) {
  async function look() {
    const page = await pageAt(location.href);
    const [now, shown] = [page?.getElementById(id), document.getElementById(id)];
    // Somebody waits at a board: also when another node has brought the two together.
    if (now?.dataset.go && now.dataset.go !== shown?.dataset.go) location.assign(now.dataset.go);
    const busy = shown?.contains(document.activeElement) || shown?.querySelector("details[open]");
    if (!busy) renew([now]);
  }
  setInterval(() => document.hidden || void look(), AGAIN_MS);
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
