// The first page: the board plays with the first click; another game, level or colour shows its own.

import "./game.js";
import "./chooser.js";
