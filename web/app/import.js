// A record from a file goes into the field, where it can be seen before it is shown.

import { find, show } from "./common.js";

const [file, field] = [find("#file"), find("#record")];
show("#from-file", true);
file?.addEventListener("change", async () => {
  const chosen = file instanceof HTMLInputElement ? file.files?.[0] : null;
  if (chosen && field instanceof HTMLTextAreaElement) field.value = await chosen.text();
});
