// What never changes on a board: wood, engraved lines, points, coordinates.

import { el } from "./svg.js";

/** @import { Shape } from "./types.js" */
/** @import { Box, Point } from "./types.js" */
/** @import { Places } from "./geometry.js" */

/**
 * @param {Shape} shape
 * @param {Places} lay
 * @returns {SVGGElement}
 */
export function background(shape, lay) {
  const wood = lay.frames.map((box) => rect("wood", box, shape.kind === "strip" ? 8 : 14));
  const inlays = shape.kind === "morris" ? lay.frames.map((box) => rect("inlay", inset(box, 16), 6)) : [];
  const path = shape.kind === "morris" ? edges(shape, lay) : cells(shape, lay);
  const off = lay.line * 0.3;
  const lines = el("g", { class: "lines", "stroke-width": lay.line }, [
    el("path", { class: "glint", d: path, transform: `translate(${off} ${off})` }),
    el("path", { class: "cut", d: path }),
  ]);
  const dots = shape.kind === "morris"
    ? [...lay.at.values()].map((p) => el("circle", { class: "dot", cx: p.x, cy: p.y, r: lay.line * 1.5 }))
    : [];
  const labels = lay.labels.map(({ text, x, y }) => el("text", { class: "coordinate", x, y }, [text]));
  return el("g", { "aria-hidden": "true" }, [...wood, ...inlays, lines, ...dots, ...labels]);
}

/**
 * @param {string} name
 * @param {Box} box
 * @param {number} rx
 */
function rect(name, box, rx) {
  return el("rect", { class: name, ...box, rx });
}

/**
 * @param {Box} box
 * @param {number} by
 * @returns {Box}
 */
function inset({ x, y, width, height }, by) {
  return { x: x + by, y: y + by, width: width - 2 * by, height: height - 2 * by };
}

/**
 * @param {Shape} shape
 * @param {Places} lay
 */
function edges(shape, lay) {
  /** @param {string} name */
  const at = (name) => {
    const p = /** @type {Point} */ (lay.at.get(name));
    return `${p.x.toFixed(1)} ${p.y.toFixed(1)}`;
  };
  return shape.edges.map(([a, b]) => `M${at(a)}L${at(b)}`).join("");
}

/**
 * The lines between the squares.
 * @param {Shape} shape
 * @param {Places} lay
 */
function cells(shape, lay) {
  const out = [];
  for (const { x, y, width, height } of lay.frames) {
    for (let i = 1; i * lay.spacing < width - 1; i += 1) out.push(`M${x + i * lay.spacing} ${y}v${height}`);
    if (shape.kind === "strip") continue;
    for (let i = 1; i * lay.spacing < height - 1; i += 1) out.push(`M${x} ${y + i * lay.spacing}h${width}`);
  }
  return out.join("");
}
