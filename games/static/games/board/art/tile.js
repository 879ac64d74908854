// @ts-check
/** Resurfacing cards: thin tiles that lie on a block, or close a gap. */
import { h } from "../vdom.js";
import { STONE, slab } from "./stone.js";

/** A square with its corners cut off. @param {number} x @param {number} y @param {number} size @param {number} cut */
function cutSquare(x, y, size, cut) {
  const side = size - 2 * cut;
  return `M${x + cut} ${y}h${side}l${cut} ${cut}v${side}l${-cut} ${cut}h${-side}l${-cut} ${-cut}v${-side}Z`;
}

/**
 * The tile's top, on the block whose upper left corner is (x, y).
 * @param {import("../types").Tint} tint @param {number} x @param {number} y
 */
export function tile(tint, x, y) {
  const dark = STONE[tint][2];
  return [
    h("path", { d: cutSquare(x + 7, y + 9, 88, 12), fill: "#1d0f04", "fill-opacity": 0.35 }),
    h("path", { d: cutSquare(x + 5, y + 7, 90, 12), fill: dark }),
    h("path", { d: cutSquare(x + 5, y + 3, 90, 12), fill: `url(#face-${tint})`, stroke: dark, "stroke-width": 1.5 }),
    h(
      "g",
      { transform: `translate(${x} ${y})` },
      h("path", { d: slab(10, 8, 80, 80, [6, 6, 6, 6]), fill: `url(#carving-${tint})` }),
    ),
    h("path", { d: cutSquare(x + 8.5, y + 6.5, 83, 10), fill: "none", stroke: "url(#gold)", "stroke-width": 3.4 }),
    h("path", {
      d: `M${x + 50} ${y + 12}V${y + 84}M${x + 14} ${y + 50}H${x + 86}`,
      class: "carved-lines",
      stroke: dark,
    }),
  ];
}
