// Small helpers for SVG, and the drawings of the stones.

const NS = "http://www.w3.org/2000/svg";

/**
 * An SVG element with its attributes and children.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {(Node | string)[]} [children]
 * @returns {SVGElementTagNameMap[T]}
 */
export function el(tag, attributes = {}, children = []) {
  const element = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * The shared drawings: the sheen and shadow of every stone, and the three bodies. White is smooth
 * with a groove; Black has a milled edge; a pawn has a wide rim.
 * @param {string} id prefix that keeps two boards on one page apart
 * @param {number} r
 * @returns {SVGDefsElement}
 */
export function stoneDrawings(id, r) {
  const shadow = el("radialGradient", { id: `${id}-shadow` }, [
    el("stop", { offset: 0.55, "stop-opacity": 0.45 }),
    el("stop", { offset: 1, "stop-opacity": 0 }),
  ]);
  const sheen = el("radialGradient", { id: `${id}-sheen`, cx: 0.36, cy: 0.28, r: 0.8 }, [
    el("stop", { offset: 0, "stop-color": "#fff", "stop-opacity": 0.5 }),
    el("stop", { offset: 0.5, "stop-color": "#fff", "stop-opacity": 0.04 }),
    el("stop", { offset: 1, "stop-color": "#000", "stop-opacity": 0.22 }),
  ]);
  /**
   * @param {string} name
   * @param {Node} body
   * @param {number[]} grooves
   */
  const stone = (name, body, grooves) =>
    el("g", { id: `${id}-${name}`, class: `body ${name}` }, [
      el("circle", { class: "shadow", cx: r * 0.06, cy: r * 0.14, r: r * 1.2, fill: `url(#${id}-shadow)` }),
      body,
      el("circle", { r: r * 0.9, fill: `url(#${id}-sheen)` }),
      ...grooves.map((g) => el("circle", { class: "groove", r: r * g, "stroke-width": r * 0.045 })),
    ]);
  const round = () => el("circle", { class: "fill", r: r * 0.96, "stroke-width": r * 0.07 });
  const milled = el("path", { class: "fill", d: milledEdge(r, 24), "stroke-width": r * 0.03 });
  return el("defs", {}, [
    shadow,
    sheen,
    stone("white", round(), [0.72, 0.62]),
    stone("black", milled, [0.7]),
    stone("pawn", round(), [0.8]),
  ]);
}

/**
 * @param {number} r
 * @param {number} teeth
 * @returns {string}
 */
function milledEdge(r, teeth) {
  const points = [];
  const fine = teeth * 6;
  for (let k = 0; k < fine; k += 1) {
    const angle = (2 * Math.PI * k) / fine;
    const far = r * (0.965 + 0.035 * Math.cos(teeth * angle));
    points.push(`${(far * Math.cos(angle)).toFixed(1)} ${(far * Math.sin(angle)).toFixed(1)}`);
  }
  return `M${points.join("L")}Z`;
}

/**
 * The small notch in the rim of a stone that may be taken.
 * @param {number} r
 * @returns {string}
 */
export function notch(r) {
  return `M${-r * 0.24} ${-r * 1.04}L0 ${-r * 0.62}L${r * 0.24} ${-r * 1.04}`;
}

/**
 * Whether a part of a picture lies in its lower half: what is said of it then stands above, and hides nothing.
 * @param {SVGElement} picture
 * @param {SVGElement | undefined} part
 */
export function isLow(picture, part) {
  const [whole, its] = [picture.getBoundingClientRect(), part?.getBoundingClientRect()];
  return its !== undefined && its.top + its.bottom > whole.top + whole.bottom;
}
