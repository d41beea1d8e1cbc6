// Choosing what to play: another game or colour is shown at once, by asking the page for it.

/** What changes the board on show; where there is none only the game does, for its levels. */
const SHOWS = document.getElementById("board")
  ? new Set(["game", "colour", "opponent", "level", "size", "norepeat", "squares", "pawns"])
  : new Set(["game"]);

const form = document.getElementById("chooser");
if (form instanceof HTMLFormElement) {
  form.addEventListener("submit", (e) => {
    if (new FormData(form).get("opponent") !== "friend") return;
    e.preventDefault();
    void import("./friend.js").then(({ invite }) => invite(form));
  });
  form.addEventListener("change", (e) => {
    const field = e.target;
    const page = form.dataset.page ?? "/";
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement) || !SHOWS.has(field.name)) return;
    // A strip is laid anew when its measures, or the game, change.
    const fields = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (name !== "strip" && name !== "laid") fields.append(name, String(value));
    if (form.checkValidity()) location.replace(`${page}?${fields}`);
  });
}
