// The page of an invitation as its host sees it.

import { find } from "./common.js";
import { host } from "./sheet.js";

const part = find("#invite");
if (part) host(part);
