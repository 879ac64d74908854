// @ts-check
/**
 * The six stones and jewels of Pyramido (2023), as data. They can be told apart without colour:
 * brown is layered rock with a hexagon, blue the signs for water with an eye, yellow rays with a lozenge,
 * turquoise scales with a round cabochon, red a frieze of steps with a triangle, green papyrus with a long step cut.
 */
import { ring } from "./gems.mjs";

/** Lit top, shaded top, front side and rim of a block. @type {Record<string, [string, string, string, string]>} */
export const DESERT_STONE = {
  "desert-brown": ["#b98e64", "#86603b", "#472a12", "#e7c8a2"],
  "desert-blue": ["#7d9ad6", "#4562a6", "#1e2f63", "#d3dffa"],
  "desert-yellow": ["#f3d98c", "#d6ab48", "#8a6414", "#fff3c8"],
  "desert-turquoise": ["#8ad6cb", "#449f98", "#14585a", "#dcf9f2"],
  "desert-red": ["#dd7a62", "#b04836", "#611c12", "#fbd0bf"],
  "desert-green": ["#aabd72", "#71893f", "#3b4b18", "#e9f1c6"],
};

/** Carved lines in a tile of 100 by 100. @type {Record<string, string>} */
export const DESERT_CARVING = {
  // layers of rock, broken here and there
  "desert-brown":
    "M0 12H34M42 12H100M0 20H62Q70 20 74 26T86 32H100M0 38Q22 30 44 38T78 44H100M0 50H18M26 50H100M0 62Q30 70 52 62T100 62M0 74H46M54 74H100M0 88Q18 82 38 88T70 90H100",
  // the sign for water: rows of zigzag
  "desert-blue":
    "M0 16l10-10 10 10 10-10 10 10 10-10 10 10 10-10 10 10 10-10 10 10M0 41l10-10 10 10 10-10 10 10 10-10 10 10 10-10 10 10 10-10 10 10M0 66l10-10 10 10 10-10 10 10 10-10 10 10 10-10 10 10 10-10 10 10M0 91l10-10 10 10 10-10 10 10 10-10 10 10 10-10 10 10 10-10 10 10",
  // rays from the middle
  "desert-yellow":
    "M50 34V0M50 66V100M34 50H0M66 50H100M61.3 38.7L100 0M38.7 38.7L0 0M61.3 61.3L100 100M38.7 61.3L0 100M56.1 35.2L72 0M43.9 35.2L28 0M56.1 64.8L72 100M43.9 64.8L28 100M64.8 43.9L100 28M64.8 56.1L100 72M35.2 43.9L0 28M35.2 56.1L0 72M50 38a12 12 0 1 0 .1 0",
  // scales
  "desert-turquoise":
    "M0 0a12.5 12.5 0 0 0 25 0a12.5 12.5 0 0 0 25 0a12.5 12.5 0 0 0 25 0a12.5 12.5 0 0 0 25 0M-12.5 25a12.5 12.5 0 0 0 25 0a12.5 12.5 0 0 0 25 0a12.5 12.5 0 0 0 25 0a12.5 12.5 0 0 0 25 0a12.5 12.5 0 0 0 25 0M0 50a12.5 12.5 0 0 0 25 0a12.5 12.5 0 0 0 25 0a12.5 12.5 0 0 0 25 0a12.5 12.5 0 0 0 25 0M-12.5 75a12.5 12.5 0 0 0 25 0a12.5 12.5 0 0 0 25 0a12.5 12.5 0 0 0 25 0a12.5 12.5 0 0 0 25 0a12.5 12.5 0 0 0 25 0",
  // a frieze of steps
  "desert-red":
    "M0 24H8V16H17V8H33V16H42V24H58V16H67V8H83V16H92V24H100M0 32H100M0 57H8V49H17V41H33V49H42V57H58V49H67V41H83V49H92V57H100M0 65H100M0 90H8V82H17V74H33V82H42V90H58V82H67V74H83V82H92V90H100M0 98H100",
  // papyrus: stems with open heads
  "desert-green":
    "M20 100V42M20 42Q6 36 6 18Q13 26 20 26T34 18Q34 36 20 42M20 42V26M70 100V34M70 34Q56 28 56 10Q63 18 70 18T84 10Q84 28 70 34M70 34V18M45 100V74M45 74Q34 69 34 56Q40 62 45 62T56 56Q56 69 45 74M94 100V74M94 74Q83 69 83 56Q89 62 94 62",
};

/** Deep, body, light and glint. @type {Record<string, import("./gems.mjs").Tones>} */
export const DESERT_JEWEL = {
  "desert-brown": ["#3f1c05", "#9a5418", "#e2a054", "#fff0d6"],
  "desert-blue": ["#0c1a66", "#2745c8", "#7f9bff", "#eaf0ff"],
  "desert-yellow": ["#7a4b00", "#f0b70f", "#ffe878", "#fffdf0"],
  "desert-turquoise": ["#04494d", "#12aaa5", "#7cf0e2", "#f0fffc"],
  "desert-red": ["#5e0414", "#d2142c", "#ff7f78", "#fff0ec"],
  "desert-green": ["#123a0a", "#3f9a1c", "#a5e566", "#f6ffe6"],
};

/** @type {Record<string, import("./gems.mjs").Cut>} */
export const DESERT_CUT = {
  "desert-brown": { outer: ring(6, 0.94, -90), table: 0.62 },
  "desert-blue": {
    outer: [
      [-1, 0],
      [-0.72, -0.3],
      [-0.34, -0.54],
      [0, -0.6],
      [0.34, -0.54],
      [0.72, -0.3],
      [1, 0],
      [0.72, 0.3],
      [0.34, 0.54],
      [0, 0.6],
      [-0.34, 0.54],
      [-0.72, 0.3],
    ],
    table: 0.5,
  },
  "desert-yellow": {
    outer: [
      [0, -1],
      [0.5, -0.5],
      [1, 0],
      [0.5, 0.5],
      [0, 1],
      [-0.5, 0.5],
      [-1, 0],
      [-0.5, -0.5],
    ],
    table: 0.56,
  },
  "desert-turquoise": { outer: ring(24, 0.86, -90), table: 0.7 },
  "desert-red": {
    outer: [
      [-0.12, -0.94],
      [0.12, -0.94],
      [0.96, 0.56],
      [0.84, 0.78],
      [0, 0.78],
      [-0.84, 0.78],
      [-0.96, 0.56],
    ],
    table: 0.46,
    about: [0, 0.22],
  },
  "desert-green": {
    outer: [
      [-0.36, -0.98],
      [0.36, -0.98],
      [0.6, -0.72],
      [0.6, 0.72],
      [0.36, 0.98],
      [-0.36, 0.98],
      [-0.6, 0.72],
      [-0.6, -0.72],
    ],
    table: 0.46,
    step: true,
  },
};
