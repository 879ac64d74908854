// @ts-check
/**
 * Pictures of whole dominoes: faces, and backs, which show only colours and numbers of icons.
 * @typedef {import("../types").BackBlock} BackBlock
 * @typedef {import("../types").Rotation} Rotation
 * @typedef {import("../types").Colour} Colour
 */

import { gettext, interpolate, ngettext } from "../i18n.js";
import { turnCorner } from "../pyramid/geometry.js";
import { cached, h } from "../vdom.js";
import { blockTops } from "./blocks.js";
import { STONE, slab } from "./stone.js";

const THICK = 12;

/** @param {Colour | import("../types").DesertColour} colour @returns {string} */
export function colourName(colour) {
  return {
    orange: gettext("orange"),
    blue: gettext("blue"),
    purple: gettext("purple"),
    green: gettext("green"),
    red: gettext("red"),
    brown: gettext("brown"),
    yellow: gettext("yellow"),
    turquoise: gettext("turquoise"),
  }[colour];
}

/**
 * "green area", as one text: in many languages the colour agrees with the noun.
 * @param {Colour | import("../types").DesertColour} colour @returns {string}
 */
function areaOf(colour) {
  return {
    orange: gettext("orange area"),
    blue: gettext("blue area"),
    purple: gettext("purple area"),
    green: gettext("green area"),
    red: gettext("red area"),
    brown: gettext("brown area"),
    yellow: gettext("yellow area"),
    turquoise: gettext("turquoise area"),
  }[colour];
}

/**
 * "green area with 2 icons"
 * @param {{colour: Colour | import("../types").DesertColour, icons: number}} area @returns {string}
 */
export function areaText({ colour, icons }) {
  return interpolate(ngettext("%(area)s with %(count)s icon", "%(area)s with %(count)s icons", icons), {
    area: areaOf(colour),
    count: icons,
  });
}

/** @param {Colour | import("../types").DesertColour} colour @param {number} icons @returns {string} */
export function blockName(colour, icons) {
  const text = ngettext("%(colour)s with %(count)s icon", "%(colour)s with %(count)s icons", icons);
  return interpolate(text, { colour: colourName(colour), count: icons });
}

/** @param {import("../types").DominoFace<Colour | import("../types").DesertColour>} face @returns {string} */
export function dominoName(face) {
  const [first, second] = face.blocks.map((block) => blockName(block.colour, block.icons.length));
  return interpolate(gettext("%(first)s, %(second)s"), { first, second });
}

/**
 * A domino's face with a thick edge towards the viewer. At 0 and 180 degrees it is drawn wide, at 90 and 270 tall.
 * @type {(face: import("../types").DominoFace<string>, rotation: Rotation, className?: string) =>
 *   import("../types").VNode}
 */
export const dominoFace = cached(
  (/** @type {import("../types").DominoFace<string>} */ face, /** @type {Rotation} */ rotation, className = "") => {
    const upright = rotation === 90 || rotation === 270;
    const flipped = rotation === 180 || rotation === 270;
    const [width, height] = upright ? [100, 200] : [200, 100];
    const blocks = face.blocks.map((block, half) => {
      const second = flipped ? half === 0 : half === 1;
      /** @type {import("./blocks.js").Lying} */
      const lying = {
        tint: block.tint ?? /** @type {Colour} */ (block.colour),
        join: upright ? (second ? "up" : "down") : second ? "left" : "right",
        icons: block.icons.map((corner) => turnCorner(corner, rotation)),
        x: second && !upright ? 100 : 0,
        y: second && upright ? 100 : 0,
      };
      return lying;
    });
    return h(
      "svg",
      {
        class: `domino ${upright ? "upright" : "across"} ${className}`,
        viewBox: `-2 -2 ${width + 4} ${height + THICK + 4}`,
        "aria-hidden": "true",
      },
      h("path", {
        d: slab(3, 14, width + 1, height + THICK - 10, [8, 8, 10, 10]),
        fill: "#2a1608",
        "fill-opacity": 0.28,
      }),
      blocks.filter(({ join }) => join !== "down").map(edge),
      blockTops(blocks),
    );
  },
);

/** The thick edge of a block. @param {import("./blocks.js").Lying} block */
function edge({ tint, join, x, y }) {
  const [right, left] = [join === "right" || join === "up" ? 9 : 2, join === "left" || join === "up" ? 9 : 2];
  return h("path", { d: slab(x + 0.8, y + 60, 98.4, 40 + THICK - 1, [0, 0, left, right]), fill: STONE[tint][2] });
}

/**
 * A domino's back: a dark slab with a carved frame, and in each half a medallion with a gem for each icon of the block.
 * @type {(back: [BackBlock, BackBlock], className?: string) => import("../types").VNode}
 */
export const dominoBack = cached((/** @type {[BackBlock, BackBlock]} */ back, className = "") =>
  h(
    "svg",
    { class: `domino across back ${className}`, viewBox: "-2 -2 204 116", "aria-hidden": "true" },
    h("path", { d: slab(3, 14, 201, 102, [8, 8, 10, 10]), fill: "#2a1608", "fill-opacity": 0.28 }),
    h("path", { d: slab(0.8, 50, 198.4, 61, [0, 0, 9, 9]), fill: "#3d2c1a" }),
    h("path", {
      d: slab(0.8, 0.8, 198.4, 98.4, [9, 9, 9, 9]),
      fill: "url(#back-stone)",
      stroke: "#3d2c1a",
      "stroke-width": 1.6,
    }),
    h("path", { d: slab(0.8, 0.8, 198.4, 98.4, [9, 9, 9, 9]), fill: "url(#wear)" }),
    h("path", {
      d: slab(4, 4, 192, 92, [7, 7, 7, 7]),
      fill: "none",
      stroke: "#d8c193",
      "stroke-width": 1.6,
      "stroke-opacity": 0.8,
    }),
    back.map((block, half) => backHalf(block, half * 100)),
    h("path", { d: "M100 5V95", stroke: "#3d2c1a", "stroke-width": 2, "stroke-opacity": 0.7 }),
    h("path", { d: "M101.6 5V95", stroke: "#d8c193", "stroke-width": 1, "stroke-opacity": 0.7 }),
  ),
);

/** @param {BackBlock} block @param {number} x */
function backHalf(block, x) {
  const [light, body, dark] = STONE[block.colour];
  const gems =
    block.icons === 2
      ? [
          [-17, 0],
          [17, 0],
        ]
      : block.icons === 1
        ? [[0, 0]]
        : [];
  return [
    h("path", { d: slab(x + 10, 10, 80, 80, [4, 4, 4, 4]), fill: body, stroke: dark, "stroke-width": 2 }),
    h(
      "g",
      { transform: `translate(${x} 0)` },
      h("path", { d: slab(10, 10, 80, 80, [4, 4, 4, 4]), fill: `url(#carving-${block.colour})`, "fill-opacity": 0.75 }),
    ),
    // a stepped medallion, the pyramid seen from above
    h("path", { d: stepped(x + 50, 50, 38), fill: dark, "fill-opacity": 0.9 }),
    h("path", { d: stepped(x + 50, 50, 34), fill: "#2b1b0d", stroke: light, "stroke-width": 1.4 }),
    gems.length === 0 &&
      h("path", { d: `M${x + 38} 50H${x + 62}`, stroke: light, "stroke-width": 4, "stroke-linecap": "round" }),
    gems.map(([dx, dy]) =>
      h("use", { href: `#gem-${block.colour}`, x: x + 50 + dx - 15, y: 50 + dy - 15, width: 30, height: 30 }),
    ),
  ];
}

/** A square with stepped corners. @param {number} x @param {number} y @param {number} r */
function stepped(x, y, r) {
  const s = r * 0.3;
  return `M${x - r + s} ${y - r}H${x + r - s}v${s}h${s}V${y + r - s}h${-s}v${s}H${x - r + s}v${-s}h${-s}V${y - r + s}h${s}Z`;
}
