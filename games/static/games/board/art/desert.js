// @ts-check
/**
 * Drawings of the desert: its stones, jewels in suns, markers that stand on a block, and Pharaoh Mino's sign.
 * @typedef {import("../types").DesertColour} DesertColour
 * @typedef {`desert-${DesertColour}`} DesertTint
 */
import { cached, h } from "../vdom.js";
import shapes from "./shapes/desert.json" with { type: "json" };
import { hidden } from "./shapes.js";

export const DESERT_COLOURS = /** @type {DesertColour[]} */ (shapes.colours);

/** Deep, body, light and glint of each jewel. */
export const DESERT_JEWEL = /** @type {Record<DesertTint, import("./gems.js").Tones>} */ (shapes.gems);

/** @param {DesertColour} colour @returns {DesertTint} */
export const tintOf = (colour) => `desert-${colour}`;

/** Definitions that are rendered once, beside those that all games share. */
export const desertDefinitions = () => hidden("desert-definitions", shapes.definitions);

/**
 * A marker in an SVG drawing, standing at (x, y).
 * @param {DesertColour} colour @param {number} x @param {number} y @param {number} size
 */
export function markerUse(colour, x, y, size) {
  return h("use", { href: `#marker-${tintOf(colour)}`, x: x - size / 2, y: y - size / 2, width: size, height: size });
}

/** @type {(colour: DesertColour) => import("../types").VNode} */
export const markerIcon = cached((colour) =>
  h("svg", { class: "marker", viewBox: "-62 -62 124 136", "aria-hidden": "true" }, markerUse(colour, 0, 0, 112)),
);

/** @param {string} [className] */
export function minoIcon(className = "") {
  return h(
    "svg",
    { class: `mino ${className}`, viewBox: "0 0 48 48", "aria-hidden": "true" },
    h("use", { href: "#mino", width: 48, height: 48 }),
  );
}
