// The lobby: who is here, which seats are open, who has challenged whom.

import "./chooser.js";
import { find } from "./common.js";
import { keepUp } from "./refresh.js";

keepUp("meeting", find("#meeting")?.dataset.signedIn !== undefined);
