// Giving a game to others: its link and its picture by the system's own way of sharing, else by copying
// the link.

import { copy, find } from "./common.js";

/**
 * The picture of the game as a file.
 * @returns {Promise<File | null>}
 */
async function picture() {
  const link = find("#picture");
  if (!(link instanceof HTMLAnchorElement)) return null;
  const answer = await fetch(link.href).catch(() => null);
  return answer?.ok ? new File([await answer.blob()], link.download, { type: "image/png" }) : null;
}

/** Copies the link of the game; where that is not allowed it is shown instead. */
async function share() {
  const url = location.origin + location.pathname.replace(/\/replay$/, "");
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    const file = await picture();
    const files = file && navigator.canShare?.({ files: [file] }) ? [file] : undefined;
    await navigator.share({ title: document.title, url, files }).catch(() => undefined);
    return;
  }
  await copy("#shared", url);
}

const button = find("#share");
if (button) {
  button.hidden = false;
  button.addEventListener("click", () => void share());
}
