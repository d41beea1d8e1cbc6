// Home: what waits and what is new, and what to play.

import "./chooser.js";
import { keepUp } from "./refresh.js";
import { tellZone } from "./zone.js";

keepUp("now", true, tellZone());
