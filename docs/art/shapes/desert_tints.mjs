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

/** The same lines, cut to the face of a block, each from the block's corner. @type {Record<string, string>} */
export const DESERT_CARVED = {
  "desert-brown":
    "m8.1 12h25.9m8 0h49.9m-83.8 8h53.9q8 0 12 6q4 6 12 6h5.9m-83.8 3.6q17.95-4.13 35.9 2.4q22 8 34 6h13.9m-83.8 6h9.9m8 0h65.9m-83.8 13.9q24.93 5 43.9-1.9q18.53-6.74 39.9-2.13m-83.8 14.13h37.9m8 0h37.9m-83.8 11.93q14.35-2.6 29.9 2.07q20 6 32 2h21.9",
  "desert-blue":
    "m12.1 8.1l7.9 7.9l7.9-7.9m4.2 0l7.9 7.9l7.9-7.9m4.2 0l7.9 7.9l7.9-7.9m4.2 0l7.9 7.9l7.9-7.9m-79.8 24.8l1.9-1.9l10 10l10-10l10 10l10-10l10 10l10-10l10 10l10-10l1.9 1.9m-83.8 25l1.9-1.9l10 10l10-10l10 10l10-10l10 10l10-10l10 10l10-10l1.9 1.9m-83.8 25l1.9-1.9l10 10l10-10l10 10l10-10l10 10l10-10l10 10l10-10l1.9 1.9",
  "desert-yellow":
    "m50 34v-25.9m0 57.9v25.9m-16-41.9h-25.9m57.9 0h25.9m-30.6-11.3l30.6-30.6m-53.2 30.6l-30.6-30.6m53.2 53.2l30.6 30.6m-53.2-30.6l-30.6 30.6m48-56.7l12.24-27.1m-24.44 27.1l-12.24-27.1m24.44 56.7l12.24 27.1m-24.44-27.1l-12.24 27.1m33.14-48l27.1-12.24m-27.1 24.44l27.1 12.24m-56.7-24.44l-27.1-12.24m27.1 24.44l-27.1 12.24m41.9-30.34a12 12 0 1 0 .1 0",
  "desert-turquoise":
    "m8.1 11.7a12.5 12.5 0 0 0 13.92-3.6m5.96 0a12.5 12.5 0 0 0 19.04 0m5.96 0a12.5 12.5 0 0 0 19.04 0m5.96 0a12.5 12.5 0 0 0 13.92 3.6m-83.8 22.82a12.5 12.5 0 0 0 4.4-9.52a12.5 12.5 0 0 0 25 0a12.5 12.5 0 0 0 25 0a12.5 12.5 0 0 0 25 0a12.5 12.5 0 0 0 4.4 9.52m-83.8 27.18a12.5 12.5 0 0 0 16.9-11.7a12.5 12.5 0 0 0 25 0a12.5 12.5 0 0 0 25 0a12.5 12.5 0 0 0 16.9 11.7m-83.8 22.82a12.5 12.5 0 0 0 4.4-9.52a12.5 12.5 0 0 0 25 0a12.5 12.5 0 0 0 25 0a12.5 12.5 0 0 0 25 0a12.5 12.5 0 0 0 4.4 9.52",
  "desert-red":
    "m8.1 16h8.9v-8h16v8h9v8h16v-8h9v-8h16v8h8.9m-83.8 16h83.8m-83.8 17h8.9v-8h16v8h9v8h16v-8h9v-8h16v8h8.9m-83.8 16h83.8m-83.8 17h8.9v-8h16v8h9v8h16v-8h9v-8h16v8h8.9",
  "desert-green":
    "m20 91.9v-49.9m0 0q-8.58-3.68-11.9-11.86m0-9.92q5.95 5.78 11.9 5.78q7 0 14-8q0 18-14 24m0 0v-16m50 65.9v-57.9m0 0q-14-6-14-24q7 8 14 8q7 0 14-8q0 18-14 24m0 0v-16m-25 73.9v-17.9m0 0q-11-5-11-18q6 6 11 6q5 0 11-6q0 13-11 18m46.9-1.09q-8.9-5.22-8.9-16.91q4.77 4.77 8.9 5.75",
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
