// The analysis board. Every step of an analysis is a page of its own; this script fetches it and puts
// its panel, its marks and its position in the place of those before, and lets moves be made on the
// board.

import { Board } from "../board/board.js";
import { Sound } from "../board/sound.js";
import { copy as copyAddress, data, find, show, storage, tell, words } from "./common.js";
import { pageAt, why } from "./fragments.js";
import { showMen } from "./panel.js";

/** @import { GameEvent, View } from "../board/types.js" */

/** @type {Record<string, string>} */
const KEYS = { Home: "first", ArrowLeft: "back", Backspace: "back", ArrowRight: "forward", End: "last" };

const PLAY_OUT_MS = 900;

/** A pointer that rests on a move for so long asks why. */
const WHY_MS = 350;

/**
 * The address that a button of a form leads to.
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement} button
 */
function addressOf(form, button) {
  const query = new URLSearchParams();
  new FormData(form).forEach((value, name) => query.append(name, String(value)));
  query.append(button.name, button.value);
  return `/analysis?${query}`;
}

/** A board whose spots can be marked instead of played on, by pointer and keyboard alike. */
class MarkedBoard extends Board {
  /** @type {((spot: string) => void) | null} */
  mark = null;

  /** @param {string} spot */
  press(spot) {
    if (this.mark) this.mark(spot);
    else super.press(spot);
  }
}

class Analysis {
  /** @param {HTMLElement} element */
  constructor(element) {
    const near = find(".table")?.dataset.near === "black" ? "black" : "white";
    this.board = new MarkedBoard(element, {
      shape: data("shape"),
      words,
      near,
      sound: new Sound(storage()),
      onMove: (move) => this.play(move),
      onRefused: (spots) => {
        const address = data("address").replace("/analysis", "/analysis/why");
        void why(address, spots).then((reason) => reason && this.board.reason(reason));
      },
      onChange: () => this.board && showMen(this.board.scene),
      onHappening: tell,
    });
    /** @type {string | null} the first spot of an arrow */
    this.from = null;
    this.timer = 0;
    this.resting = 0;
    /** @type {HTMLButtonElement | null} the move whose reasons are shown, or asked for */
    this.explained = null;
    this.asked = 0;
    this.board.set(data("view"));
    this.prepare();
    document.addEventListener("keydown", (e) => this.key(e));
    window.addEventListener("popstate", () => void this.go(location.href, false));
    // Nothing is picked up while marks are made.
    element.addEventListener("pointerdown", (e) => this.board.mark && e.stopPropagation(), { capture: true });
  }

  /** What the panel has for scripts alone. */
  prepare() {
    const panel = find("#panel");
    if (!panel) return;
    for (const link of panel.querySelectorAll('a[href^="/analysis?"]')) {
      link.addEventListener("click", (e) => this.follow(/** @type {MouseEvent} */ (e)));
    }
    for (const form of document.querySelectorAll("form.lines")) {
      form.addEventListener("submit", (e) => this.choose(/** @type {SubmitEvent} */ (e)));
    }
    for (const button of panel.querySelectorAll("button[data-move]")) {
      if (button instanceof HTMLButtonElement) this.explain(button);
    }
    const copy = find("#copy");
    if (copy) {
      copy.hidden = false;
      copy.addEventListener("click", () => void copyAddress("#shared", new URL(data("address"), location.href).href));
    }
    const marking = find("#marking");
    if (marking) {
      marking.hidden = false;
      const shown = () => {
        marking.setAttribute("aria-checked", String(this.board.mark !== null));
        show("#marking-how", this.board.mark !== null);
      };
      shown();
      marking.addEventListener("click", () => {
        this.board.mark = this.board.mark ? null : (spot) => this.mark(spot);
        this.from = null;
        this.board.point([]);
        shown();
      });
    }
    const playOut = find("#playout");
    if (playOut) {
      playOut.hidden = false;
      playOut.addEventListener("click", () => void this.playOut(String(playOut.dataset.href)));
    }
  }

  /** @param {MouseEvent} e */
  follow(e) {
    const link = e.currentTarget;
    if (!(link instanceof HTMLAnchorElement) || e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    clearTimeout(this.timer);
    void this.go(link.href, true);
  }

  /**
   * Goes to a move of the tree, or to a new one.
   * @param {SubmitEvent} e
   */
  choose(e) {
    const { target: form, submitter } = e;
    if (!(form instanceof HTMLFormElement) || !(submitter instanceof HTMLButtonElement)) return;
    e.preventDefault();
    clearTimeout(this.timer);
    void this.go(addressOf(form, submitter), true);
  }

  /**
   * While the pointer or the focus rests on a move, the board shows and says why it is good or bad: the
   * page that the move leads to knows.
   * @param {HTMLButtonElement} button
   */
  explain(button) {
    const rest = () => {
      clearTimeout(this.resting);
      this.resting = setTimeout(() => void this.showReasons(button), WHY_MS);
    };
    const leave = () => {
      clearTimeout(this.resting);
      this.explained = null;
      this.board.reason("");
      document.getElementById("hover-marks")?.remove();
    };
    button.addEventListener("pointerenter", (e) => e.pointerType === "mouse" && rest());
    button.addEventListener("pointerleave", leave);
    button.addEventListener("focus", () => button.matches(":focus-visible") && rest());
    button.addEventListener("blur", leave);
  }

  /** @param {HTMLButtonElement} button */
  async showReasons(button) {
    this.explained = button;
    const page = button.form && await pageAt(addressOf(button.form, button));
    if (!page || this.explained !== button || !button.isConnected) return;
    this.board.reason(page.getElementById("reasons")?.textContent ?? "", true);
    const marks = page.getElementById("reason-marks");
    if (!marks) return;
    document.getElementById("hover-marks")?.remove();
    marks.id = "hover-marks";
    find("#marks")?.append(marks);
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    const step = KEYS[e.key];
    const typing = e.target instanceof HTMLElement && e.target.matches("input, textarea, select");
    const onBoard = e.target instanceof Element && e.target.closest("#board") !== null;
    if (!step || typing || e.ctrlKey || e.altKey || e.metaKey || (onBoard && e.key !== "Backspace")) return;
    const link = find(`a[data-step="${step}"][href]`);
    if (!(link instanceof HTMLAnchorElement)) return;
    e.preventDefault();
    clearTimeout(this.timer);
    void this.go(link.href, true);
  }

  /** @param {string} move */
  play(move) {
    const button = find(`button[data-move="${CSS.escape(move)}"]`);
    if (button) button.click();
    else this.board.refused();
  }

  /**
   * Shows another page of the analysis in place.
   * @param {string} address
   * @param {boolean} remember
   */
  async go(address, remember) {
    this.asked += 1;
    const asked = this.asked;
    clearTimeout(this.resting);
    this.explained = null;
    const page = await pageAt(address);
    if (asked !== this.asked) return;
    this.board.reason("");
    const table = page?.querySelector(".table");
    if (!page?.getElementById("panel") || !(table instanceof HTMLElement)) {
      location.assign(address);
      return;
    }
    const open = [...document.querySelectorAll("#panel details[open]")].map(({ id }) => id);
    const focus = document.activeElement?.closest("#panel") ? document.activeElement.getAttribute("data-step") : null;
    for (const id of ["panel", "marks", "data", "seat-white", "seat-black"]) {
      const fresh = page.getElementById(id);
      if (fresh) document.getElementById(id)?.replaceWith(fresh);
    }
    for (const id of open) document.getElementById(id)?.toggleAttribute("open", true);
    // In the tree a move has a number; an address that is shared names it.
    const named = new URL(address, location.href).searchParams.has("line") ? address : data("address");
    if (remember) history.pushState(null, "", named);
    const shown = find(".table");
    const near = table.dataset.near === "black" ? "black" : "white";
    if (shown) shown.dataset.near = near;
    this.show(near);
    this.prepare();
    if (focus) find(`a[data-step="${focus}"]`)?.focus();
  }

  /** @param {"white" | "black"} near */
  show(near) {
    /** @type {View} */
    const view = data("view");
    /** @type {GameEvent | null} */
    const event = data("event");
    this.from = null;
    this.board.turn(near);
    const next = event && view.version === this.board.version + 1;
    if (next) this.board.show([event], view);
    else this.board.set(view);
  }

  /**
   * Marks a spot, or after another one the way from there.
   * @param {string} spot
   */
  mark(spot) {
    if (this.from === null) {
      this.from = spot;
      this.board.point([spot]);
      return;
    }
    const mark = this.from === spot ? spot : `${this.from}-${spot}`;
    const address = new URL(data("address"), location.href);
    const marks = (address.searchParams.get("marks") ?? "").split(".").filter(Boolean);
    const kept = marks.includes(mark) ? marks.filter((other) => other !== mark) : [...marks, mark];
    address.searchParams.set("marks", kept.join("."));
    void this.go(address.href, true);
  }

  /**
   * Goes step by step to the end of the line.
   * @param {string} address
   */
  async playOut(address) {
    await this.go(address, true);
    const step = async () => {
      const link = find('a[data-step="forward"][href]');
      if (!(link instanceof HTMLAnchorElement)) return;
      await this.go(link.href, true);
      this.timer = setTimeout(() => void step(), PLAY_OUT_MS);
    };
    this.timer = setTimeout(() => void step(), PLAY_OUT_MS);
  }
}

const element = document.getElementById("board");
if (element) new Analysis(element);
