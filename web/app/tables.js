// Small boards of running games, where one chooses what to watch: looked at again now and then.

import { keepUp } from "./refresh.js";

keepUp("running", false);
