// Home: what to play, and the games that go on.

import "./chooser.js";
import { keepUp } from "./refresh.js";

keepUp("running", true);
