// Home: what to play, and the games that go on.

import "./chooser.js";
import { keepUp } from "./here.js";

keepUp("running", true);
