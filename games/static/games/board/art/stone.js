// @ts-check
/**
 * Stones: each tint has its own carved pattern, worn by chips and cracks. What drawings paint with is defined once in a
 * hidden drawing (`definitions`).
 * @typedef {import("../types").Tint} Tint
 */

import shapes from "./shapes/stone.json" with { type: "json" };
import { hidden } from "./shapes.js";

/** Lit top, shaded top, front side and rim of a block. */
export const STONE = /** @type {Record<Tint, [string, string, string, string]>} */ (shapes.stones);

/** What blocks of a tint show: lines carved into them, and an icon. @typedef {{carved: string, icon: any[]}} Shown */
/** @type {Partial<Record<Tint, Shown>>} */
export const tints = {};

/** Each game's art adds the tints of its blocks. @param {Partial<Record<Tint, Shown>>} added */
export const addTints = (added) => void Object.assign(tints, added);

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
