// @ts-check
/**
 * Drawings of the desert: its stones, jewels in suns, markers that stand on a block, and Pharaoh Mino's sign.
 * @typedef {import("../types").DesertColour} DesertColour
 * @typedef {`desert-${DesertColour}`} DesertTint
 */
import { cached, h } from "../vdom.js";
import shapes from "./shapes/desert.json" with { type: "json" };
import { hidden, prepared, together } from "./shapes.js";
import { addTints } from "./stone.js";

addTints(shapes.tints);

export const DESERT_COLOURS = /** @type {DesertColour[]} */ (shapes.colours);

/** Deep, body, light and glint of each jewel. */
export const DESERT_JEWEL = /** @type {Record<DesertTint, import("./gems.js").Tones>} */ (shapes.gems);

/** @param {DesertColour} colour @returns {DesertTint} */
export const tintOf = (colour) => `desert-${colour}`;

/** Definitions that are rendered once, beside those that all games share. */
export const desertDefinitions = () => hidden("desert-definitions", shapes.definitions);

const markerParts = cached((/** @type {DesertColour} */ colour) =>
  prepared(/** @type {Record<DesertTint, any[]>} */ (shapes.markers)[tintOf(colour)], {}),
);

/** A marker on a block, standing at (x, y). @param {DesertColour} colour @param {number} x @param {number} y */
export const marker = (colour, x, y) => together("marker", [{ parts: markerParts(colour), x, y }]);

/** @type {(colour: DesertColour) => import("../types").VNode} */
export const markerIcon = cached((colour) =>
  h(
    "svg",
    { class: `marker marker-${colour}`, viewBox: "-27.68 -27.68 55.36 60.72", "aria-hidden": "true" },
    marker(colour, 0, 0),
  ),
);

/** @param {string} [className] */
export function minoIcon(className = "") {
  return h(
    "svg",
    { class: `mino ${className}`, viewBox: "0 0 48 48", "aria-hidden": "true" },
    h("use", { href: "#mino", width: 48, height: 48 }),
  );
}
