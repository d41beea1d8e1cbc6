// Pages besides the games: their player is here as long as they are open, and is told when there is
// something new on them.

import { ConnectionLine } from "./common.js";
import { Link } from "./link.js";

const AGAIN_MS = 5_000;

/**
 * Looks at this page again now and then, and at once when the server says that there is news; what has
 * changed takes its place, unless somebody is busy with it.
 * @param {string} id of the part that changes
 * @param {boolean} signedIn whether the visitor can have a connection
 */
export function keepUp(id, signedIn) {
  async function look() {
    const answer = await fetch(location.href, { headers: { accept: "text/html" } }).catch(() => null);
    if (!answer?.ok || answer.redirected) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const [now, shown] = [page.getElementById(id), document.getElementById(id)];
    // Somebody waits at a board: also when another node has brought the two together.
    if (now?.dataset.go && now.dataset.go !== shown?.dataset.go) location.assign(now.dataset.go);
    const busy = shown?.contains(document.activeElement) || shown?.querySelector("details[open]");
    if (now && shown && !busy && now.innerHTML !== shown.innerHTML) shown.replaceWith(now);
  }
  setInterval(() => document.hidden || void look(), AGAIN_MS);
  if (!signedIn) return;
  const line = new ConnectionLine();
  new Link({
    onOpen: () => {},
    onMessage: (message) => {
      if (message.type === "matched") location.assign(`/game/${encodeURIComponent(message.game)}`);
      if (message.type === "news") void look();
    },
    onState: (state) => line.set(state),
  });
}
