// @ts-check
/**
 * The six gems, drawn facet by facet. Each has its own cut, so that they can be told apart without colour:
 * orange a round brilliant, blue a pear, purple a trillion, green a step-cut octagon, red a lozenge, mythical a star.
 * Facets are shaded by their angle to the light, which falls from the upper left.
 */
import { h } from "../../../games/static/games/board/vdom.js";

/** @typedef {[number, number]} Point */

/** Deep, body, light and glint. @typedef {[string, string, string, string]} Tones */
/**
 * Outline in a square from −1 to 1, size of the table, its middle.
 * @typedef {{outer: Point[], table: number, step?: boolean, about?: Point}} Cut
 */

/** @type {Record<string, Tones>} */
export const GEM_TONES = {
  orange: ["#8a3b00", "#e8820c", "#ffc14a", "#fff3cf"],
  blue: ["#0a2a66", "#1c6fd0", "#64b4f5", "#e2f4ff"],
  purple: ["#37125e", "#7f35b8", "#bd80e6", "#f6e6ff"],
  green: ["#06452a", "#149a55", "#62d38b", "#e4ffe9"],
  red: ["#6a0612", "#cf1f2e", "#f5707a", "#ffe5e2"],
  mythical: ["#4a3b66", "#a79bd0", "#e9e3ff", "#ffffff"],
};

/** @param {number} count @param {number} radius @param {number} [start] degrees @returns {Point[]} */
export function ring(count, radius, start = -90) {
  return Array.from({ length: count }, (_, at) => {
    const angle = ((start + (360 * at) / count) * Math.PI) / 180;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

/** @param {Point[]} points @param {number} scale @param {Point} [about] @returns {Point[]} */
const scaled = (points, scale, about = [0, 0]) =>
  points.map(([x, y]) => [about[0] + (x - about[0]) * scale, about[1] + (y - about[1]) * scale]);

/** @type {Record<string, Cut>} */
export const CUTS = {
  orange: { outer: ring(10, 0.95, -90), table: 0.56 },
  blue: {
    outer: [
      [0, -1],
      [0.36, -0.5],
      [0.66, -0.02],
      [0.74, 0.38],
      [0.5, 0.78],
      [0, 0.94],
      [-0.5, 0.78],
      [-0.74, 0.38],
      [-0.66, -0.02],
      [-0.36, -0.5],
    ],
    table: 0.52,
    about: [0, 0.22],
  },
  purple: {
    outer: [
      [-0.2, -0.92],
      [0.2, -0.92],
      [0.62, -0.16],
      [0.98, 0.52],
      [0.8, 0.82],
      [0, 0.84],
      [-0.8, 0.82],
      [-0.98, 0.52],
      [-0.62, -0.16],
    ],
    table: 0.46,
    about: [0, 0.2],
  },
  green: {
    outer: [
      [-0.42, -0.96],
      [0.42, -0.96],
      [0.76, -0.6],
      [0.76, 0.6],
      [0.42, 0.96],
      [-0.42, 0.96],
      [-0.76, 0.6],
      [-0.76, -0.6],
    ],
    table: 0.48,
    step: true,
  },
  red: {
    outer: [
      [0, -1],
      [0.4, -0.52],
      [0.8, 0],
      [0.4, 0.52],
      [0, 1],
      [-0.4, 0.52],
      [-0.8, 0],
      [-0.4, -0.52],
    ],
    table: 0.5,
  },
  mythical: {
    outer: ring(16, 1).map(([x, y], at) => /** @type {Point} */ (at % 2 ? [x * 0.72, y * 0.72] : [x, y])),
    table: 0.5,
  },
};

/** @param {string} a @param {string} b @param {number} t */
function mix(a, b, t) {
  const share = Math.min(1, Math.max(0, t));
  const channel = (/** @type {number} */ at) => {
    const from = parseInt(a.slice(at, at + 2), 16);
    const to = parseInt(b.slice(at, at + 2), 16);
    return Math.round(from + (to - from) * share)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

/** How many degrees of light are told apart, on each side: facets of the same degree are one shape. */
const DEGREES = 4;

/** @param {Tones} tones @param {number} light −1 (away from the light) to 1 (towards it) @param {number} degrees */
function shade([deep, body, bright], light, degrees) {
  const degree = Math.round(light * degrees) / degrees;
  return degree < 0 ? mix(body, deep, -degree) : mix(body, bright, degree);
}

/**
 * Return how much light falls on the facet between two points of the rim, −1 to 1.
 * @param {Point} a @param {Point} b @param {Point} about
 */
function lit(a, b, about) {
  const x = (a[0] + b[0]) / 2 - about[0];
  const y = (a[1] + b[1]) / 2 - about[1];
  const length = Math.hypot(x, y) || 1;
  return (-0.55 * x - 0.83 * y) / length;
}

/**
 * Return the colour of a facet of the mythical gem: a hue for each of its points.
 * @param {number} at @param {number} of @param {number} light
 */
function prism(at, of, light) {
  const hue = Math.round((360 * (at - (at % 2))) / of + 190) % 360;
  return `hsl(${hue} ${light > 0 ? 78 : 55}% ${66 + 10 * Math.round(light * 2)}%)`;
}

export const round = (/** @type {number} */ value) => Math.round(value * 100) / 100;

/**
 * Closed polygons as one path, which can be drawn at any place (`at`).
 * @param {Point[][]} all in a square from −1 to 1 @param {number} size half the side that the square is to have
 * @param {Record<string, unknown>} paint
 */
export function polygons(all, size, paint) {
  const places = all.map((points) => points.map((point) => point.map((one) => Math.round(one * size * 10) / 10)));
  const from = (/** @type {number[]} */ [x, y], /** @type {number[]} */ [px, py]) => `${round(x - px)} ${round(y - py)}`;
  const d = places.map((points, at) => {
    const steps = points.slice(1).map((point, before) => from(point, points[before]));
    return `${at === 0 ? "" : `m${from(points[0], places[at - 1][0])}`}l${steps.join(" ")}z`;
  });
  return h("path", { at: places[0][0], d: d.join(""), ...paint });
}

/** Resize a path without arcs that was drawn for a size of 50. @param {string} d @param {number} size */
export const resized = (d, size) => d.replace(/-?[\d.]+/g, (one) => String(round((Number(one) * size) / 50)));

/** @param {number} radius @param {Record<string, unknown>} paint @param {number[]} [middle] */
export function disc(radius, paint, [x, y] = [0, 0]) {
  const r = round(radius);
  const d = `a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
  return h("path", { at: [round(x - r), round(y)], d, ...paint });
}

/**
 * A cut gem, seen from above.
 * @param {Cut} cut @param {Tones} tones @param {{iridescent?: boolean, degrees?: number, size?: number}} [options]
 *   `iridescent`: in all hues; `size`: half the side of its square
 * @returns {any[]}
 */
export function facets(cut, tones, { iridescent = false, degrees = DEGREES, size = 50 } = {}) {
  const { outer, table, step, about = [0, 0] } = cut;
  const count = outer.length;
  const parts = [];
  /** polygons by colour @type {Map<string, Point[][]>} */
  const facing = new Map();
  /** @param {Point[]} points @param {number} light @param {number} at */
  const facet = (points, light, at) => {
    const fill = iridescent ? prism(at, count, light) : shade(tones, light, degrees);
    facing.set(fill, [...(facing.get(fill) ?? []), points]);
  };
  const faces = () =>
    [...facing].map(([fill, some]) => polygons(some, size, { fill, stroke: fill, "stroke-width": round(0.012 * size) }));
  if (step) {
    const middle = scaled(outer, 0.75, about);
    const inner = scaled(outer, table, about);
    outer.forEach((point, at) => {
      const next = (at + 1) % count;
      const light = lit(point, outer[next], about);
      facet([point, outer[next], middle[next], middle[at]], light * 0.95, at);
      facet([middle[at], middle[next], inner[next], inner[at]], light * 0.55 + 0.12, at);
    });
    facet(inner, 0.28, 0);
    parts.push(...faces());
    const lightest = { fill: shade(tones, 0.7, DEGREES), "fill-opacity": 0.75 };
    parts.push(polygons([[inner[7], inner[0], inner[1], inner[5]]], size, lightest));
  } else {
    // star facets: the table's corners face the middles of the rim's edges
    const inner = outer.map((point, at) => {
      const next = outer[(at + 1) % count];
      return /** @type {Point} */ ([
        about[0] + ((point[0] + next[0]) / 2 - about[0]) * table,
        about[1] + ((point[1] + next[1]) / 2 - about[1]) * table,
      ]);
    });
    outer.forEach((point, at) => {
      const next = (at + 1) % count;
      const before = (at + count - 1) % count;
      facet([point, outer[next], inner[at]], lit(point, outer[next], about) * 0.9 + (at % 2 ? 0.16 : -0.1), at);
      facet([inner[before], point, inner[at]], lit(point, point, about) * 0.75 + (at % 2 ? -0.18 : 0.2), at);
    });
    if (!iridescent) facet(inner, 0.32, 0);
    parts.push(...faces());
    if (iridescent) parts.push(polygons([inner], size, { fill: "url(#art-prism)" }));
    const half = Math.floor(count / 2);
    const corner = inner.slice(half + 1).concat(inner.slice(0, 1));
    parts.push(polygons([corner], size, { fill: tones[2], "fill-opacity": 0.62 }));
  }
  const edge = { fill: "none", stroke: tones[0], "stroke-width": round(0.09 * size), "stroke-linejoin": "round" };
  const glint = {
    at: [(about[0] - 0.2) * size, (about[1] - 0.5) * size].map(round),
    d: resized("q1 9 9 10q-8 1-9 10q-1-9-9-10q8-1 9-10z", size),
    fill: tones[3],
  };
  parts.push(polygons([outer], size, edge), h("path", glint));
  return parts;
}

/** A symbol for each gem, `#gem-…`, in a box from −56 to 56. */
export const gemSymbols = () =>
  Object.entries(CUTS).map(([gem, cut]) =>
    h(
      "symbol",
      { id: `gem-${gem}`, viewBox: "-56 -56 112 112", overflow: "visible" },
      facets(cut, GEM_TONES[gem], { iridescent: gem === "mythical" }),
    ),
  );
