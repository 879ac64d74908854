// @ts-check
/**
 * A pyramid card: a plan of chambers in a frame of painted stone. The grid goes from (0, 0) to (500, 500); a cell is
 * 100 wide.
 * @typedef {import("./types").Card} Card
 */
import { slab } from "../art/stone.js";
import { cached, h } from "../vdom.js";
import { drawn } from "./art_symbols.js";
import { SYMBOLS } from "./cards.js";
import { cells, count, FULL, place } from "./geometry.js";

/** Left, top, width and height of the whole card. */
export const BOX = [-24, -66, 548, 590];
const FLOOR = ["#ead6a6", "#e3cb95", "#dfc68c", "#e7d1a0"];

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
  const tones = FLOOR.map(() => "");
  let [lit, shaded, cracks] = ["", "", ""];
  for (const bit of cells(card.free)) {
    const [x, y] = place(bit);
    const one = chance(card.number, 5 * y + x);
    const [left, top] = [100 * x, 100 * y];
    tones[Math.floor(one * 4)] += slab(left + 2, top + 2, 96, 96, [7, 7, 7, 7]);
    lit += `M${left + 5} ${top + 93}V${top + 9}Q${left + 5} ${top + 5} ${left + 9} ${top + 5}H${left + 93}`;
    shaded += `M${left + 95} ${top + 8}V${top + 91}Q${left + 95} ${top + 95} ${left + 91} ${top + 95}H${left + 8}`;
    if (one > 0.72) cracks += `M${left + 100 * one} ${top + 4}l-7 13l6 8l-5 11`;
    if (one < 0.2) cracks += `M${left + 20 + 180 * one} ${top + 84}l12-7l9 5l10-8`;
  }
  return [
    tones.map((d, at) => h("path", { d, fill: FLOOR[at] })),
    h("path", { d: lit, class: "tile-light" }),
    h("path", { d: shaded, class: "tile-shade" }),
    h("path", { d: cracks, class: "tile-crack" }),
  ];
}

/** The parts of a card that never change. @type {(card: Card) => import("../types").VNode} */
const face = cached((card) => {
  const [left, top, width, height] = BOX;
  const walls = FULL & ~card.free;
  const [sx, sy] = place(card.start);
  const [tx, ty] = place(card.tomb);
  return h(
    "g",
    { class: "card-face" },
    h("rect", { x: left + 4, y: top + 6, width: width - 2, height: height - 2, rx: 26, class: "card-shadow" }),
    h("rect", { x: left, y: top, width, height, rx: 24, fill: `url(#face-${card.colour})`, class: "card-frame" }),
    h("rect", { x: left, y: top, width, height, rx: 24, fill: `url(#carving-${card.colour})`, "fill-opacity": 0.6 }),
    h("rect", {
      x: left + 4,
      y: top + 4,
      width: width - 8,
      height: height - 8,
      rx: 20,
      class: `card-rim ${card.colour}`,
    }),
    h("rect", { x: -9, y: -9, width: 518, height: 518, rx: 12, class: "card-pit" }),
    floor(card),
    title(card),
    drawn("start", 100 * sx + 50, 100 * sy + 48, 94),
    drawn("tomb", 100 * tx + 50, 100 * ty + 50, 96),
    SYMBOLS.flatMap((symbol) =>
      cells(card[symbol]).map((bit) => {
        const [x, y] = place(bit);
        return drawn(
          symbol,
          100 * x + 50,
          100 * y + 50,
          { red_gem: 62, green_gem: 58, torch: 82, potion: 70, skull: 64, cross: 72 }[symbol],
        );
      }),
    ),
    cells(walls).map((bit) => {
      const [x, y] = place(bit);
      return drawn("wall", 100 * x + 50, 100 * y + 50, 100);
    }),
  );
});

/** The number and the emblem, in a plate at the upper edge. @param {Card} card */
function title(card) {
  return h(
    "g",
    { class: `card-title ${card.colour}` },
    h("rect", { x: -8, y: -57, width: 122, height: 44, rx: 22, class: "plate" }),
    h("use", {
      href: `#sgp-emblem-${card.colour}`,
      x: 2,
      y: -54,
      width: 38,
      height: 38,
      class: `sgp-emblem ${card.colour}`,
    }),
    h("text", { x: 76, y: -23, "text-anchor": "middle" }, card.number),
  );
}

/**
 * Marked cells: darker floor with boot prints.
 * @type {(marked: number, number: number) => import("../types").VNode} `number` is the card's
 */
const trodden = cached((marked, number) =>
  h(
    "g",
    { class: "trodden" },
    cells(marked).map((bit) => {
      const [x, y] = place(bit);
      const angle = Math.round(chance(number + 50, 5 * y + x) * 50 - 25);
      return h(
        "g",
        { transform: `translate(${100 * x + 50} ${100 * y + 50})` },
        h("rect", { x: -48, y: -48, width: 96, height: 96, rx: 7 }),
        h("g", { transform: `rotate(${angle})` }, drawn("steps", 0, 0, 92)),
      );
    }),
  ),
);

/** Cells marked in the latest step: red prints. @type {(set: number) => import("../types").VNode} */
export const freshMarks = cached((set) =>
  h(
    "g",
    { key: "fresh", class: "fresh" },
    cells(set).map((bit) => {
      const [x, y] = place(bit);
      return h(
        "g",
        { transform: `translate(${100 * x + 50} ${100 * y + 50})` },
        h("rect", { x: -47, y: -47, width: 94, height: 94, rx: 8 }),
        drawn("steps-new", 0, 0, 92),
      );
    }),
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
    h("rect", { x: left + 4, y: top + 6, width: width - 2, height: height - 2, rx: 26, class: "card-shadow" }),
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
