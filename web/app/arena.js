// An arena: its standings follow the games, and whoever is paired is taken to the board.

import { find } from "./common.js";
import { keepUp } from "./here.js";

keepUp("arena", find("#arena")?.dataset.signedIn !== undefined);
