// A view for the tests; the boards are those that the server sends.

export { shapes } from "./sent.js";

/** A view of a game of nine with nothing on the board, changed as asked. */
export function view(changes = {}) {
  return {
    game: "g1", kind: "nine", title: "Nine Men's Morris", version: 1, ply: 0, position: "",
    toMove: "white", you: "white",
    players: { white: { name: "Ada", computer: null }, black: { name: "Bo", computer: null } },
    men: {}, hand: { white: 9, black: 9 }, captured: { white: 0, black: 0 },
    mills: [], last: null, moves: [], draft: null,
    draw: { offeredBy: null, mayOffer: true, mayAnswer: false },
    mayForfeit: true, mayUndo: false, mayHint: false, assisted: false, result: null, status: "",
    ...changes,
  };
}
