// @ts-check
/**
 * Shapes as data: `shapes/*.json`, which the server's pictures are drawn from, too (games/pictures). docs/art/shapes.mjs
 * writes them. A shape is a list: a tag, its attributes, and what is in it.
 * @typedef {import("../types").VNode} VNode
 * @typedef {string | number | string[] | number[]} Value
 */
import { h } from "../vdom.js";

/** Attributes that `at` moves, by tag. @type {Record<string, [string, string]>} */
const PLACE = { circle: ["cx", "cy"] };

/** A colour of both themes. @param {string[]} pair in the light one, in the dark one */
export const themed = ([light, dark]) => `light-dark(${light}, ${dark})`;

/** @param {Record<string, Value>} attributes @returns {Record<string, string | number>} */
export const painted = (attributes) =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      Array.isArray(value) ? themed(/** @type {string[]} */ (value)) : value,
    ]),
  );

/**
 * Return a shape as a node. `words` stand for the `$…` in it; a part with `at` lies there, counted from (x, y).
 * @param {any} shape @param {Record<string, string | number>} [words] @param {number} [x] @param {number} [y]
 * @returns {VNode}
 */
export function drawn([tag, attributes, ...inside], words = {}, x = 0, y = 0) {
  const { at, ...rest } = attributes;
  /** @param {string} text */
  const filled = (text) => text.replace(/\$(\w+)/g, (_, word) => String(words[word]));
  const props = painted(rest);
  for (const [name, value] of Object.entries(props)) if (typeof value === "string") props[name] = filled(value);
  if (at && tag === "path") {
    props.d = `M${x + at[0]} ${y + at[1]}${props.d}`;
  } else if (at) {
    const [across, down] = PLACE[tag] ?? ["x", "y"];
    props[across] = x + at[0];
    props[down] = y + at[1];
  }
  return h(
    tag,
    props,
    inside.map((/** @type {any} */ one) => (typeof one === "string" ? filled(one) : drawn(one, words, x, y))),
  );
}

/** @param {any[]} shapes @param {Record<string, string | number>} [words] @param {number} [x] @param {number} [y] */
export const allDrawn = (shapes, words, x, y) => shapes.map((shape) => drawn(shape, words, x, y));

/** A gradient spreads over the shape that it paints; the pattern `wear` does not. */
const GRADIENT = /url\(#(?!wear\))/;

/**
 * Return paths ready to be drawn at many places. `same` is equal for those that are painted alike, and missing where a
 * path needs an element of its own.
 * @param {any[]} paths @param {Record<string, string>} words
 * @typedef {{at: [number, number], d: string, paint: Record<string, any>, same: string | undefined}[]} Parts
 * @returns {Parts}
 */
export const prepared = (paths, words) =>
  paths.map(([, { at, ...attributes }]) => {
    const { d, ...paint } = /** @type {Record<string, any>} */ (drawn(["path", attributes], words).props);
    const same = JSON.stringify(paint);
    return { at, d, paint, same: GRADIENT.test(same) ? undefined : same };
  });

/**
 * Draw pieces that do not cover one another, part by part instead of piece by piece: paths that are painted alike are
 * one element. A browser has a tenth of the work.
 * @param {string} name begins the elements' keys
 * @param {{parts: Parts, x: number, y: number}[]} pieces
 */
export function together(name, pieces) {
  /** @type {Map<string, Record<string, any>>} */
  const paths = new Map();
  const most = Math.max(0, ...pieces.map(({ parts }) => parts.length));
  for (let layer = 0; layer < most; layer += 1) {
    for (const { parts, x, y } of pieces) {
      if (!parts[layer]) continue;
      const { at, d, paint, same } = parts[layer];
      const key = `${name} ${layer} ${same ?? `${x} ${y}`}`;
      const path = paths.get(key) ?? { key, ...paint, d: "" };
      path.d += `M${rounded(x + at[0])} ${rounded(y + at[1])}${d}`;
      paths.set(key, path);
    }
  }
  return [...paths.values()].map((props) => h("path", props));
}

/** @param {number} value */
const rounded = (value) => Math.round(value * 100) / 100;

/**
 * A hidden drawing of what others refer to; rendered once.
 * @param {string} key @param {any[]} definitions
 */
export function hidden(key, definitions) {
  return h(
    "svg",
    { key, class: "art-definitions", width: 0, height: 0, "aria-hidden": "true", focusable: "false" },
    h("defs", null, allDrawn(definitions)),
  );
}
