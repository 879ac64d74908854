// @ts-check
/**
 * The six gems. Each has its own cut, so that they can be told apart without colour: orange a round brilliant, blue a
 * pear, purple a trillion, green a step-cut octagon, red a lozenge, mythical a star.
 * @typedef {import("../types").Gem} Gem
 * @typedef {import("../types").Jewel} Jewel
 */
import { cached, h } from "../vdom.js";
import shapes from "./shapes/stone.json" with { type: "json" };

/** Deep, body, light and glint. @typedef {[string, string, string, string]} Tones */

export const GEM_TONES = /** @type {Record<Gem, Tones>} */ (shapes.gems);

export const GEMS = /** @type {Gem[]} */ (Object.keys(GEM_TONES));

/**
 * A gem in an SVG drawing, centred on (x, y).
 * @param {Jewel} gem @param {number} x @param {number} y @param {number} size
 */
export function gemUse(gem, x, y, size) {
  return h("use", { href: `#gem-${gem}`, x: x - size / 2, y: y - size / 2, width: size, height: size });
}

/**
 * A gem in a text or on a button. It is decorative: the element around it has the name.
 * @type {(gem: Jewel) => import("../types").VNode}
 */
export const gemIcon = cached((gem) =>
  h("svg", { class: `gem gem-${gem}`, viewBox: "-56 -56 112 112", "aria-hidden": "true" }, gemUse(gem, 0, 0, 112)),
);
