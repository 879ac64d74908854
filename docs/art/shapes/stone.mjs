// @ts-check
/**
 * Stone blocks. Each tint has its own carved pattern, worn by chips and cracks. A block is 100 units wide, a quadrant
 * 50. Whatever repeats is defined once in a hidden drawing (`definitions`) and used by reference.
 */
import { h } from "../../../games/static/games/board/vdom.js";
import { DESERT_CARVED, DESERT_CARVING, DESERT_STONE } from "./desert_tints.mjs";

/** Lit top, shaded top, front side and rim of a block. @type {Record<string, [string, string, string, string]>} */
export const STONE = {
  ...DESERT_STONE,
  orange: ["#e9b36a", "#c98237", "#7f4714", "#fbe2b4"],
  blue: ["#7fabcf", "#45789f", "#1f4565", "#cfe6f6"],
  purple: ["#ab8cc4", "#75559a", "#432a60", "#e6d6f3"],
  green: ["#93bb82", "#557f4d", "#2b4b28", "#dcf0cf"],
  red: ["#d98573", "#a9483b", "#62211a", "#f8cfc2"],
};

/** Carved lines in a tile of 100 by 100. @type {Record<string, string>} */
const CARVING = {
  ...DESERT_CARVING,
  // the rising sun: arcs around the lower middle
  orange:
    "M8 100A42 42 0 0 1 92 100M24 100A26 26 0 0 1 76 100M-8 100A58 58 0 0 1 108 100M50 42V26M20 54L9 43M80 54L91 43M34 45L28 29M66 45L72 29M0 14H100M0 7H100",
  // water: waves
  blue: "M0 12Q12.5 0 25 12T50 12T75 12T100 12M0 37Q12.5 25 25 37T50 37T75 37T100 37M0 62Q12.5 50 25 62T50 62T75 62T100 62M0 87Q12.5 75 25 87T50 87T75 87T100 87",
  // night: a lattice of diamonds
  purple: "M0 25L25 0M0 75L75 0M25 100L100 25M75 100L100 75M75 0L100 25M25 0L100 75M0 25L75 100M0 75L25 100",
  // fern: feathered leaves along two stems
  green:
    "M25 0V100M75 0V100M25 14L8 2M25 14L42 2M25 39L8 27M25 39L42 27M25 64L8 52M25 64L42 52M25 89L8 77M25 89L42 77M75 14L58 2M75 14L92 2M75 39L58 27M75 39L92 27M75 64L58 52M75 64L92 52M75 89L58 77M75 89L92 77",
  // masonry: courses of bricks
  red: "M0 25H100M0 50H100M0 75H100M0 0.5H100M20 0V25M70 0V25M45 25V50M95 25V50M20 50V75M70 50V75M45 75V100M95 75V100",
};

/**
 * The same lines, cut to the face of a block, each from the block's corner: blocks are drawn without clips and
 * transforms, of which a browser makes layers. @type {Record<string, string>}
 */
export const CARVED = {
  ...DESERT_CARVED,
  orange:
    "m8.79 91.9a42 42 0 0 1 82.42 0m-65.92 0a26 26 0 0 1 49.42 0m-66.61-32a58 58 0 0 1 83.8 0m-41.9-17.9v-16m-30 28l-11-11m71 11l11-11m-57 2l-6-16m38 16l6-16m-63.9-15h83.8m-83.8-7h83.8",
  blue:
    "m19.9 8.1q2.55 1.45 5.1 3.9q12.5 12 25 0q2.55-2.45 5.1-3.9m14.8 0q2.55 1.45 5.1 3.9q8.45 8.11 16.9 5.26m-83.8 14.48q8.45-2.85 16.9 5.26q12.5 12 25 0q12.5-12 25 0q8.45 8.11 16.9 5.26m-83.8 14.48q8.45-2.85 16.9 5.26q12.5 12 25 0q12.5-12 25 0q8.45 8.11 16.9 5.26m-83.8 14.48q8.45-2.85 16.9 5.26q3.57 3.43 7.15 4.9m10.7 0q3.58-1.47 7.15-4.9q12.5-12 25 0q3.57 3.43 7.15 4.9",
  purple:
    "m8.1 16.9l8.8-8.8m-8.8 58.8l58.8-58.8m-33.8 83.8l58.8-58.8m-8.8 58.8l8.8-8.8m-8.8-75l8.8 8.8m-58.8-8.8l58.8 58.8m-83.8-33.8l58.8 58.8m-58.8-8.8l8.8 8.8",
  green:
    "m25 8.1v83.8m50-83.8v83.8m-50-77.9l-8.36-5.9m8.36 5.9l8.36-5.9m-8.36 30.9l-16.9-11.93m16.9 11.93l17-12m-17 37l-16.9-11.93m16.9 11.93l17-12m-17 37l-16.9-11.93m16.9 11.93l17-12m33-63l-8.36-5.9m8.36 5.9l8.36-5.9m-8.36 30.9l-17-12m17 12l16.9-11.93m-16.9 36.93l-17-12m17 12l16.9-11.93m-16.9 36.93l-17-12m17 12l16.9-11.93",
  red:
    "m8.1 25h83.8m-83.8 25h83.8m-83.8 25h83.8m-71.9-66.9v16.9m50-16.9v16.9m-25 0v25m-25 0v25m50-25v25m-25 0v16.9",
};

/** Chips and scratches, always in the same places. */
function wear() {
  let seed = 20250131;
  const random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 4294967296;
  };
  let specks = "";
  let pits = "";
  for (let count = 0; count < 46; count += 1) {
    const [x, y, size] = [random() * 196 + 2, random() * 196 + 2, 0.5 + random() * 1.5];
    const dot = `M${(x - size).toFixed(1)} ${y.toFixed(1)}a${size.toFixed(1)} ${(size * 0.8).toFixed(1)} 0 1 0 ${(2 * size).toFixed(1)} 0a${size.toFixed(1)} ${(size * 0.8).toFixed(1)} 0 1 0 ${(-2 * size).toFixed(1)} 0`;
    if (count % 2) specks += dot;
    else pits += dot;
  }
  return [
    h("path", { d: specks, fill: "#fff6e0", "fill-opacity": 0.28 }),
    h("path", { d: pits, fill: "#2a1608", "fill-opacity": 0.24 }),
    h("path", {
      d: "M150 0L144 11L149 19L145 27M0 131L9 128L14 134L25 132M96 200L99 190L94 183M200 66L190 70L186 66",
      fill: "none",
      stroke: "#2a1608",
      "stroke-width": 1.1,
      "stroke-opacity": 0.3,
    }),
  ];
}

/** The pattern `#carving-…`. @param {string} colour */
export function carving(colour) {
  const line = { d: CARVING[colour], fill: "none", "stroke-width": 2.2, "stroke-linecap": "round" };
  return h(
    "pattern",
    { id: `carving-${colour}`, width: 100, height: 100, patternUnits: "userSpaceOnUse" },
    h("path", { ...line, stroke: STONE[colour][3], "stroke-opacity": 0.34, transform: "translate(1 1.2)" }),
    h("path", { ...line, stroke: STONE[colour][2], "stroke-opacity": 0.4 }),
  );
}

/** The gradient `#face-…`. @param {string} colour */
export function face(colour) {
  return h(
    "linearGradient",
    { id: `face-${colour}`, x1: 0, y1: 0, x2: 0.7, y2: 1 },
    h("stop", { offset: 0, "stop-color": STONE[colour][0] }),
    h("stop", { offset: 1, "stop-color": STONE[colour][1] }),
  );
}

/** What the drawings of all games refer to. */
export const definitions = () => [
  h("pattern", { id: "wear", width: 200, height: 200, patternUnits: "userSpaceOnUse" }, wear()),
  h(
    "radialGradient",
    { id: "socket", cx: 0.5, cy: 0.6, r: 0.6 },
    h("stop", { offset: 0, "stop-color": "#241206", "stop-opacity": 0.3 }),
    h("stop", { offset: 1, "stop-color": "#1a0b02", "stop-opacity": 0.72 }),
  ),
  h(
    "linearGradient",
    { id: "gold", x1: 0, y1: 0, x2: 1, y2: 1 },
    h("stop", { offset: 0, "stop-color": "#fff0b8" }),
    h("stop", { offset: 0.45, "stop-color": "#d9a93f" }),
    h("stop", { offset: 0.6, "stop-color": "#8f6016" }),
    h("stop", { offset: 1, "stop-color": "#e9c66a" }),
  ),
];
