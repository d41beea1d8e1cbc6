// Home: what to play, and the games that go on.

import "./chooser.js";
import "./tables.js";
