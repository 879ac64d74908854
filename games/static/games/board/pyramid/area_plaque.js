// @ts-check
/**
 * Areas drawn on a pyramid: an outline, and a plaque with a jewel and the number of icons. For both Pyramido games.
 * @typedef {import("../types").Area<string>} Area
 * @typedef {import("./geometry.js").Block<string>} Block
 */

import { gemUse } from "../art/gems.js";
import { h } from "../vdom.js";
import { LIFT, UNIT } from "./draw.js";
import { outline, seen } from "./geometry.js";

/** @type {WeakMap<Block[], ReturnType<typeof seen>>} */
const tops = new WeakMap();

/** @param {Block[]} blocks */
function seenOnce(blocks) {
  const known = tops.get(blocks) ?? seen(blocks);
  tops.set(blocks, known);
  return known;
}

/**
 * Return the height at which to draw an area's outline: the mean of its stages, since it must not be torn between them.
 * @param {Area} area @param {Block[]} blocks
 */
function lift(area, blocks) {
  const top = seenOnce(blocks);
  const stages = area.quadrants.map(([x, y]) => top.get(`${x},${y}`)?.block.stage ?? 1);
  return (LIFT * stages.reduce((sum, stage) => sum + stage, 0)) / stages.length;
}

/** @param {Area} area @param {Block[]} blocks @param {number} [inset] */
export function areaOutline(area, blocks, inset = 5) {
  return shifted(outline(area.quadrants, UNIT, inset), lift(area, blocks));
}

/** @param {string} path @param {number} up */
function shifted(path, up) {
  return path.replace(
    /([ML])(-?[\d.]+) (-?[\d.]+)/g,
    (_, letter, x, y) => `${letter}${x} ${(Number(y) - up).toFixed(1)}`,
  );
}

/**
 * Return the plaque's place: near the middle, if possible on a quadrant without an icon.
 * @param {Area} area @param {Block[]} blocks @param {[number, number][]} [taken] occupied quadrants
 * @returns {[number, number]}
 */
export function plaquePlace(area, blocks, taken = []) {
  const top = seenOnce(blocks);
  const middle = [0, 1].map(
    (axis) => area.quadrants.reduce((sum, quadrant) => sum + quadrant[axis], 0) / area.quadrants.length,
  );
  const cost = (/** @type {[number, number]} */ [column, row]) =>
    (column - middle[0]) ** 2 +
    (row - middle[1]) ** 2 +
    (top.get(`${column},${row}`)?.icon ? 40 : 0) +
    (taken.some((one) => one[0] === column && one[1] === row) ? 90 : 0);
  const [x, y] = [...area.quadrants].sort((a, b) => cost(a) - cost(b))[0];
  return [x * UNIT + 25, y * UNIT + 25 - lift(area, blocks)];
}

/** @param {Block[]} blocks @param {Area} area @returns {import("../types").Tint} */
function tintAt(blocks, area) {
  return (
    seenOnce(blocks).get(`${area.x},${area.y}`)?.block.tint ?? /** @type {import("../types").Colour} */ (area.colour)
  );
}

/**
 * @param {Area} area @param {Block[]} blocks
 * @param {{label: string, className?: string, taken?: [number, number][]}} options
 */
export function badgeAt(area, blocks, { label, className = "", taken }) {
  const [x, y] = plaquePlace(area, blocks, taken);
  const half = 19 + 5 * label.length;
  return h(
    "g",
    { key: `badge-${area.x},${area.y}`, class: `area-badge ${className}`, transform: `translate(${x} ${y})` },
    h("rect", { x: -half, y: -14, width: 2 * half, height: 28, rx: 14, class: "badge-plate" }),
    gemUse(tintAt(blocks, area), 13 - half, 0, 19),
    h("text", { x: half - 13 - (label.length - 1) * 4.5, y: 6.5, "text-anchor": "middle" }, label),
  );
}
