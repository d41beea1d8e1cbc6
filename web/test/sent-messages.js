// What else the server says, written by its test `sent`; its types are checked by
// `npm run check`.

/** @type {import("../app/connection.js").ServerMessage[]} */
export const messages = [
  {"type":"panel","html":""},
  {"type":"pong","now":0},
  {"type":"why","id":1,"reason":null},
  {"type":"ack","id":2,"version":2},
  {"type":"refused","id":3,"code":"stale","reason":"The game has gone on: its next ply is 1."},
  {"type":"watchers","count":1,"words":""},
  {"type":"hint","id":4,"move":"","words":""},
];
