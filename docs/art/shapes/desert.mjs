// @ts-check
/**
 * Drawings of Pyramido (2023): its stones, jewels in suns, markers that stand on a block, and Pharaoh Mino's sign.
 */
import { h } from "../../../games/static/games/board/vdom.js";
import { DESERT_CUT, DESERT_JEWEL, DESERT_STONE } from "./desert_tints.mjs";
import { disc, facets, polygons, resized, round } from "./gems.mjs";
import { carving, face } from "./stone.mjs";

const TINTS = Object.keys(DESERT_STONE);

/** Twelve flames around a disc, the setting of a jewel, in a square from −1 to 1. */
const SUN = Array.from({ length: 12 }, (_, at) =>
  [-12, 0, 12].map((turn) => {
    const [angle, far] = [((at * 30 + turn) * Math.PI) / 180, turn === 0 ? 1.08 : 0.76];
    return /** @type {import("./gems.mjs").Point} */ ([far * Math.cos(angle), far * Math.sin(angle)]);
  }),
);

/** A smooth stone with dark veins. @param {string} tint @param {number} [size] half the side of its square */
function cabochon(tint, size = 50) {
  const [deep, body, light, glint] = DESERT_JEWEL[tint];
  const scaled = (/** @type {number} */ value) => round((value * size) / 50);
  const [across, down] = [13.24, -7.04].map(scaled); // half the length of the glint, turned by −28 degrees
  return [
    disc(scaled(43), { fill: body }),
    disc(scaled(36), { fill: light, "fill-opacity": 0.45 }, [-4, -5].map(scaled)),
    h("path", {
      at: [-38, -14].map(scaled),
      d: resized("q18 10 24 26t16 28m-16-28q18-6 26-22t26-12m-26 12q-4-18 4-29", size),
      fill: "none",
      stroke: deep,
      "stroke-width": scaled(4),
      "stroke-opacity": 0.6,
      "stroke-linecap": "round",
    }),
    h("path", {
      at: [scaled(-14) - across, scaled(-22) - down].map(round),
      d: [1, -1].map((way) => `a1.5 .8 -28 1 0 ${round(2 * way * across)} ${round(2 * way * down)}`).join(""),
      fill: glint,
      "fill-opacity": 0.85,
    }),
    disc(scaled(43), { fill: "none", stroke: deep, "stroke-width": scaled(4.5) }),
  ];
}

/** How many degrees of light a jewel shows where it is small: on a block, or beside an area's number. */
const SMALL = 2;

/** Half the side of a sun's square, and of the jewel's in it, on a block. */
const [SUN_SIZE, JEWEL_SIZE] = [150 / 7, 150 * 0.78 / 7];

/** @param {string} tint @param {{size?: number, degrees?: number}} [options] as for facets */
const jewel = (tint, options) =>
  tint === "desert-turquoise" ? cabochon(tint, options?.size) : facets(DESERT_CUT[tint], DESERT_JEWEL[tint], options);

/** A jewel in a sun, as it lies on a block. @param {string} tint */
function icon(tint) {
  const dark = DESERT_STONE[tint][2];
  return [
    polygons(SUN, SUN_SIZE, { fill: "url(#gold)", stroke: dark, "stroke-width": 1.07, "stroke-linejoin": "round" }),
    disc(17.14, { fill: dark }),
    disc(17.14, { fill: "url(#socket)", stroke: "url(#gold)", "stroke-width": 2.14 }),
    ...jewel(tint, { size: JEWEL_SIZE, degrees: SMALL }),
  ];
}
/** @type {Record<string, any[]>} */
export const ICONS = Object.fromEntries(TINTS.map((tint) => [tint, icon(tint)]));

/** Half the side of a marker's square on a block. */
const MARKER_SIZE = (50 * 25) / 56;

/** An upright jewel with its shadow and thickness; a pale edge sets it off from the block. @param {string} tint */
function marker(tint) {
  const deep = DESERT_JEWEL[tint][0];
  /** The outline, moved down by so much. @param {number[]} ways @param {string} colour @param {number} width */
  const lowered = (ways, colour, width) =>
    polygons(
      ways.map((down) => DESERT_CUT[tint].outer.map(([x, y]) => [x, y + down / 50])),
      MARKER_SIZE,
      { fill: colour, stroke: colour, "stroke-width": width, "stroke-linejoin": "round" },
    );
  const shade = { at: [-18.75, 22.32], d: "a25.89 7.59 0 1 0 51.78 0a25.89 7.59 0 1 0-51.78 0z" };
  return [
    h("path", { ...shade, fill: "#1d0f04", "fill-opacity": 0.55 }),
    lowered([0, 14], "#fff7e0", 6.7),
    lowered([16, 12, 8, 4], deep, 2.23),
    ...jewel(tint, { size: MARKER_SIZE }),
  ];
}
/** @type {Record<string, any[]>} */
export const MARKERS = Object.fromEntries(TINTS.map((tint) => [tint, marker(tint)]));

export const definitions = () =>
  [
    TINTS.map(face),
    TINTS.map(carving),
    TINTS.map((tint) =>
      h(
        "symbol",
        { id: `gem-${tint}`, viewBox: "-56 -56 112 112", overflow: "visible" },
        jewel(tint, { degrees: SMALL }),
      ),
    ),
    h("symbol", { id: "mino", viewBox: "0 0 48 48", overflow: "visible" }, mino()),
  ].flat(2);

/** The late Pharaoh under his striped headcloth. */
function mino() {
  return [
    h("path", {
      d: "M24 3C13 3 8.5 11 8 21L4 42H15L17 33H31L33 42H44L40 21C39.5 11 35 3 24 3Z",
      fill: "#e9b93e",
      stroke: "#4a2d05",
      "stroke-width": 2,
      "stroke-linejoin": "round",
    }),
    h("path", {
      d: "M10 16L16 19M8.5 23L15.5 25M7.5 29L15 31M6.5 35L14.5 36.500M38 16L32 19M39.5 23L32.5 25M40.5 29L33 31M41.5 35L33.5 36.500M15 8L20 14M33 8L28 14",
      fill: "none",
      stroke: "#24409c",
      "stroke-width": 2.8,
      "stroke-linecap": "round",
    }),
    h("path", {
      d: "M15.5 18C15.5 13 19 12 24 12S32.5 13 32.5 18V25C32.5 30 28.5 34.5 24 34.500S15.5 30 15.5 25Z",
      fill: "#c98a54",
      stroke: "#4a2d05",
      "stroke-width": 1.8,
    }),
    h("path", {
      d: "M18 21.500h4.200M25.8 21.500H30M22 28.500h4",
      fill: "none",
      stroke: "#2b1503",
      "stroke-width": 2,
      "stroke-linecap": "round",
    }),
    h("path", { d: "M22.3 34V41.500H25.700V34", fill: "#24409c", stroke: "#4a2d05", "stroke-width": 1.2 }),
    h("path", {
      d: "M24 12V6.500M21.5 8.500Q24 3.5 26.5 8.5",
      fill: "none",
      stroke: "#a8231c",
      "stroke-width": 2,
      "stroke-linecap": "round",
    }),
  ];
}
