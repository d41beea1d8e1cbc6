// The lobby: who is here, which seats are open, who has challenged whom.

import "./chooser.js";
import { find } from "./common.js";
import { keepUp } from "./here.js";

keepUp("meeting", find("#meeting")?.dataset.signedIn !== undefined);
