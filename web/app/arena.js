// An arena: its standings follow the games, and whoever is paired is taken to the board.

import { find } from "./common.js";
import { keepUp } from "./refresh.js";

const arena = find("#arena");
const board = arena?.dataset.go;
// Also whoever was paired before this page was there; but not whoever comes back from the board.
const from = document.referrer && new URL(document.referrer).pathname;
if (board && from !== board) location.assign(board);
keepUp("arena", arena?.dataset.signedIn !== undefined);
