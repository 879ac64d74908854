// @ts-check
/**
 * Blocks, icons, resurfacing cards and pyramid cards, as shapes that the board and the server put together.
 * `$colour` is the piece's colour; `$dark` and `$rim` are its stone's front and rim, `$carved` the lines carved into it;
 * `at` is moved by the place of the piece. Light falls from the upper left.
 */

/** Length of a quadrant's side. */
export const UNIT = 50;
/** Height of a stage. It makes the four layers readable. */
export const LIFT = 9;

const round = (/** @type {number} */ value) => Math.round(value * 100) / 100;

/**
 * A rectangle with a radius for each corner, without its first point, which is `a` to the right of the corner.
 * @param {number} width @param {number} height @param {number[]} radii upper left, upper right, lower right, lower left
 */
function slab(width, height, [a, b, c, d]) {
  return (
    `h${round(width - a - b)}q${b} 0 ${b} ${b}v${round(height - b - c)}q0 ${c} ${-c} ${c}` +
    `h${round(c + d - width)}q${-d} 0 ${-d} ${-d}v${round(d + a - height)}q0 ${-a} ${a} ${-a}Z`
  );
}

/** A square with its corners cut off, without its first point. @param {number} size @param {number} cut */
function cutSquare(size, cut) {
  const side = size - 2 * cut;
  return `h${side}l${cut} ${cut}v${side}l${-cut} ${cut}h${-side}l${-cut} ${-cut}v${-side}Z`;
}

/** @param {number[]} at @param {string} d @param {Record<string, unknown>} paint */
const path = (at, d, paint) => ["path", { at: at.map(round), d, ...paint }];
const line = (/** @type {string} */ stroke, /** @type {number} */ width, /** @type {number} */ opacity) => ({
  fill: "none",
  stroke,
  "stroke-width": width,
  "stroke-linecap": "round",
  "stroke-opacity": opacity,
});

/** The side on which a block's other half lies. @typedef {"right" | "down" | "left" | "up" | "alone"} Join */
export const JOINS = /** @type {const} */ (["right", "down", "left", "up", "alone"]);

/** @param {Join} join @param {number} radius */
export function radii(join, radius) {
  const open = (/** @type {string} */ a, /** @type {string} */ b) => (join === a || join === b ? 1.5 : radius);
  return [open("left", "up"), open("right", "up"), open("right", "down"), open("left", "down")];
}

/** The top of a block. There is a gap between dominoes, but none inside one. @param {Join} join */
export function top(join) {
  const left = join === "left" ? 0 : 1.8;
  const right = join === "right" ? 100 : 98.2;
  const upper = join === "up" ? 0 : 1.8;
  const lower = join === "down" ? 100 : 98.2;
  const corners = radii(join, 9);
  const frame = radii(join, 6);
  const shape = slab(right - left, lower - upper, corners);
  const [wide, high] = [round(right - left - 12), round(lower - upper - 12)];
  /** Two edges, each where no other half lies, as one path. @param {number[][]} edges x, y, to the right, down */
  const edges = (edges) => {
    const [[x, y, right0, down0], second] = edges;
    const step = (/** @type {number[]} */ [, , across, down]) => (across ? `h${across}` : `v${down}`);
    const then = second ? `m${round(second[0] - x - right0)} ${round(second[1] - y - down0)}${step(second)}` : "";
    return { at: [x, y], d: step(edges[0]) + then };
  };
  const bright = edges(
    [join !== "left" && [left + 2.4, upper + 6, 0, high], join !== "up" && [left + 6, upper + 2.4, wide, 0]].filter(
      (edge) => edge !== false,
    ),
  );
  const shaded = edges(
    [join !== "right" && [right - 2.4, upper + 6, 0, high], join !== "down" && [left + 6, lower - 2.4, wide, 0]].filter(
      (edge) => edge !== false,
    ),
  );
  return [
    path([left + corners[0], upper], shape, { fill: "url(#face-$colour)", stroke: "$dark", "stroke-width": 1.5 }),
    path([1, 1.2], "$carved", line("$rim", 2.2, 0.34)),
    path([0, 0], "$carved", line("$dark", 2.2, 0.4)),
    path([left + corners[0], upper], shape, { fill: "url(#wear)" }),
    // the bevel: light on the upper and left edges, shade on the lower and right ones
    path(bright.at, bright.d, line("$rim", 4.2, 0.9)),
    path(shaded.at, shaded.d, line("$dark", 4.2, 0.6)),
    // a frame, and two lines through the block's centre, where corners of the next stage will lie
    path(
      [7 + frame[0], 7],
      `${slab(86, 86, frame)}m${round(43 - frame[0])} 2v82m-41-41h82`,
      line("$dark", 1.4, 0.36),
    ),
  ];
}

/** The front of a block, below its top; hidden by the other half if that lies there. @param {Join} join */
export function front(join) {
  if (join === "down") return [];
  const low = [0, 0, join === "right" ? 2 : 9, join === "left" ? 2 : 9];
  return [
    path([0.8, 70], slab(98.4, 29 + LIFT, low), { fill: "$dark" }),
    path([6, 99 + LIFT / 2], "h88", { stroke: "#000", "stroke-opacity": 0.22, "stroke-width": LIFT / 2 }),
  ];
}

/** A resurfacing card on the block at its place: a thin tile. */
export const tile = [
  path([19, 9], cutSquare(88, 12), { fill: "#1d0f04", "fill-opacity": 0.35 }),
  path([17, 7], cutSquare(90, 12), { fill: "$dark" }),
  path([17, 3], cutSquare(90, 12), { fill: "url(#face-$colour)", stroke: "$dark", "stroke-width": 1.5 }),
  ["g", { transform: "translate($x $y)" }, ["path", { d: `M16 8${slab(80, 80, [6, 6, 6, 6])}`, fill: "url(#carving-$colour)" }]],
  path([18.5, 6.5], cutSquare(83, 10), { fill: "none", stroke: "url(#gold)", "stroke-width": 3.4 }),
  path([50, 12], "v72m-36-34h72", line("$dark", 1.4, 0.36)),
];

/** A block's shadow fades out: how far each part of it is moved, its size, how dark it is. */
export const shadow = {
  fill: "#1d0f04",
  parts: [
    { right: -2, down: -1, size: 112, dark: 0.1 },
    { right: 0, down: 0, size: 107, dark: 0.14 },
    { right: 1, down: 1, size: 103, dark: 0.2 },
  ],
};

/** The frame around what was placed last. */
export const latest = { fill: "none", stroke: "#fff4c9", "stroke-width": 7 };

/**
 * The ground on which a pyramid stands. Colours are pairs: in the light theme, and in the dark one. `field` is what lies
 * around, from the light to the edges; `plan`, `lines` and `border` draw where stage 1 stands, or may still grow, which
 * `fixed` tells apart.
 */
function ground(field, line, plan, fixed, opacities) {
  const dashed = (width, dashes, opacity) => ({
    fill: "none",
    stroke: line,
    "stroke-width": width,
    "stroke-dasharray": dashes,
    "stroke-opacity": opacity,
  });
  return {
    field,
    plan: { fill: plan, "fill-opacity": opacities[0] },
    fixed: { fill: fixed, "fill-opacity": opacities[1] },
    lines: dashed(1.6, "4 7", 0.5),
    border: dashed(2.4, "12 8", 0.65),
  };
}
export const grounds = {
  jungle: ground(
    [
      ["#f4e6c4", "#434c3e"],
      ["#e3cd9b", "#333d33"],
      ["#c9b07a", "#202a22"],
    ],
    ["#7c5c25", "#c9b183"],
    ["#d9c08a", "#5a6350"],
    ["#a98d57", "#6f7459"],
    [0.5, 0.6],
  ),
  desert: ground(
    [
      ["#fff0c4", "#5c4d38"],
      ["#f2cd8b", "#43372a"],
      ["#d99f58", "#2a221b"],
    ],
    ["#7a4310", "#d9ae74"],
    ["#c98f4a", "#75593a"],
    ["#c98f4a", "#75593a"],
    [0.45, 0.45],
  ),
};

// --- pyramid cards --------------------------------------------------------------------------------------------------

/** Left, top, width and height of a whole card. Its grid goes from (0, 0) to (500, 500); a cell is 100 wide. */
const BOX = [-24, -66, 548, 590];
const [LEFT, TOP, WIDTH, HEIGHT] = BOX;
const rect = (x, y, width, height, rx, paint) => ["rect", { x, y, width, height, rx, ...paint }];
const outlined = { stroke: "#2a1a0a", "stroke-width": 3 };
const stroke = (colour, width, opacity, more = {}) => ({
  fill: "none",
  stroke: colour,
  "stroke-width": width,
  "stroke-linecap": "round",
  "stroke-opacity": opacity,
  ...more,
});

export const card = {
  box: BOX,
  frame: [
    rect(LEFT + 4, TOP + 6, WIDTH - 2, HEIGHT - 2, 26, { fill: "#2a1706", "fill-opacity": 0.34 }),
    rect(LEFT, TOP, WIDTH, HEIGHT, 24, { fill: "url(#face-$colour)", ...outlined }),
    rect(LEFT, TOP, WIDTH, HEIGHT, 24, { fill: "url(#carving-$colour)", "fill-opacity": 0.6 }),
    rect(LEFT + 4, TOP + 4, WIDTH - 8, HEIGHT - 8, 20, {
      fill: "none",
      stroke: "$rim",
      "stroke-width": 3,
      "stroke-opacity": 0.7,
    }),
    rect(-9, -9, 518, 518, 12, { fill: "#6d5127", ...outlined }),
  ],
  /** A stone in each cell, by chance of one of the tones, and with a crack in the upper or lower edge. */
  floor: {
    tones: ["#ead6a6", "#e3cb95", "#dfc68c", "#e7d1a0"],
    stone: { at: [9, 2], d: slab(96, 96, [7, 7, 7, 7]) },
    lit: { at: [5, 93], d: "v-84q0-4 4-4h84", paint: stroke("#fff5d6", 3.4, 0.85) },
    shaded: { at: [95, 8], d: "v83q0 4-4 4h-83", paint: stroke("#8d6c33", 3.4, 0.6) },
    cracks: {
      upper: { from: 0.72, at: [0, 4], wide: 100, d: "l-7 13l6 8l-5 11" },
      lower: { below: 0.2, at: [20, 84], wide: 180, d: "l12-7l9 5l10-8" },
      paint: stroke("#7a5b2a", 1.8, 0.55, { "stroke-linejoin": "round" }),
    },
  },
  title: [
    rect(-8, -57, 122, 44, 22, { fill: "#f6eccd", stroke: "#2a1a0a", "stroke-width": 2.4 }),
    ["use", { href: "#sgp-emblem-$colour", x: 2, y: -54, width: 38, height: 38, color: "$ink" }],
    [
      "text",
      { x: 76, y: -23, "text-anchor": "middle", "font-weight": 700, "font-size": 36, fill: "#2a1a0a", class: "card-number" },
      "$number",
    ],
  ],
  /** The colour of each emblem. */
  inks: { green: ["#1f5a34", "#7fd09b"], orange: ["#96480a", "#f0a35c"], purple: ["#55297c", "#c9a1ee"] },
  /** What is printed in a cell: its size, and how far it is raised. */
  printed: {
    start: { size: 94, up: 2 },
    tomb: { size: 96, up: 0 },
    red_gem: { size: 62, up: 0 },
    green_gem: { size: 58, up: 0 },
    torch: { size: 82, up: 0 },
    potion: { size: 70, up: 0 },
    skull: { size: 64, up: 0 },
    cross: { size: 72, up: 0 },
    wall: { size: 100, up: 0 },
  },
  symbols: {
    start: "sgp-start",
    tomb: "sgp-tomb",
    red_gem: "gem-red",
    green_gem: "gem-green",
    torch: "sgp-torch",
    potion: "sgp-potion",
    skull: "sgp-skull",
    cross: "sgp-cross",
    wall: "sgp-wall",
  },
  /** Over the middle of a marked cell, or of one marked in the latest step. */
  marked: path([-41, -48], slab(96, 96, [7, 7, 7, 7]), { fill: "#5d4119", "fill-opacity": 0.62 }),
  fresh: path([-39, -47], slab(94, 94, [8, 8, 8, 8]), { fill: "#ffd85e", "fill-opacity": 0.72 }),
  steps: ["use", { href: "#sgp-steps", x: -46, y: -46, width: 92, height: 92 }],
  /** Size of the steps, as a part of that of their symbol. */
  prints: 0.92,
};
