// Pointer and keyboard. Turns events into five requests to the board: press a spot, take back, lift
// a man, drop it, and say why one cannot be lifted.

import { nearest, neighbour, typedSpot } from "./geometry.js";

/** @import { Board } from "./board.js" */
/** @import { Point } from "./types.js" */

const DRAG_AFTER = 6;
const TYPING_MS = 1200;
/** A drag ends with a click event, which is not a press. */
const CLICK_AFTER_DROP_MS = 80;
/** A second click on a spot within so much is a double click: it asks for nothing more than the first. */
const DOUBLE_CLICK_MS = 400;
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Input {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.svg = board.renderer.svg;
    this.typed = "";
    this.typedAt = 0;
    this.droppedAt = -CLICK_AFTER_DROP_MS;
    this.clickedAt = -DOUBLE_CLICK_MS;
    /** @type {string | null} where */
    this.clicked = null;
    /** @type {{pointer: number, x: number, y: number, from: string | null, lifted: boolean, stuck: boolean} | null} */
    this.drag = null;
    this.off = new AbortController();
    const { signal } = this.off;
    this.svg.addEventListener("click", (e) => this.click(e), { signal });
    this.svg.addEventListener("keydown", (e) => this.key(e), { signal });
    // Not at the drawing itself: one that listens for the focus gets it too.
    board.element.addEventListener("focusin", (e) => {
      const spot = spotAt(e.target);
      if (spot) board.renderer.rove(spot, false);
    }, { signal });
    // Men in hand lie at the seats, beside the board.
    const table = board.element.parentElement ?? board.element;
    table.addEventListener("pointerdown", (e) => this.down(e), { signal });
    table.addEventListener("pointermove", (e) => this.move(e), { signal });
    table.addEventListener("pointerup", (e) => this.up(e), { signal });
    table.addEventListener("pointercancel", (e) => this.cancel(e), { signal });
    // A finger on a man that can be lifted drags it; anywhere else it scrolls the page.
    table.addEventListener("touchmove", (e) => this.drag && !this.drag.stuck && e.cancelable && e.preventDefault(), { signal, passive: false });
  }

  destroy() {
    this.off.abort();
  }

  /**
   * From the screen to the units of the board.
   * @param {MouseEvent} e
   * @returns {Point}
   */
  point(e) {
    const box = this.svg.getBoundingClientRect();
    const unit = this.board.layout.width / box.width;
    return { x: (e.clientX - box.left) * unit, y: (e.clientY - box.top) * unit };
  }

  /** @param {MouseEvent} e */
  click(e) {
    if (e.timeStamp - this.droppedAt < CLICK_AFTER_DROP_MS) return;
    const spot = spotAt(e.target) ?? nearest(this.board.layout, this.point(e));
    const again = spot === this.clicked && e.timeStamp - this.clickedAt < DOUBLE_CLICK_MS;
    this.clickedAt = e.timeStamp;
    this.clicked = spot;
    if (spot && !again) this.board.press(spot);
  }

  /** @param {PointerEvent} e */
  down(e) {
    if (e.button !== 0 || !e.isPrimary) return;
    const p = this.point(e);
    const spot = nearest(this.board.layout, p);
    const liftable = spot ? this.board.hand.liftable(spot) : this.board.hand.isHand(e.target);
    const stuck = !liftable && spot !== null && this.board.hand.occupied(spot);
    if (liftable || stuck) {
      this.drag = { pointer: e.pointerId, x: e.clientX, y: e.clientY, from: spot, lifted: false, stuck };
    }
  }

  /** @param {PointerEvent} e */
  move(e) {
    const { drag, board } = this;
    if (!drag || drag.pointer !== e.pointerId) return;
    if (!drag.lifted) {
      if (Math.hypot(e.clientX - drag.x, e.clientY - drag.y) < DRAG_AFTER) return;
      if (drag.stuck) {
        this.refuseDrag(drag.from, e);
        return;
      }
      drag.lifted = board.hand.lift(drag.from);
      if (!drag.lifted) {
        this.drag = null;
        return;
      }
      this.svg.setPointerCapture(e.pointerId);
    }
    const p = this.point(e);
    board.renderer.carry(p);
    const spot = nearest(board.layout, p);
    board.renderer.hover(spot && board.hand.mayDrop(spot) ? spot : null);
  }

  /**
   * A man that cannot be lifted stays; a finger that only scrolls the page asks for nothing.
   * @param {string | null} from
   * @param {PointerEvent} e
   */
  refuseDrag(from, e) {
    this.drag = null;
    if (e.pointerType === "touch" || !from) return;
    this.droppedAt = Infinity;
    this.svg.addEventListener("pointerup", (up) => (this.droppedAt = up.timeStamp), { once: true });
    this.board.refuse([from]);
  }

  /** @param {PointerEvent} e */
  up(e) {
    const { drag } = this;
    if (!drag || drag.pointer !== e.pointerId) return;
    this.drag = null;
    if (!drag.lifted) return;
    this.droppedAt = e.timeStamp;
    this.board.renderer.hover(null);
    this.board.hand.drop(drag.from, nearest(this.board.layout, this.point(e)));
  }

  /** @param {PointerEvent} e */
  cancel(e) {
    if (this.drag?.pointer !== e.pointerId) return;
    const { from, lifted } = this.drag;
    this.drag = null;
    this.board.renderer.hover(null);
    if (lifted) this.board.hand.drop(from, from);
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    const here = spotAt(e.target);
    if (!here || e.ctrlKey || e.altKey || e.metaKey) return;
    if (!this.act(e, here)) return;
    e.preventDefault();
  }

  /**
   * @param {KeyboardEvent} e
   * @param {string} here
   * @returns {boolean} whether the key meant something
   */
  act(e, here) {
    const { shape, layout, renderer } = this.board;
    const arrow = ARROWS[e.key];
    if (arrow) {
      renderer.rove(neighbour(shape, layout, here, ...arrow), true);
    } else if (e.key === "Enter" || e.key === " ") {
      if (!e.repeat) this.board.press(here);
    } else if (e.key === "Escape") {
      return this.board.back();
    } else if (/^[a-z0-9]$/i.test(e.key)) {
      this.type(e.key.toLowerCase(), e.timeStamp);
    } else {
      return false;
    }
    return true;
  }

  /**
   * @param {string} key
   * @param {number} now
   */
  type(key, now) {
    const before = now - this.typedAt < TYPING_MS ? this.typed : "";
    const { typed, spot } = typedSpot(this.board.shape.spots.map((s) => s.name), before, key);
    this.typed = typed;
    this.typedAt = now;
    if (spot) this.board.renderer.rove(spot, true);
  }
}

/**
 * The spot an event happened on.
 * @param {EventTarget | null} target
 * @returns {string | null}
 */
function spotAt(target) {
  const spot = target instanceof Element ? target.closest(".spot") : null;
  return spot instanceof SVGElement ? spot.dataset.spot ?? null : null;
}
