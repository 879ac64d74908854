// @ts-check
/**
 * The symbols on pyramid cards, each centred in a box from −50 to 50, defined once (`definitions`) and used by
 * reference. In one file: they share a palette and are drawn to match. Gems are those of `gems.mjs`: red a
 * lozenge, green a step-cut octagon. Light falls from the upper left.
 */
import { h } from "../../../games/static/games/board/vdom.js";
import { round } from "./gems.mjs";
import { movable } from "./paths.mjs";

const INK = "#2a190b";

/** @param {string} id @param {...any} parts */
const symbol = (id, ...parts) =>
  h("symbol", { id: `sgp-${id}`, viewBox: "-50 -50 100 100", overflow: "visible" }, parts);
/** @param {string} d @param {string} fill @param {Record<string, string | number>} [more] */
const path = (d, fill, more = {}) => h("path", { d, fill, ...more });
/** @param {string} d @param {string} stroke @param {number} width @param {Record<string, string | number>} [more] */
const line = (d, stroke, width, more = {}) =>
  h("path", {
    d,
    fill: "none",
    stroke,
    "stroke-width": width,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    ...more,
  });
/** The same paths, at any place. @param {ReturnType<typeof path>[]} paths */
const anywhere = (...paths) =>
  paths.map(({ props }) => {
    const { at, d } = movable(/** @type {{d: string}} */ (props).d);
    return h("path", { at, ...props, d });
  });
/** @param {string} id @param {Record<string, number>} from @param {[number, string, number?][]} stops
 * @param {"linearGradient" | "radialGradient"} [kind] a stop is an offset, a colour and, if not 1, its opacity */
const gradient = (id, from, stops, kind = "linearGradient") =>
  h(
    kind,
    { id: `sgp-${id}`, ...from },
    stops.map(([offset, colour, opacity]) =>
      h("stop", { offset, "stop-color": colour, ...(opacity !== undefined && { "stop-opacity": opacity }) }),
    ),
  );

/** The red cross of a treasure map, in brush strokes. */
function cross() {
  const stroke =
    "M-33-27C-30-33-24-35-19-31C-6-20 14 0 31 22C35 27 35 32 31 34C26 36 22 34 18 29C2 9-14-8-30-19C-34-22-35-24-33-27Z";
  const other =
    "M24-35C29-37 34-33 34-28C34-25 32-23 29-20C10-2-6 13-22 32C-26 36-31 35-33 31C-35 28-33 24-30 21C-14 2 2-14 17-31C19-33 21-34 24-35Z";
  return symbol(
    "cross",
    path(stroke, "#4d0a07", { transform: "translate(1.5 3)", "fill-opacity": 0.55 }),
    path(other, "#4d0a07", { transform: "translate(1.5 3)", "fill-opacity": 0.55 }),
    path(stroke, "#b51a16", { stroke: "#7a0d0b", "stroke-width": 2 }),
    path(other, "#cf2a20", { stroke: "#7a0d0b", "stroke-width": 2 }),
    line("M-27-27C-18-22-6-10 0-4M24-30C14-20 8-12 0-3", "#f08b76", 2.6, { "stroke-opacity": 0.75 }),
  );
}

function skull() {
  const head =
    "M0-40C-22-40-35-26-35-7C-35 5-30 13-23 18C-20 20-20 22-20 26L-19 34C-18 38-15 39-12 39L12 39C15 39 18 38 19 34L20 26C20 22 20 20 23 18C30 13 35 5 35-7C35-26 22-40 0-40Z";
  return symbol(
    "skull",
    path(head, INK, { "fill-opacity": 0.35, transform: "translate(2 4)" }),
    path(head, "url(#sgp-bone)", { stroke: INK, "stroke-width": 2.8, "stroke-linejoin": "round" }),
    path(
      "M-27-4C-26-13-9-13-7-3C-6 6-12 11-18 10C-24 9-28 4-27-4ZM27-4C26-13 9-13 7-3C6 6 12 11 18 10C24 9 28 4 27-4Z",
      INK,
    ),
    path("M0 7C-3 11-5 16-4 18C-2 20-1 18 0 17C1 18 2 20 4 18C5 16 3 11 0 7Z", INK),
    line("M-12 27V38M-4 28V39M4 28V39M12 27V38M-18 26C-8 29 8 29 18 26", INK, 2.2),
    line("M-24-20C-18-31-8-34 0-34", "#fffdf2", 3.4, { "stroke-opacity": 0.9 }),
    line("M14-36L10-28L15-23", "#6b563a", 1.8),
  );
}

function torch() {
  return symbol(
    "torch",
    h("circle", { cy: -16, r: 32, fill: "url(#sgp-glow)", "fill-opacity": 0.85 }),
    path("M-7 4L7 4L3.5 42C3 46-3 46-3.5 42Z", "#6b4320", { stroke: INK, "stroke-width": 2.4 }),
    line("M-2.5 8L-1 41", "#a8753f", 2.4, { "stroke-opacity": 0.8 }),
    path("M-13-5L13-5L8.5 9L-8.5 9Z", "#3f3a3a", { stroke: INK, "stroke-width": 2.2 }),
    line("M-11.5 0H11.5M-10 4.6H10", "#8b8078", 1.8),
    path(
      "M1-46C5-36 17-31 17-17C17-9 11-4 0-4C-11-4-17-9-17-18C-17-25-12-29-11-36C-7-34-5-31-5-28C0-32 2-38 1-46Z",
      "url(#sgp-fire)",
      { stroke: "#8c2a06", "stroke-width": 2.2, "stroke-linejoin": "round" },
    ),
    path(
      "M2-30C4-25 9-22 9-14C9-9 5-6.5 0-6.5C-5.5-6.5-9-9.5-9-14C-9-19-5-20-4-24C-2-22-1-21 0-20C2-23 2.4-26 2-30Z",
      "#fff1a6",
    ),
  );
}

function potion() {
  return symbol(
    "potion",
    path("M-9-30L9-30L9-14C21-9 29 2 29 14C29 30 16 40 0 40C-16 40-29 30-29 14C-29 2-21-9-9-14Z", INK, {
      "fill-opacity": 0.32,
      transform: "translate(2 3.5)",
    }),
    path("M-9-30L9-30L9-14C21-9 29 2 29 14C29 30 16 40 0 40C-16 40-29 30-29 14C-29 2-21-9-9-14Z", "#dff0ec", {
      opacity: 0.94,
      stroke: INK,
      "stroke-width": 2.8,
      "stroke-linejoin": "round",
    }),
    path(
      "M-25.5 9C-17 4-9 13 0 9C9 5 17 10 25.5 7C26 9 26.5 11.5 26.5 14C26.5 28.5 14.5 37.5 0 37.5C-14.5 37.5-26.5 28.5-26.5 14C-26.5 12-26 10.5-25.5 9Z",
      "url(#sgp-brew)",
    ),
    path("M-11-44L11-44L9-29L-9-29Z", "#9a6a36", { stroke: INK, "stroke-width": 2.4, "stroke-linejoin": "round" }),
    line("M-12-29H12", "#f4fbf8", 4),
    line("M-12.5-29H12.5", INK, 1.6),
    line("M-20 6C-17-2-12-6-8-8", "#ffffff", 4, { "stroke-opacity": 0.95 }),
    h("circle", { cx: 9, cy: 22, r: 3.6, fill: "#c9fff0" }),
    h("circle", { cx: -4, cy: 27, r: 2.4, fill: "#c9fff0" }),
    h("circle", { cx: 2, cy: 17, r: 1.8, fill: "#c9fff0" }),
  );
}

/** The king's golden coffin in rays of light. */
function tomb() {
  const coffin =
    "M0-44C13-44 19-37 20-27C26-24 30-18 29-9L20 36C19 42 15 44 10 44L-10 44C-15 44-19 42-20 36L-29-9C-30-18-26-24-20-27C-19-37-13-44 0-44Z";
  return symbol(
    "tomb",
    h("circle", { r: 50, fill: "url(#sgp-sun)" }),
    path(coffin, "#4a2c02", { "fill-opacity": 0.5, transform: "translate(2.5 4)" }),
    path(coffin, "url(#sgp-gold)", { stroke: "#5b3703", "stroke-width": 3, "stroke-linejoin": "round" }),
    path(
      "M0-38C9-38 14-32 14-24L16-8C10-12 8-15 7-19C4-15-4-15-7-19C-8-15-10-12-16-8L-14-24C-14-32-9-38 0-38Z",
      "#2a6a8a",
      { stroke: "#173c50", "stroke-width": 1.4 },
    ),
    line("M-13-27L-9-26M13-27L9-26M-14.5-20L-9.5-20M14.5-20L9.5-20M-15-13.5L-11-15M15-13.5L11-15", "#f7dd84", 2.2),
    h("ellipse", { cy: -24, rx: 8.4, ry: 9.6, fill: "#f9dc86", stroke: "#7a5205", "stroke-width": 1.4 }),
    line("M-4.5-26L-2-26M2-26L4.5-26M0-24V-21M-2.5-18.5H2.5M0-15V-7", "#5b3703", 1.7),
    line("M-19 0L13-12M19 0L-13-12", "#5b3703", 2.2, { "stroke-opacity": 0.8 }),
    line("M-22 6H22M-21 12.5H21M-19 26H19M-17.5 33H17.5", "#8a5a06", 1.8),
    line("M-20.5 15.5H20.5M-18.5 30H18.5", "#2a6a8a", 3),
    line("M-7 17V25M7 17V25M0 17V25", "#8a2a16", 2.6),
    line("M-22-20C-20-24-17-26-14-27M-25-10L-17 33", "#fff6c8", 2.6, { "stroke-opacity": 0.85 }),
  );
}

/** The entrance: an arch of hewn stones over a dark passage with steps. */
function start() {
  return symbol(
    "start",
    path("M-44 50L-44-12C-44-37-24-48 0-48C24-48 44-37 44-12L44 50Z", "url(#sgp-hewn)", {
      stroke: INK,
      "stroke-width": 2.6,
    }),
    path("M-27 50L-27-8C-27-23-15-31 0-31C15-31 27-23 27-8L27 50Z", "url(#sgp-passage)", {
      stroke: INK,
      "stroke-width": 2.2,
    }),
    path("M-27 30H27V37H-27ZM-27 40H27V46H-27Z", "#c8ab6c", { "fill-opacity": 0.95 }),
    path("M-27 37H27V40H-27ZM-27 46H27V50H-27Z", "#70562b"),
    line("M-44 22H-27M-44 0H-27M44 22H27M44 0H27M-40-28L-24-19M40-28L24-19M-20-44L-13-29.5M20-44L13-29.5", INK, 2, {
      "stroke-opacity": 0.75,
    }),
    path("M-9-48L9-48L6.5-28.5L-6.5-28.5Z", "#e9cf92", { stroke: INK, "stroke-width": 2 }),
    line("M0-43L4-38L0-33.5L-4-38Z", "#a3201a", 2.2),
    line("M-41-10C-40-28-30-40-14-44", "#fff3d0", 2.2, { "stroke-opacity": 0.7 }),
  );
}

/** A wall: a raised block with a carved spiral. */
function wall() {
  const top = "M-47-52C-47-56-44-58-41-58L41-58C44-58 47-56 47-52L47 26C47 30 44 32 41 32L-41 32C-44 32-47 30-47 26Z";
  return symbol(
    "wall",
    anywhere(
      path("M-44-40L52-40L54 54L-40 54Z", "#1c0f04", { "fill-opacity": 0.42 }),
      path("M-47 20L47 20L47 43C47 46 45 48 42 48L-42 48C-45 48-47 46-47 43Z", "#4d4335", {
        stroke: "#231a0f",
        "stroke-width": 2,
      }),
      line("M-16 33V47M20 33V47M-46 40H46", "#2f271b", 1.8, { "stroke-opacity": 0.8 }),
      path(top, "url(#sgp-block)", { stroke: "#231a0f", "stroke-width": 2 }),
      line("M-43 26V-51C-43-53-42-54-40-54H41", "#e6ddc8", 3, { "stroke-opacity": 0.75 }),
      line("M28-42H-30V18H30V-22H-11V0H11", "#2f271b", 5.5, {
        "stroke-linecap": "butt",
        "stroke-linejoin": "miter",
        "stroke-opacity": 0.62,
      }),
      line("M29-39H-27V20H33V-20H-8V2H11", "#f3ead4", 2, {
        "stroke-linecap": "butt",
        "stroke-linejoin": "miter",
        "stroke-opacity": 0.4,
      }),
    ),
  );
}

/** Points for every second pyramid of a colour: a gold disc with a pyramid. */
function prize() {
  return symbol(
    "prize",
    h("circle", { r: 44, fill: "url(#sgp-gold)", stroke: "#5b3703", "stroke-width": 4 }),
    h("circle", { r: 35, fill: "none", stroke: "#fff3c0", "stroke-width": 2.4, "stroke-opacity": 0.7 }),
    path("M0-25L29 22H-29Z", "#7a4d06", { stroke: "#5b3703", "stroke-width": 2.4, "stroke-linejoin": "round" }),
    path("M0-25L29 22H6Z", "#5b3703"),
  );
}

/** A red and a green gem. */
function pair() {
  return symbol(
    "pair",
    h("use", { href: "#gem-red", x: -48, y: -44, width: 62, height: 62 }),
    h("use", { href: "#gem-green", x: -10, y: -16, width: 58, height: 58 }),
  );
}

/** Two boot prints in ink, as one path. @param {string} id @param {string} colour */
function steps(id, colour) {
  const boot =
    "M-6-30C1-31 6-25 6.5-17C7-8 4-4 4 1L-10 1C-10-4-13-10-12.5-18C-12-25-11-29-6-30ZM-9.5 6L4 6C5 11 4 17-2.5 17.5C-8.5 18-10.5 12-9.5 6Z";
  const left = movable(boot, turned(-15, 16, -9));
  const right = movable(boot, turned(17, -2, 8, -1));
  const [x, y] = left.last;
  const d = `${left.d}m${round(right.at[0] - x)} ${round(right.at[1] - y)}${right.d}`;
  return symbol(id, h("path", { at: left.at, d, fill: colour }));
}

/**
 * Turn points around (0, 0), then move them. @param {number} x @param {number} y @param {number} angle in degrees
 * @param {1 | -1} [side] −1: mirrored before
 * @returns {(point: import("./paths.mjs").Point) => import("./paths.mjs").Point}
 */
function turned(x, y, angle, side = 1) {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  return ([right, down]) => [x + cos * side * right - sin * down, y + sin * side * right + cos * down];
}

/** @type {Record<string, any[]>} */
const EMBLEMS = {
  green: [
    path(
      "M0 44C-3 30-3 20-1 8C-22 14-34 0-32-24C-14-26-2-16 0 0C2-24 14-38 34-42C40-18 28 2 4 6C3 18 3 30 5 43Z",
      "currentColor",
    ),
    line("M-26-18C-14-12-6-4 0 4M28-34C16-22 8-12 3 2", "#f6eccd", 3),
  ],
  orange: [
    line(
      "M-14-14L-34-26L-36-36M14-14L34-26L36-36M-20 6L-40 6L-44 16M20 6L40 6L44 16M-16 24L-32 32L-32 44M16 24L32 32L32 44",
      "currentColor",
      5.5,
    ),
    path(
      "M0-40C10-40 14-32 13-25C20-20 24-8 24 8C24 28 14 42 0 42C-14 42-24 28-24 8C-24-8-20-20-13-25C-14-32-10-40 0-40Z",
      "currentColor",
    ),
    line("M-18-12C-8-6 8-6 18-12M0-8V40M-13 4C-10 14-9 24-11 32M13 4C10 14 9 24 11 32", "#f6eccd", 3),
  ],
  purple: [
    line("M-46-4C-28-30 28-30 46-4C28 18-28 18-46-4Z", "currentColor", 6),
    h("circle", { cy: -4, r: 14, fill: "currentColor" }),
    h("circle", { cx: -4, cy: -9, r: 4, fill: "#f6eccd" }),
    line("M-44-24C-26-44 26-44 44-24M-6 16L-10 38M10 16C12 30 22 38 34 34", "currentColor", 6),
  ],
};

export function definitions() {
  return [
      gradient("bone", { x1: 0, y1: 0, x2: 0.7, y2: 1 }, [
        [0, "#fffaea"],
        [1, "#d3c19a"],
      ]),
      gradient("fire", { x1: 0, y1: 0, x2: 0, y2: 1 }, [
        [0, "#e2461a"],
        [0.6, "#f79a1f"],
        [1, "#ffd24d"],
      ]),
      gradient("brew", { x1: 0, y1: 0, x2: 0.5, y2: 1 }, [
        [0, "#35c9b2"],
        [1, "#08706b"],
      ]),
      gradient("gold", { x1: 0, y1: 0, x2: 0.8, y2: 1 }, [
        [0, "#ffeb9c"],
        [0.45, "#e8b532"],
        [1, "#a86c0a"],
      ]),
      gradient("hewn", { x1: 0, y1: 0, x2: 1, y2: 1 }, [
        [0, "#f2dfb0"],
        [1, "#a98a52"],
      ]),
      gradient("passage", { x1: 0, y1: 0, x2: 0, y2: 1 }, [
        [0, "#0f0803"],
        [1, "#4f3a1d"],
      ]),
      gradient("block", { x1: 0, y1: 0, x2: 0.8, y2: 1 }, [
        [0, "#b3a58c"],
        [1, "#7a6c56"],
      ]),
      gradient(
        "glow",
        {},
        [
          [0, "#ffd66e", 0.85],
          [1, "#ffbe3c", 0],
        ],
        "radialGradient",
      ),
      gradient(
        "sun",
        {},
        [
          [0, "#fff2aa", 0.95],
          [0.55, "#ffdc6e", 0.7],
          [1, "#ffcd50", 0],
        ],
        "radialGradient",
      ),
    cross(),
    skull(),
    torch(),
    potion(),
    tomb(),
    start(),
    wall(),
    prize(),
    pair(),
    steps("steps", "#26160a"),
    steps("steps-new", "#7a1c0c"),
    Object.entries(EMBLEMS).map(([colour, parts]) => symbol(`emblem-${colour}`, ...parts)),
  ].flat(3);
}
