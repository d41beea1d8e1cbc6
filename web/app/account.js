// One's own account: passkeys, and the switch for notices of this browser.

import "./passkey.js";
import "./push.js";
