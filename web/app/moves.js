// The score sheet: it grows with the game, shows which turn is on the board, and leads back through them.
// The server makes it; see crates/web/src/parts/sheet.rs.

import { after, sceneOf } from "../board/scene.js";
import { data, find } from "./common.js";

/** @import { Happening, View } from "../board/types.js" */
/** @import { Scene } from "../board/scene.js" */

/** @typedef {{words?: string[], happenings: Happening[]}} Turn a turn of a replay */

/**
 * The turns of a game and what stands on the board before each of them and at the end.
 * @param {Document} page of its replay
 * @returns {{turns: Turn[], scenes: Scene[]}}
 */
export function turnsOf(page) {
  /** @type {Turn[]} */
  const turns = data("events", page);
  const scenes = [sceneOf(data("start", page))];
  for (const { happenings } of turns) scenes.push(happenings.reduce(after, scenes[scenes.length - 1]));
  return { turns, scenes };
}

const cells = () => [...document.querySelectorAll("#moves [data-ply]")].filter((cell) => cell instanceof HTMLElement);

/**
 * Marks the turn that led to a ply, and scrolls the sheet, and nothing else, so far that it is seen.
 * @param {number} ply
 */
export function markPly(ply) {
  for (const cell of document.querySelectorAll("[data-ply]")) {
    const here = cell.getAttribute("data-ply") === String(ply);
    if (here) cell.setAttribute("aria-current", "step");
    else cell.removeAttribute("aria-current");
    if (here && cell.closest("#moves")) keepInSight(cell);
  }
  const box = find("#moves");
  if (box && ply === 0) box.scrollTop = 0;
}

/** @param {Element} cell */
function keepInSight(cell) {
  const box = /** @type {HTMLElement} */ (cell.closest("#moves"));
  const [seen, wanted] = [box.getBoundingClientRect(), cell.getBoundingClientRect()];
  if (wanted.top < seen.top) box.scrollTop -= seen.top - wanted.top;
  else if (wanted.bottom > seen.bottom) box.scrollTop += wanted.bottom - seen.bottom;
}

/**
 * Brings the sheet up to a view by its last turn.
 * @param {View} view
 * @returns {boolean} false if more than that has happened
 */
export function followSheet({ ply, last }) {
  const list = find("#moves ol");
  const sheet = find(".sheet");
  if (!list || !sheet) return true;
  const known = cells();
  for (const cell of known.slice(ply)) cell.remove();
  for (const row of [...list.children]) if (row.childElementCount === 0) row.remove();
  if (ply > known.length + 1) return false;
  if (ply === known.length + 1 && last) list.append(...rowWith(list, ply, `${last.spots.join("-")}${last.taken ? `x${last.taken}` : ""}`));
  for (const step of sheet.querySelectorAll("[data-step]")) {
    const to = step.getAttribute("data-step") === "back" ? ply - 1 : ply;
    if (step.getAttribute("data-step") !== "first") step.setAttribute("href", `${sheet.dataset.replay}?ply=${Math.max(0, to)}`);
  }
  markPly(ply);
  return true;
}

/**
 * The row that a new turn begins; none if it stands in the last one.
 * @param {HTMLElement} list
 * @param {number} ply
 * @param {string} text
 * @returns {HTMLElement[]}
 */
function rowWith(list, ply, text) {
  const before = Number(find("#moves")?.dataset.before ?? 0);
  const cell = document.createElement("a");
  cell.href = `${find(".sheet")?.dataset.replay}?ply=${ply}`;
  cell.dataset.ply = String(ply);
  cell.textContent = text;
  const row = list.lastElementChild;
  if ((ply + before) % 2 === 0 && row) {
    row.append(cell);
    return [];
  }
  const fresh = document.createElement("li");
  fresh.append(cell);
  return [fresh];
}
