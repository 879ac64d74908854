// @ts-check
/**
 * A pyramid card: a plan of chambers in a frame of painted stone. The grid goes from (0, 0) to (500, 500); a cell is
 * 100 wide.
 * @typedef {import("./types").Card} Card
 */

import shapes from "../art/shapes/cards.json" with { type: "json" };
import { allDrawn, prepared, drawn as shape, together } from "../art/shapes.js";
import { STONE } from "../art/stone.js";
import { cached, h } from "../vdom.js";
import { drawn, inkOf, shapesOf } from "./art_symbols.js";
import { SYMBOLS } from "./cards.js";
import { cells, count, FULL, place } from "./geometry.js";

/** Left, top, width and height of the whole card. */
export const BOX = shapes.card.box;
const FLOOR = shapes.card.floor;
/** @type {Record<string, {size: number, up: number}>} */
const PRINTED = shapes.card.printed;
/** Size of boot prints, as a part of that of their symbol. */
const PRINTS = shapes.card.prints;

/**
 * Return a number from 0 to 1 that looks random but is always the same for a place.
 * @param {number} number @param {number} at
 */
const chance = (number, at) => (((Math.imul(number * 31 + at * 17 + 7, 2654435761) >>> 0) >>> 8) % 1000) / 1000;

/**
 * The floor of a card's cells: a path for each tone of its stones, for their lit and shaded edges, and for cracks.
 * @param {Card} card
 */
function floor(card) {
  const { upper, lower, paint } = FLOOR.cracks;
  const tones = FLOOR.tones.map(() => "");
  let [lit, shaded, cracks] = ["", "", ""];
  for (const bit of cells(card.free)) {
    const [x, y] = place(bit);
    const one = chance(card.number, 5 * y + x);
    /** @param {{at: number[], d: string}} part @param {number} [across] */
    const here = ({ at, d }, across = 0) => `M${100 * x + at[0] + across} ${100 * y + at[1]}${d}`;
    tones[Math.floor(one * 4)] += here(FLOOR.stone);
    lit += here(FLOOR.lit);
    shaded += here(FLOOR.shaded);
    if (one > upper.from) cracks += here(upper, upper.wide * one);
    if (one < lower.below) cracks += here(lower, lower.wide * one);
  }
  return [
    tones.map((d, at) => h("path", { d, fill: FLOOR.tones[at] })),
    h("path", { d: lit, ...FLOOR.lit.paint }),
    h("path", { d: shaded, ...FLOOR.shaded.paint }),
    h("path", { d: cracks, ...paint }),
  ];
}

/** A printed symbol in a cell. @param {keyof typeof shapes.card.printed} what @param {number} bit */
function printed(what, bit) {
  const [x, y] = place(bit);
  const { size, up } = PRINTED[what];
  return drawn(what, 100 * x + 50, 100 * y + 50 - up, size);
}

/** The parts of a card that never change. @type {(card: Card) => import("../types").VNode} */
const face = cached((card) => {
  const { colour, number } = card;
  const words = { colour, number, rim: STONE[colour][3], ink: inkOf(colour) };
  return h(
    "g",
    { class: "card-face" },
    allDrawn(shapes.card.frame, words),
    floor(card),
    h("g", { class: "card-title" }, allDrawn(shapes.card.title, words)),
    printed("start", card.start),
    printed("tomb", card.tomb),
    SYMBOLS.flatMap((symbol) => cells(card[symbol]).map((bit) => printed(symbol, bit))),
    inCells("wall", FULL & ~card.free, () => WALL),
  );
});

/**
 * The boot prints of a cell, turned: a part that can be drawn with others.
 * @type {(what: "steps" | "steps-new", angle: number) => import("../art/shapes.js").Parts} `angle` in degrees
 */
const prints = cached((what, angle) => {
  const [[, { at, d, ...paint }]] = shapesOf(what);
  const [cos, sin] = [PRINTS * Math.cos((angle * Math.PI) / 180), PRINTS * Math.sin((angle * Math.PI) / 180)];
  const turned = (/** @type {number} */ x, /** @type {number} */ y) =>
    [cos * x - sin * y, sin * x + cos * y].map((one) => Math.round(10 * one) / 10);
  const path = d.replace(/(-?[\d.]+) (-?[\d.]+)/g, (/** @type {string[]} */ ...[, x, y]) => turned(+x, +y).join(" "));
  return prepared([["path", { at: turned(at[0], at[1]), d: path, ...paint }]], {});
});

/** @param {string} name @param {number} set of cells @param {(bit: number) => import("../art/shapes.js").Parts} partsOf */
const inCells = (name, set, partsOf) =>
  together(
    name,
    cells(set).map((bit) => {
      const [x, y] = place(bit);
      return { parts: partsOf(bit), x: 100 * x + 50, y: 100 * y + 50 };
    }),
  );

const WALL = prepared(shapesOf("wall"), {});
const MARKED = prepared([shapes.card.marked], {});
const FRESH = prepared([shapes.card.fresh], {});

/**
 * Marked cells: darker floor with boot prints.
 * @type {(marked: number, number: number) => import("../types").VNode} `number` is the card's
 */
const trodden = cached((marked, number) =>
  h(
    "g",
    { class: "trodden" },
    inCells("trodden", marked, (bit) => {
      const [x, y] = place(bit);
      return [...MARKED, ...prints("steps", Math.round(chance(number + 50, 5 * y + x) * 50 - 25))];
    }),
  ),
);

/** Cells marked in the latest step: red prints. @type {(set: number) => import("../types").VNode} */
export const freshMarks = cached((set) =>
  h(
    "g",
    { key: "fresh", class: "fresh" },
    inCells("fresh", set, () => [...FRESH, ...prints("steps-new", 0)]),
  ),
);

/**
 * @param {Card} card @param {number} marked @param {import("../elements").Props<"svg">} props of the drawing
 * @param {...import("../types").VChild} over drawn over it
 */
export function cardDrawing(card, marked, props, ...over) {
  const done = (marked & card.tomb) !== 0;
  return h(
    "svg",
    { ...props, class: `card-drawing ${done ? "done" : ""} ${props.class ?? ""}`, viewBox: BOX.join(" ") },
    face(card),
    count(marked) > 0 && trodden(marked, card.number),
    ...over,
  );
}

/** The back of the cards. */
export function cardBack() {
  const [left, top, width, height] = BOX;
  return h(
    "svg",
    { class: "card-drawing back", viewBox: BOX.join(" "), "aria-hidden": "true" },
    shape(shapes.card.frame[0]),
    h("rect", { x: left, y: top, width, height, rx: 24, class: "back-ground" }),
    h("rect", { x: left + 16, y: top + 16, width: width - 32, height: height - 32, rx: 16, class: "back-line" }),
    h(
      "g",
      { transform: "translate(250 235)" },
      h("circle", { r: 205, fill: "url(#sgp-sun)", "fill-opacity": 0.5 }),
      h("path", { d: "M-215 130L0-170L215 130Z", class: "back-pyramid" }),
      h("path", { d: "M0-170L215 130L30 130Z", class: "back-shade" }),
      h("path", { d: "M-179 80H179M-143 30H143M-107-20H107M-72-70H72M-36-120H36", class: "back-courses" }),
      h("path", { d: "M-34 130V92C-34 70-16 60 0 60C16 60 34 70 34 92V130Z", class: "back-door" }),
      h("path", { d: "M-240 160C-160 140-80 176 0 160S160 140 240 160", class: "back-line" }),
    ),
  );
}
