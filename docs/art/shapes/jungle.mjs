// @ts-check
/** The stones and gems of the jungle, and the backs of its dominoes. */
import { h } from "../../../games/static/games/board/vdom.js";
import { disc, GEM_TONES, CUTS, facets, gemSymbols } from "./gems.mjs";
import { carving, face } from "./stone.mjs";

export const COLOURS = ["orange", "blue", "purple", "green", "red"];

/** A gem in a gold socket, as it lies on a block. @param {string} colour */
const icon = (colour) => [
  disc(19.5, { fill: "url(#socket)", stroke: "url(#gold)", "stroke-width": 3 }),
  ...facets(CUTS[colour], GEM_TONES[colour], { size: (50 * 34) / 112 }),
];
/** @type {Record<string, any[]>} */
export const ICONS = Object.fromEntries(COLOURS.map((colour) => [colour, icon(colour)]));

export const definitions = () =>
  [
    COLOURS.map(face),
    COLOURS.map(carving),
    h(
      "linearGradient",
      { id: "art-prism", x1: 0, y1: 0, x2: 1, y2: 1 },
      ["#fff", "#ffd1ec", "#cfe3ff", "#d6ffe9", "#fff4c4"].map((colour, at) =>
        h("stop", { offset: at / 4, "stop-color": colour }),
      ),
    ),
    h(
      "linearGradient",
      { id: "back-stone", x1: 0, y1: 0, x2: 0.4, y2: 1 },
      h("stop", { offset: 0, "stop-color": "#a58a61" }),
      h("stop", { offset: 1, "stop-color": "#75593a" }),
    ),
    gemSymbols(),
  ].flat(3);
