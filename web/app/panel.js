// The panel beside the board: players, status, result, buttons, log. Writes a view into it.

import { find, show, words, write } from "./common.js";

/** @import { Side, View } from "../board/types.js" */
/** @import { Board } from "../board/board.js" */

/** @typedef {{version: number, kind: string, at: string, words: string[]}} GameEvent */

/** @type {Side[]} */
const SIDES = ["white", "black"];
const plainTitle = document.title;

/** @param {View} view */
export function showView(view) {
  for (const side of SIDES) showPlayer(view, side);
  const over = view.result !== null;
  show("form[data-do=draw]", !over && view.you !== null);
  const offer = find("form[data-do=draw] button");
  if (offer instanceof HTMLButtonElement) offer.disabled = !view.draw.mayOffer;
  show("form[data-do=drawrespond]", view.draw.mayAnswer);
  show("details.danger", view.mayForfeit);
  showResult(view);
  const yours = view.you !== null && view.toMove === view.you;
  document.title = yours ? `● ${words("app-your-turn-title")} – ${plainTitle}` : plainTitle;
}

/**
 * @param {View} view
 * @param {Side} side
 */
function showPlayer(view, side) {
  const row = find(`.players [data-side=${side}]`);
  if (!row) return;
  const other = side === "white" ? "black" : "white";
  write(".name", view.players[side].name, row);
  if (view.toMove === side) row.setAttribute("aria-current", "true");
  else row.removeAttribute("aria-current");
  if (!view.hand || !view.captured) return;
  write(".counts", words("app-counts", { hand: view.hand[side], captured: view.captured[other] }), row);
}

/** @param {View} view */
function showResult(view) {
  show("#result", view.result !== null);
  if (!view.result) return;
  write("#result .verdict", verdict(view));
  write("#result .words", view.result.words);
}

/** @param {View} view */
function verdict({ result, you }) {
  if (result?.winner === null) return words("app-draw");
  if (you === null) return words("app-over");
  return words(result?.winner === you ? "app-you-win" : "app-you-lose");
}

/**
 * What follows from the board as well as from the view: the line that says what to do, and the
 * selectors for what is asked now.
 * @param {Board} board
 */
export function showAsked(board) {
  const { view, draft, asked } = board;
  if (!view) return;
  const other = view.toMove === "white" ? "black" : "white";
  write("#status", draft && !view.draft ? words(`app-take-${other}`) : view.status);
  for (const form of document.querySelectorAll("form.selectors")) {
    if (!(form instanceof HTMLFormElement)) continue;
    const ask = form.dataset.ask;
    form.hidden = ask === "text" ? asked.size === 0 : ![...asked].some((a) => a === ask);
  }
}

/**
 * Says quietly that another game is ready; this one goes on as long as the player likes.
 * @param {string} game
 */
export function showMatched(game) {
  const link = document.createElement("a");
  link.href = `/game/${encodeURIComponent(game)}`;
  link.textContent = words("app-matched-go");
  find("#matched")?.replaceChildren(`${words("app-matched")} `, link);
}

/**
 * Adds what happened to the log; an event that is there already is not added again.
 * @param {GameEvent[]} events
 */
export function addEvents(events) {
  const log = find("#log");
  if (!log) return;
  const known = Number(log.dataset.version ?? 0);
  for (const event of events.filter((e) => e.version > known)) {
    for (const sentence of event.words) {
      const line = document.createElement("li");
      line.textContent = sentence;
      log.append(line);
    }
    log.dataset.version = String(event.version);
  }
  const box = log.closest(".log");
  // Its end, as the box is turned round.
  if (box) box.scrollTop = 0;
}
