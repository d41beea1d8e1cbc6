// The waiting page: keeps the seat while the page is open and goes to the game once there is one.

import { ConnectionLine } from "./common.js";
import { Connection } from "./connection.js";

const line = new ConnectionLine();
const connection = new Connection({
  onOpen: () => connection.send({ do: "wait" }),
  onMessage: (message) => {
    if (message.type === "matched") location.replace(`/game/${encodeURIComponent(message.game)}`);
    // The seat was given up while the page slept: the server says where to go.
    if (message.type === "refused" && message.code === "not-waiting") location.replace("/findmatch");
  },
  onState: (state) => line.set(state),
});
