// Giving a game to others: by the system's own way of sharing, else by copying the link.

import { find, words, write } from "./common.js";

/** Copies the link of the game; where that is not allowed it is shown instead. */
async function share() {
  const url = location.origin + location.pathname.replace(/\/replay$/, "");
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    await navigator.share({ title: document.title, url }).catch(() => undefined);
    return;
  }
  const copied = await navigator.clipboard?.writeText(url).then(() => true, () => false);
  write("#shared", words(copied ? "app-invite-copied" : "app-invite-address", { address: url }));
}

const button = find("#share");
if (button) {
  button.hidden = false;
  button.addEventListener("click", () => void share());
}
