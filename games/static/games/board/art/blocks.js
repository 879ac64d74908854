// @ts-check
/**
 * Stone blocks and what lies on them: gems in their settings, resurfacing cards. A block is 100 units wide, a
 * quadrant 50.
 * @typedef {import("../types").Tint} Tint
 * @typedef {import("./stone.js").Join} Join
 */

import { CORNER_OFFSET } from "../pyramid/geometry.js";
import { cached, h } from "../vdom.js";
import shapes from "./shapes/blocks.json" with { type: "json" };
import { allDrawn, prepared, together } from "./shapes.js";
import { STONE, tints } from "./stone.js";

/**
 * A block as it lies in a drawing.
 * @typedef {object} Lying
 * @property {Tint} tint its colour, or that of the card on it
 * @property {Tint} [under] the colour of the stone below a card
 * @property {Join} join the side of its other half
 * @property {import("../types").Corner[]} icons
 * @property {number} x of its upper left corner
 * @property {number} y
 * @property {string} [tile] `data-tile` of the card on it
 */

/** @param {Tint} tint */
const words = (tint) => ({
  colour: tint,
  dark: STONE[tint][2],
  rim: STONE[tint][3],
  carved: tints[tint]?.carved ?? "",
});

/** @type {(part: "top" | "front", tint: Tint, join: Join) => import("./shapes.js").Parts} */
const parts = cached((part, tint, join) => prepared(shapes[part][join ?? "alone"], words(tint)));
/** @type {(tint: Tint) => import("./shapes.js").Parts} */
const iconParts = cached((tint) => prepared(tints[tint]?.icon ?? [], {}));

/** @param {"top" | "front"} part @param {Lying[]} blocks */
const stones = (part, blocks) =>
  together(
    part,
    blocks.map(({ under, tint, join, x, y }) => ({ parts: parts(part, under ?? tint, join), x, y })),
  );

/** The fronts of blocks, below their tops. @param {Lying[]} blocks */
export const blockFronts = (blocks) => stones("front", blocks);

/**
 * The tops of blocks that do not cover one another, with what lies on them. There is a gap between dominoes, but none
 * inside one. @param {Lying[]} blocks
 */
export const blockTops = (blocks) => [
  stones("top", blocks),
  blocks.filter(({ under }) => under).map((block) => h("g", { key: block.tile, "data-tile": block.tile }, tile(block))),
  icons(blocks),
];

/** @param {Pick<Lying, "tint" | "x" | "y">} card a thin tile on its block */
const tile = ({ tint, x, y }) => allDrawn(shapes.tile, { ...words(tint), x, y }, x, y);

/** @param {Pick<Lying, "tint" | "icons" | "x" | "y">[]} blocks */
const icons = (blocks) =>
  together(
    "icon",
    blocks.flatMap(({ tint, icons: corners, x, y }) =>
      corners.map((corner) => {
        const [right, down] = CORNER_OFFSET[corner];
        return { parts: iconParts(tint), x: x + 25 + 50 * right, y: y + 25 + 50 * down };
      }),
    ),
  );

/** A resurfacing card by itself. @param {Tint} tint @param {import("../types").Corner} corner where its icon is */
export function card(tint, corner) {
  const block = { tint, icons: [corner], x: 0, y: 0 };
  return [tile(block), icons([block])];
}
