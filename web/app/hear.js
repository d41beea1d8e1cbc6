// Sound is offered once, when the first mill closes under somebody's eyes: a button in the bar, beside the
// menu that has the switch. Nothing else moves for it, and whoever passes it by is not asked again.

import { find, storage, words } from "./common.js";

/** The names under which the switch and this offer are remembered. */
const [SOUND, OFFERED] = ["merels-sound", "merels-sound-offered"];

/** Offers sound, unless it has been switched or offered before. */
export function offerSound() {
  const kept = storage();
  if (!kept || kept.getItem(SOUND) !== null || kept.getItem(OFFERED) !== null) return;
  kept.setItem(OFFERED, "1");
  const button = document.createElement("button");
  button.type = "button";
  button.id = "hear";
  button.textContent = words("app-hear");
  button.addEventListener("click", () => {
    find("#sound")?.click();
    button.remove();
    find("#menu summary")?.focus();
  });
  find("#me")?.prepend(button);
}
