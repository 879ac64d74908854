// @ts-check
/**
 * The symbols on pyramid cards, each centred in a box from −50 to 50, defined once (`definitions`) and used by
 * reference. Gems are those of the other games: red a lozenge, green a step-cut octagon.
 * @typedef {import("./types").CardColour} CardColour
 * @typedef {import("./types").SymbolName} SymbolName
 */

import shapes from "../art/shapes/cards.json" with { type: "json" };
import jungle from "../art/shapes/jungle.json" with { type: "json" };
import { hidden, themed } from "../art/shapes.js";
import { h } from "../vdom.js";

/** Definitions that are rendered once, beside those that all games share. */
export const definitions = () => hidden("sgp-definitions", [...jungle.definitions, ...shapes.definitions]);

/** @type {Record<string, string>} */
const IDS = shapes.card.symbols;

/** What a symbol is drawn of. @param {"wall" | "steps" | "steps-new"} what @returns {any[]} */
export function shapesOf(what) {
  const [, , ...inside] = /** @type {any[][]} */ (shapes.definitions).find(([, { id }]) => id === `sgp-${what}`) ?? [];
  return inside;
}

/** @param {CardColour} colour */
export const inkOf = (colour) => themed(shapes.card.inks[colour]);

/**
 * A symbol in a drawing, centred on (x, y).
 * @param {SymbolName | "tomb" | "start" | "wall" | "steps" | "steps-new" | "prize" | "pair"} what @param {number} x
 * @param {number} y @param {number} size
 */
export function drawn(what, x, y, size) {
  return h("use", {
    href: `#${IDS[what] ?? `sgp-${what}`}`,
    x: x - size / 2,
    y: y - size / 2,
    width: size,
    height: size,
  });
}

/**
 * A decorative symbol in a text or on a button.
 * @param {Parameters<typeof drawn>[0]} what @param {string} [className]
 */
export function icon(what, className = "") {
  return h(
    "svg",
    { class: `sgp-icon ${className}`, viewBox: "-50 -50 100 100", "aria-hidden": "true" },
    drawn(what, 0, 0, 100),
  );
}

/** @param {CardColour} colour @param {string} [className] */
export function emblem(colour, className = "") {
  return h(
    "svg",
    {
      class: `sgp-emblem ${colour} ${className}`,
      viewBox: "-50 -50 100 100",
      color: inkOf(colour),
      "aria-hidden": "true",
    },
    h("use", { href: `#sgp-emblem-${colour}`, x: -50, y: -50, width: 100, height: 100 }),
  );
}
