// @ts-check
/**
 * Drawings of Pyramido (2023): its stones, jewels in suns, markers that stand on a block, and Pharaoh Mino's sign.
 */
import { h } from "../../../games/static/games/board/vdom.js";
import { DESERT_CUT, DESERT_JEWEL, DESERT_STONE } from "./desert_tints.mjs";
import { closed, facets } from "./gems.mjs";
import { carving, face } from "./stone.mjs";

const TINTS = Object.keys(DESERT_STONE);

/** Twelve flames around a disc: the setting of a jewel. */
function sun() {
  let d = "";
  for (let at = 0; at < 12; at += 1) {
    const [before, tip, after] = [-12, 0, 12].map((turn) => ((at * 30 + turn) * Math.PI) / 180);
    d += `M${(38 * Math.cos(before)).toFixed(1)} ${(38 * Math.sin(before)).toFixed(1)}L${(54 * Math.cos(tip)).toFixed(1)} ${(54 * Math.sin(tip)).toFixed(1)}L${(38 * Math.cos(after)).toFixed(1)} ${(38 * Math.sin(after)).toFixed(1)}Z`;
  }
  return d;
}
const SUN = sun();

/** A smooth stone with dark veins. @param {string} tint */
function cabochon(tint) {
  const [deep, body, light, glint] = DESERT_JEWEL[tint];
  return [
    h("circle", { r: 43, fill: body }),
    h("circle", { cx: -4, cy: -5, r: 36, fill: light, "fill-opacity": 0.45 }),
    h("path", {
      d: "M-38-14Q-20-4-14 12T2 40M-14 12Q4 6 12-10T38-22M12-10Q8-28 16-39",
      fill: "none",
      stroke: deep,
      "stroke-width": 4,
      "stroke-opacity": 0.6,
      "stroke-linecap": "round",
    }),
    h("ellipse", {
      cx: -14,
      cy: -22,
      rx: 15,
      ry: 8,
      fill: glint,
      "fill-opacity": 0.85,
      transform: "rotate(-28 -14 -22)",
    }),
    h("circle", { r: 43, fill: "none", stroke: deep, "stroke-width": 4.5 }),
  ];
}

/** How many degrees of light a jewel on a block shows: there it is small. */
const SMALL = 2;

/** @param {string} tint @param {number} [degrees] */
const jewel = (tint, degrees) =>
  tint === "desert-turquoise" ? cabochon(tint) : facets(DESERT_CUT[tint], DESERT_JEWEL[tint], { degrees });

/** An upright jewel with its shadow and thickness; a pale edge sets it off from the block. @param {string} tint */
function marker(tint) {
  const deep = DESERT_JEWEL[tint][0];
  /** The outline, moved down by so much. @param {number[]} ways @param {string} colour @param {number} width */
  const lowered = (ways, colour, width) =>
    h("path", {
      d: ways.map((down) => closed(DESERT_CUT[tint].outer.map(([x, y]) => [x, y + down / 50]))).join(""),
      fill: colour,
      stroke: colour,
      "stroke-width": width,
      "stroke-linejoin": "round",
    });
  return [
    h("ellipse", { cx: 16, cy: 50, rx: 58, ry: 17, fill: "#1d0f04", "fill-opacity": 0.55 }),
    lowered([0, 14], "#fff7e0", 15),
    lowered([16, 12, 8, 4], deep, 5),
    h("use", { href: `#gem-${tint}`, x: -56, y: -56, width: 112, height: 112 }),
  ];
}

export function definitions() {
  const box = { viewBox: "-56 -56 112 112", overflow: "visible" };
  return [
    TINTS.map(face),
    TINTS.map(carving),
    h(
      "radialGradient",
      { id: "desert-sun", cx: 0.4, cy: 0.35, r: 0.75 },
      h("stop", { offset: 0, "stop-color": "#fff6d0" }),
      h("stop", { offset: 0.6, "stop-color": "#f1c65a" }),
      h("stop", { offset: 1, "stop-color": "#d98f2b" }),
    ),
    TINTS.map((tint) => h("symbol", { id: `gem-${tint}`, ...box }, jewel(tint))),
    TINTS.map((tint) => h("symbol", { id: `marker-${tint}`, ...box }, marker(tint))),
    TINTS.map((tint) =>
      h(
        "symbol",
        { id: `icon-${tint}`, ...box },
        h("path", {
          d: SUN,
          fill: "url(#gold)",
          stroke: DESERT_STONE[tint][2],
          "stroke-width": 2.5,
          "stroke-linejoin": "round",
        }),
        h("circle", { r: 40, fill: DESERT_STONE[tint][2] }),
        h("circle", { r: 40, fill: "url(#socket)", stroke: "url(#gold)", "stroke-width": 5 }),
        h("g", { transform: "scale(.78)" }, jewel(tint, SMALL)),
      ),
    ),
    h("symbol", { id: "mino", viewBox: "0 0 48 48", overflow: "visible" }, mino()),
  ].flat(3);
}

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
