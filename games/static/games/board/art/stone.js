// @ts-check
/**
 * Stone blocks. Each tint has its own carved pattern, worn by chips and cracks. A block is 100 units wide, a quadrant
 * 50. Whatever repeats is defined once in a hidden drawing (`definitions`) and used by reference.
 * @typedef {import("../types").Tint} Tint
 */

import shapes from "./shapes/stone.json" with { type: "json" };
import { allDrawn, hidden } from "./shapes.js";

/** Lit top, shaded top, front side and rim of a block. */
export const STONE = /** @type {Record<Tint, [string, string, string, string]>} */ (shapes.stones);

/** What the drawings of all games refer to. */
export const definitions = () => hidden("definitions", shapes.definitions);

/**
 * The path of a rectangle with a radius for each corner: upper left, upper right, lower right, lower left.
 * @param {number} x @param {number} y @param {number} width @param {number} height
 * @param {[number, number, number, number]} radii
 */
export function slab(x, y, width, height, [a, b, c, d]) {
  return (
    `M${x + a} ${y}H${x + width - b}q${b} 0 ${b} ${b}V${y + height - c}q0 ${c} ${-c} ${c}` +
    `H${x + d}q${-d} 0 ${-d} ${-d}V${y + a}q0 ${-a} ${a} ${-a}Z`
  );
}

/** @typedef {"right" | "down" | "left" | "up" | null} Join */

/**
 * Return the corner radii of a block whose other half lies on the side `join`.
 * @param {Join} join @param {number} radius @returns {[number, number, number, number]}
 */
export function radii(join, radius) {
  const open = (/** @type {string} */ a, /** @type {string} */ b) => (join === a || join === b ? 1.5 : radius);
  return [open("left", "up"), open("right", "up"), open("right", "down"), open("left", "down")];
}

/** @param {Tint} colour */
const words = (colour) => ({ colour, dark: STONE[colour][2], rim: STONE[colour][3] });

/**
 * The top of a block, its upper left corner at (x, y). There is a gap between dominoes, but none inside one.
 * @param {Tint} colour @param {Join} join @param {number} x @param {number} y
 */
export const blockTop = (colour, join, x, y) => allDrawn(shapes.top[join ?? "alone"], words(colour), x, y);

/**
 * The front of a block, below its top.
 * @param {Tint} colour @param {Join} join @param {number} x @param {number} y
 */
export const blockFront = (colour, join, x, y) => allDrawn(shapes.front[join ?? "alone"], words(colour), x, y);

/**
 * A gem icon in its setting, a gold socket or (in the desert) a sun, centred on (x, y).
 * @param {Tint} colour @param {number} x @param {number} y
 */
export const icon = (colour, x, y) =>
  allDrawn(colour.startsWith("desert-") ? shapes.icons.sun : shapes.icons.socket, { colour }, x, y);

/**
 * A resurfacing card, a thin tile on the block whose upper left corner is (x, y).
 * @param {Tint} tint @param {number} x @param {number} y
 */
export const tile = (tint, x, y) => allDrawn(shapes.tile, { ...words(tint), x, y }, x, y);
