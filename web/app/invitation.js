// The page of an invitation: goes to the game once somebody has sat down; copies and shares the link.

import { ConnectionLine, copy, find } from "./common.js";
import { Connection } from "./connection.js";

const invitation = find("[data-invitation]")?.dataset.invitation;
const line = new ConnectionLine();
const connection = new Connection({
  onOpen: () => connection.send({ do: "host", invitation }),
  onMessage: (message) => {
    if (message.type === "matched") location.replace(`/game/${encodeURIComponent(message.game)}`);
    // Withdrawn elsewhere, or expired: the server says so.
    if (message.type === "refused" && message.code === "invitation-gone") location.reload();
  },
  onState: (state) => line.set(state),
});

const url = find("#link")?.textContent ?? location.href;

const copying = find("#copy");
if (copying) {
  copying.hidden = false;
  copying.addEventListener("click", () => void copy("#invited", url));
}
const sharing = find("#share");
if (sharing && typeof navigator.share === "function") {
  sharing.hidden = false;
  sharing.addEventListener("click", () => void navigator.share({ title: document.title, url }).catch(() => undefined));
}
