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
const CUTS = {
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

/** A closed path. @param {Point[]} points */
export const closed = (points) =>
  `M${points.map(([x, y]) => `${(x * 50).toFixed(1)} ${(y * 50).toFixed(1)}`).join("L")}Z`;

/** @param {Point[]} points */
const polygon = (points) => points.map(([x, y]) => `${(x * 50).toFixed(1)},${(y * 50).toFixed(1)}`).join(" ");

/**
 * A cut gem, seen from above, in a square from −50 to 50.
 * @param {Cut} cut @param {Tones} tones @param {{iridescent?: boolean, degrees?: number}} [options] `iridescent`: in all
 *   hues
 * @returns {any[]}
 */
export function facets(cut, tones, { iridescent = false, degrees = DEGREES } = {}) {
  const { outer, table, step, about = [0, 0] } = cut;
  const count = outer.length;
  const parts = [];
  /** paths by colour @type {Map<string, string>} */
  const facing = new Map();
  /** @param {Point[]} points @param {number} light @param {number} at */
  const facet = (points, light, at) => {
    const fill = iridescent ? prism(at, count, light) : shade(tones, light, degrees);
    facing.set(fill, `${facing.get(fill) ?? ""}${closed(points)}`);
  };
  const faces = () => [...facing].map(([fill, d]) => h("path", { d, fill, stroke: fill, "stroke-width": 0.6 }));
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
    parts.push(faces());
    parts.push(
      h("polygon", {
        points: polygon([inner[7], inner[0], inner[1], inner[5]]),
        fill: shade(tones, 0.7, DEGREES),
        "fill-opacity": 0.75,
      }),
    );
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
    parts.push(faces());
    if (iridescent) parts.push(h("polygon", { points: polygon(inner), fill: "url(#art-prism)" }));
    const half = Math.floor(count / 2);
    const corner = inner.slice(half + 1).concat(inner.slice(0, 1));
    parts.push(h("polygon", { points: polygon(corner), fill: tones[2], "fill-opacity": 0.62 }));
  }
  parts.push(
    h("polygon", {
      points: polygon(outer),
      fill: "none",
      stroke: tones[0],
      "stroke-width": 4.5,
      "stroke-linejoin": "round",
    }),
  );
  const [gx, gy] = [(about[0] - 0.2) * 50, (about[1] - 0.3) * 50];
  parts.push(
    h("path", {
      d: `M${gx} ${gy - 10}Q${gx + 1} ${gy - 1} ${gx + 9} ${gy}Q${gx + 1} ${gy + 1} ${gx} ${gy + 10}Q${gx - 1} ${gy + 1} ${gx - 9} ${gy}Q${gx - 1} ${gy - 1} ${gx} ${gy - 10}Z`,
      fill: tones[3],
    }),
  );
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
