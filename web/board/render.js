// Brings the SVG in line with a picture: compares it with the one before and changes what differs.

import { offBoard, pileHeight } from "./geometry.js";
import { background } from "./background.js";
import { spotLabel } from "./labels.js";
import { pressable } from "./picture.js";
import { placesOf, rearrange } from "./sprites.js";
import { el, isLow, notch, stoneDrawings } from "./svg.js";

/** @import { Shape, Words } from "./types.js" */
/** @import { Point } from "./types.js" */
/** @import { Places } from "./geometry.js" */
/** @import { Picture, Spot } from "./picture.js" */
/** @import { Change, Place, Sprite } from "./sprites.js" */

const SETTLE = 120;
const TRAVEL = 220;
const SHAKE = 380;
const EASE = "cubic-bezier(.2,.7,.3,1)";
let boards = 0;

export class Renderer {
  /**
   * @param {HTMLElement} element
   * @param {Shape} shape
   * @param {Places} lay
   * @param {Words} words
   */
  constructor(element, shape, lay, words) {
    this.shape = shape;
    this.lay = lay;
    this.words = words;
    this.id = `board${(boards += 1)}`;
    /** @type {Sprite[]} */
    this.sprites = [];
    this.lastId = 0;
    /** @type {Map<number, SVGGElement>} */
    this.stoneOf = new Map();
    /** @type {{id: number, at: Point} | null} a stone in the person's hand */
    this.held = null;
    this.glowing = "";
    this.trace = el("g", { class: "trace" });
    this.mills = el("g", { class: "mills", "stroke-width": lay.line * 3 });
    this.stones = el("g", { class: "stones" });
    this.counts = el("g", { class: "counts" });
    this.landed = el("circle", { class: "unseen", r: lay.stone * 0.17 });
    const pictures = el("g", { "aria-hidden": "true" }, [this.trace, this.mills, this.stones, this.landed, this.counts]);
    /** @type {Map<string, SVGGElement>} */
    this.spotOf = new Map(shape.spots.map(({ name }) => [name, this.makeSpot(name)]));
    this.svg = el("svg", {
      class: `board ${shape.kind}`,
      viewBox: `0 0 ${lay.width} ${lay.height}`,
      role: "application",
      "aria-label": words("board-label"),
    }, [stoneDrawings(this.id, lay.stone), background(shape, lay), pictures, el("g", {}, [...this.spotOf.values()])]);
    this.voice = document.createElement("p");
    this.voice.className = "unseen";
    this.voice.setAttribute("aria-live", "polite");
    this.why = document.createElement("p");
    this.why.className = "reason";
    this.why.setAttribute("role", "alert");
    element.replaceChildren(this.svg, this.why, this.voice);
    (element.parentElement ?? element).style.setProperty("--ratio", String(lay.width / lay.height));
    this.sizes = new ResizeObserver(() => this.measure());
    this.sizes.observe(this.svg);
    this.measure();
  }

  /** Letters keep their size on the screen whatever the size of the board. */
  measure() {
    const width = this.svg.getBoundingClientRect().width || this.lay.width;
    this.svg.style.setProperty("--unit", String(this.lay.width / width));
  }

  /** @param {string} name */
  makeSpot(name) {
    const { stone, spacing, line, at } = this.lay;
    const p = /** @type {Point} */ (at.get(name));
    const half = spacing / 2;
    return el("g", {
      class: "spot",
      role: "button",
      tabindex: -1,
      "data-spot": name,
      "aria-label": name,
      transform: `translate(${p.x.toFixed(1)} ${p.y.toFixed(1)})`,
    }, [
      el("rect", { class: "hit", x: -half, y: -half, width: spacing, height: spacing }),
      el("circle", { class: "target", r: stone * 0.34 }),
      el("path", { class: "no", d: `M${-stone * 0.3} ${-stone * 0.3}l${stone * 0.6} ${stone * 0.6}m0 ${-stone * 0.6}l${-stone * 0.6} ${stone * 0.6}`, "stroke-width": line * 0.8 }),
      this.makePick(),
      el("path", { class: "notch", d: notch(stone), "stroke-width": line * 0.6 }),
      el("circle", { class: "focus", r: Math.min(half * 0.94, stone * 1.3), "stroke-width": line * 0.7 }),
    ]);
  }

  /** What surrounds a chosen man: a ring, or the whole square where men stand in piles. */
  makePick() {
    const { stone, spacing, line } = this.lay;
    const look = { class: "pick", "stroke-width": line * 0.8 };
    if (this.shape.kind !== "strip") return el("circle", { ...look, r: stone * 1.08 });
    return el("rect", { ...look, x: -0.44 * spacing, y: -0.6 * spacing, width: 0.88 * spacing, height: 1.04 * spacing, rx: 8 });
  }

  /**
   * @param {Picture} picture
   * @param {boolean} animate
   */
  draw(picture, animate) {
    for (const [name, spot] of picture.spots) this.drawSpot(name, spot);
    this.svg.classList.toggle("carrying", [...picture.spots.values()].some((spot) => spot.chosen));
    this.drawTrace(picture, animate);
    this.drawMills(picture, animate);
    for (const ending of /** @type {const} */ (["won", "lost", "drawn"])) {
      this.svg.classList.toggle(ending, picture.ending === ending);
    }
    const { sprites, changes } = rearrange(this.sprites, placesOf(picture), () => (this.lastId += 1));
    this.sprites = sprites;
    for (const change of changes) this.apply(change, animate);
    if (changes.some((change) => change.id === this.held?.id)) this.held = null;
    this.release(animate);
    if (this.shape.kind === "strip") this.drawCounts(picture);
  }

  /**
   * @param {string} name
   * @param {Spot} spot
   */
  drawSpot(name, spot) {
    const g = /** @type {SVGGElement} */ (this.spotOf.get(name));
    for (const mark of /** @type {const} */ (["possible", "source", "chosen", "takeable"])) {
      g.classList.toggle(mark, spot[mark]);
    }
    g.classList.toggle("full", spot.colour !== null);
    g.classList.toggle("left", spot.last === "taken");
    g.classList.remove("hinted");
    setAttribute(g, "aria-label", spotLabel(this.words, this.shape, name, spot));
    setAttribute(g, "aria-disabled", pressable(spot) ? null : "true");
    setAttribute(g, "aria-pressed", spot.chosen ? "true" : null);
  }

  /**
   * The last move: a ring where it began, a line, a dot on the man that landed, a cross where one was
   * taken.
   * @param {Picture} picture
   * @param {boolean} animate
   */
  drawTrace(picture, animate) {
    const { at, stone, line } = this.lay;
    const marks = [];
    const ends = [];
    this.landed.setAttribute("class", "unseen");
    for (const [name, { last, colour }] of picture.spots) {
      const p = /** @type {Point} */ (at.get(name));
      if (last === "from" || last === "to") ends.push(p);
      if (last === "to" && colour === "pawn") {
        marks.push(el("circle", { cx: p.x, cy: p.y, r: stone * 1.12, "stroke-width": line * 0.6 }));
      } else if (last === "to") this.markLanded(p, colour, animate);
      if (last === "from" && !colour) {
        marks.push(el("circle", { cx: p.x, cy: p.y, r: stone * 0.42, "stroke-width": line * 0.6 }));
      }
      if (last === "taken" && !colour) {
        const d = stone * 0.34;
        marks.push(el("path", { d: `M${p.x - d} ${p.y - d}l${2 * d} ${2 * d}m0 ${-2 * d}l${-2 * d} ${2 * d}`, "stroke-width": line * 0.6 }));
      }
    }
    if (ends.length === 2 && (this.shape.kind !== "strip" || ends[0].y === ends[1].y)) {
      marks.push(el("path", { class: "way", d: `M${ends[0].x} ${ends[0].y}L${ends[1].x} ${ends[1].y}`, "stroke-width": line * 1.6 }));
    }
    this.trace.replaceChildren(...marks);
  }

  /**
   * The dot waits until the man has come.
   * @param {Point} p
   * @param {Spot["colour"]} colour
   * @param {boolean} animate
   */
  markLanded(p, colour, animate) {
    const moved = this.landed.getAttribute("cx") !== String(p.x) || this.landed.getAttribute("cy") !== String(p.y);
    if (moved && animate) this.landed.animate([{ opacity: 0 }, { opacity: 0, offset: 0.9 }, { opacity: 1 }], TRAVEL);
    setAttribute(this.landed, "cx", String(p.x));
    setAttribute(this.landed, "cy", String(p.y));
    setAttribute(this.landed, "class", `landed ${colour ?? ""}`);
  }

  /**
   * @param {Picture} picture
   * @param {boolean} animate
   */
  drawMills(picture, animate) {
    const key = picture.closed.map((mill) => mill.join()).join(" ");
    const fresh = key !== this.glowing;
    this.glowing = key;
    if (fresh) {
      this.mills.replaceChildren(...picture.closed.map((mill) => {
        const points = mill.map((name) => /** @type {Point} */ (this.lay.at.get(name)));
        points.sort((a, b) => a.x - b.x || a.y - b.y);
        const line = el("path", { pathLength: 1, d: `M${points.map((p) => `${p.x} ${p.y}`).join("L")}` });
        if (animate) line.classList.add("glow");
        return line;
      }));
    }
    this.mills.classList.toggle("marked", picture.marked);
  }

  /** @param {Picture} picture */
  drawCounts(picture) {
    const texts = [];
    for (const [name, { count }] of picture.spots) {
      if (count < 2) continue;
      const p = /** @type {Point} */ (this.lay.at.get(name));
      texts.push(el("text", { x: p.x, y: p.y - pileHeight(this.lay, Math.min(count, 5) - 1) }, [String(count)]));
    }
    this.counts.replaceChildren(...texts);
  }

  /**
   * @param {Place} place
   * @returns {{x: number, y: number, scale: number}}
   */
  position(place) {
    if (place.room === "spot") {
      const p = /** @type {Point} */ (this.lay.at.get(place.spot));
      return { x: p.x, y: p.y - pileHeight(this.lay, place.i), scale: 1 };
    }
    const own = place.colour === "white" ? "white" : "black";
    const other = own === "white" ? "black" : "white";
    return offBoard(this.lay, place.room === "hand" ? own : other);
  }

  /**
   * One stone appears, moves, turns over or goes.
   * @param {Change} change
   * @param {boolean} animate
   */
  apply({ kind, id, from, to }, animate) {
    const stone = this.stoneOf.get(id) ?? this.newStone(id);
    if (!to) {
      this.stoneOf.delete(id);
      vanish(stone, animate);
      return;
    }
    stone.querySelector("use")?.setAttribute("href", `#${this.id}-${to.colour}`);
    stone.classList.toggle("off", to.room !== "spot");
    const end = transform(this.position(to));
    const held = this.held?.id === id ? this.held.at : null;
    const start = held ? transform({ ...held, scale: 1.08 }) : from ? transform(this.position(from)) : end;
    stone.style.transform = end;
    stone.classList.remove("held");
    if (!animate) return;
    this.stones.append(stone);
    if (to.room !== "spot" && kind !== "taken") return;
    if (kind === "flipped") {
      stone.animate([{ transform: `${end} scaleX(.05)` }, { transform: end }], { duration: 2 * SETTLE, easing: EASE });
    } else if (kind === "came") {
      stone.animate([{ opacity: 0, transform: `${end} scale(1.2)` }, { opacity: 1, transform: end }], { duration: SETTLE, easing: EASE });
    } else {
      const duration = held ? SETTLE : TRAVEL;
      const last = kind === "taken" ? 0 : 1;
      stone.animate([{ opacity: 1, transform: start }, { opacity: last, transform: end }], { duration, easing: EASE });
    }
  }

  /** @param {number} id */
  newStone(id) {
    const stone = el("g", { class: "stone" }, [el("use")]);
    this.stoneOf.set(id, stone);
    this.stones.append(stone);
    return stone;
  }

  /**
   * Lifts the uppermost stone of a place so that it follows the pointer.
   * @param {(place: Place) => boolean} which
   * @returns {boolean}
   */
  hold(which) {
    const sprite = this.sprites.filter((s) => which(s.place)).sort((a, b) => b.place.i - a.place.i)[0];
    const stone = sprite && this.stoneOf.get(sprite.id);
    if (!stone) return false;
    this.held = { id: sprite.id, at: this.position(sprite.place) };
    this.stones.append(stone);
    stone.classList.add("held");
    return true;
  }

  /** @param {Point} p */
  carry(p) {
    if (!this.held) return;
    this.held.at = p;
    const stone = this.stoneOf.get(this.held.id);
    if (stone) stone.style.transform = transform({ ...p, scale: 1.08 });
  }

  /**
   * Lets go of a stone that is still held: it goes back to its place.
   * @param {boolean} animate
   */
  release(animate) {
    if (!this.held) return;
    const { id, at } = this.held;
    this.held = null;
    const sprite = this.sprites.find((s) => s.id === id);
    const stone = this.stoneOf.get(id);
    if (!sprite || !stone) return;
    const end = transform(this.position(sprite.place));
    stone.classList.remove("held");
    stone.style.transform = end;
    if (!animate) return;
    const last = sprite.place.room === "spot" ? 1 : 0;
    stone.animate([{ opacity: 1, transform: transform({ ...at, scale: 1.08 }) }, { opacity: last, transform: end }], { duration: SETTLE, easing: EASE });
  }

  /**
   * The spot a held stone would land on.
   * @param {string | null} name
   */
  hover(name) {
    for (const [spot, g] of this.spotOf) g.classList.toggle("over", spot === name);
  }

  /**
   * @param {string} name
   * @param {boolean} focus
   */
  rove(name, focus) {
    for (const [spot, g] of this.spotOf) setAttribute(g, "tabindex", spot === name ? "0" : "-1");
    if (focus) this.spotOf.get(name)?.focus();
  }

  /** @param {string[]} names the spots of a hint */
  point(names) {
    for (const [spot, g] of this.spotOf) g.classList.toggle("hinted", names.includes(spot));
  }

  /**
   * A head is shaken: the man on the spot, or the mark of the empty one.
   * @param {string} name
   * @param {boolean} animate
   */
  shake(name, animate) {
    const spot = this.spotOf.get(name);
    this.why.classList.toggle("above", isLow(this.svg, spot));
    const sprite = this.sprites.find((s) => s.place.room === "spot" && s.place.spot === name);
    const what = (sprite && this.stoneOf.get(sprite.id)) ?? spot?.querySelector(".no");
    if (!what || !animate) return;
    const by = this.lay.stone * 0.28;
    const frames = [0, -by, by, -by * 0.6, by * 0.6, 0].map((x) => ({ translate: `${x}px 0`, opacity: 1 }));
    what.animate(frames, { duration: SHAKE, easing: "ease-in-out" });
  }

  /** @param {string} text shown at the board and read out */
  reason(text) {
    this.why.textContent = text;
  }

  /** @param {string} text */
  say(text) {
    this.voice.textContent = text;
  }

  destroy() {
    this.sizes.disconnect();
    this.svg.remove();
    this.why.remove();
    this.voice.remove();
  }
}

/** @param {{x: number, y: number, scale: number}} p */
function transform({ x, y, scale }) {
  return `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${scale.toFixed(3)})`;
}

/**
 * @param {SVGGElement} stone
 * @param {boolean} animate
 */
function vanish(stone, animate) {
  if (!animate) {
    stone.remove();
    return;
  }
  stone.animate([{ opacity: 1 }, { opacity: 0 }], { duration: SETTLE, fill: "forwards" }).finished
    .catch(() => undefined)
    .then(() => stone.remove());
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {string | null} value
 */
function setAttribute(element, name, value) {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
