// Draw the cover of each game with its board's art: node docs/art/covers.mjs
// (writes games/static/games/board/*/cover.svg)
import { readFileSync, writeFileSync } from "node:fs";
import { desertDefinitions } from "../../games/static/games/board/art/desert.js";
import { jungleDefinitions } from "../../games/static/games/board/art/jungle.js";
import { definitions as stones } from "../../games/static/games/board/art/stone.js";
import { cardBack, cardDrawing } from "../../games/static/games/board/silver_gold_pyramids/art_card.js";
import { drawn, definitions as symbols } from "../../games/static/games/board/silver_gold_pyramids/art_symbols.js";
import { cardsOf } from "../../games/static/games/board/silver_gold_pyramids/cards.js";
import { mask } from "../../games/static/games/board/silver_gold_pyramids/geometry.js";
import { h } from "../../games/static/games/board/vdom.js";
import { looks } from "./look.mjs";
import { picture } from "./serialise.mjs";

const [WIDTH, HEIGHT] = [640, 400];
const BOARD = new URL("../../games/static/games/board/", import.meta.url);

/**
 * @param {string} id @param {string} tag @param {Record<string, number | string>} from
 * @param {[number, string][]} stops
 */
const gradient = (id, tag, from, stops) =>
  h(
    tag,
    { id, ...from },
    stops.map(([offset, colour]) => h("stop", { offset, "stop-color": colour })),
  );
const fall = { x1: 0, y1: 0, x2: 0, y2: 1 };
const OWN = [
  gradient("jungle-air", "radialGradient", { cx: 0.5, cy: 0.2, r: 0.9 }, [
    [0, "#f6efb4"],
    [0.3, "#bfd68c"],
    [0.62, "#5f9c66"],
    [1, "#1f5440"],
  ]),
  gradient("jungle-floor", "linearGradient", fall, [
    [0, "#5d9a58"],
    [1, "#1d4a35"],
  ]),
  gradient("halo", "radialGradient", {}, [
    [0, "rgb(255 252 220 / 95%)"],
    [0.4, "rgb(255 246 190 / 60%)"],
    [1, "rgb(255 240 170 / 0%)"],
  ]),
  gradient("sky", "linearGradient", fall, [
    [0, "#e8873a"],
    [0.5, "#f6b95c"],
    [1, "#fde3a0"],
  ]),
  gradient("sun-disc", "radialGradient", {}, [
    [0, "#fff8d8"],
    [0.8, "#ffe694"],
    [1, "#ffd874"],
  ]),
  gradient("dune", "linearGradient", fall, [
    [0, "#efbc6c"],
    [1, "#b97632"],
  ]),
  gradient("near-dune", "linearGradient", fall, [
    [0, "#d18f45"],
    [1, "#84491b"],
  ]),
  gradient("cavern", "radialGradient", { cx: 0.5, cy: 0.45, r: 0.75 }, [
    [0, "#7a5a9c"],
    [0.45, "#472f6b"],
    [1, "#160d2b"],
  ]),
  gradient("torchlight", "radialGradient", {}, [
    [0, "rgb(255 214 120 / 85%)"],
    [0.35, "rgb(255 176 70 / 40%)"],
    [1, "rgb(255 150 50 / 0%)"],
  ]),
];
const KNOWN = [
  ...[stones(), jungleDefinitions(), desertDefinitions(), symbols()].flatMap((node) =>
    node.children.flatMap((one) => (one.tag === "defs" ? one.children : [one])),
  ),
  ...OWN,
];

const save = (/** @type {string} */ folder, /** @type {any[]} */ ...parts) =>
  writeFileSync(new URL(`${folder}/cover.svg`, BOARD), picture(KNOWN, [0, 0, WIDTH, HEIGHT], [parts]));
const path = (/** @type {string} */ d, /** @type {string} */ fill, props = {}) => h("path", { d, fill, ...props });
const jewel = (
  /** @type {string} */ name,
  /** @type {number} */ x,
  /** @type {number} */ y,
  /** @type {number} */ size,
  props = {},
) => h("use", { href: `#${name}`, x: x - size / 2, y: y - size / 2, width: size, height: size, ...props });
const all = h("rect", { width: WIDTH, height: HEIGHT });
const filled = (/** @type {string} */ fill) => ({ ...all, props: { ...all.props, fill } });

/** A fan of beams from a point. */
function beams(x, y, reach, from, to, count, wide) {
  const point = (angle) => `${(x + reach * Math.cos(angle)).toFixed(0)} ${(y + reach * Math.sin(angle)).toFixed(0)}`;
  return Array.from({ length: count }, (_, i) => {
    const angle = ((from + ((to - from) * i) / (count - 1)) * Math.PI) / 180;
    return `M${x} ${y}L${point(angle - wide)}L${point(angle + wide)}Z`;
  }).join("");
}

/**
 * The four stages seen from a corner. `rows` holds the colours of each stage's blocks, row by row; `tops` has a fill
 * for each colour.
 * @param {{x: number, y: number, a: number, b: number, up: number}} view `x` and `y`: back corner of the lowest stage;
 *   `a` and `b`: half the width and depth of a quadrant; `up`: height of a stage
 */
function pyramid({ x, y, a, b, up }, rows, tops, sides, sign) {
  const p = (qx, qy, z) => `${(x + (qx - qy) * a).toFixed(1)},${(y + (qx + qy) * b - z * up).toFixed(1)}`;
  const quad = (fill, ...points) =>
    h("polygon", {
      points: points.join(" "),
      fill,
      stroke: sides.edge,
      "stroke-width": 1.1,
      "stroke-linejoin": "round",
    });
  /** Whether a block is visible: the next stage hides all but the front ones. */
  const seen = (s, c, r) => s === 3 || c === 4 - s || r === 3 - s;
  const middle = (s, c, r) => {
    const [qx, qy] = [s + 2 * c + (s < 3 && c === 4 - s ? 1.5 : 1), s + 2 * r + (s < 3 && r === 3 - s ? 1.5 : 1)];
    return [x + (qx - qy) * a, y + (qx + qy) * b - s * up];
  };
  return rows.map((stage, s) => {
    const [columns, deep] = [5 - s, 4 - s];
    const cells = [...stage]
      .map((colour, i) => [i % columns, Math.floor(i / columns), colour])
      .sort((m, n) => m[0] + m[1] - n[0] - n[1]);
    return cells.map(([c, r, colour], i) => {
      const [qx, qy] = [s + 2 * c, s + 2 * r];
      const hidden = s < 3 && c > 0 && r > 0 && c < columns - 1 && r < deep - 1;
      return [
        r === deep - 1 &&
          quad(sides.left, p(qx, qy + 2, s), p(qx + 2, qy + 2, s), p(qx + 2, qy + 2, s - 1), p(qx, qy + 2, s - 1)),
        c === columns - 1 &&
          quad(sides.right, p(qx + 2, qy, s), p(qx + 2, qy + 2, s), p(qx + 2, qy + 2, s - 1), p(qx + 2, qy, s - 1)),
        !hidden && quad(tops[colour], p(qx, qy, s), p(qx + 2, qy, s), p(qx + 2, qy + 2, s), p(qx, qy + 2, s)),
        !hidden && seen(s, c, r) && sign?.(colour, s, i, ...middle(s, c, r)),
      ];
    });
  });
}

// --- Forgotten Treasures: the jungle, and what shines at the top ----------------------------------------------------

const FERN = Array.from({ length: 8 }, (_, i) => {
  const [t, long] = [12 + i * 14, Math.round(44 - i * 4.6)];
  return [-1, 1]
    .map(
      (side) =>
        `M${t} 0q${(long * 0.9).toFixed(0)} ${side * Math.round(long * 0.1)} ${Math.round(long * 0.75)} ${side * long}q${-Math.round(long * 0.8)} ${-side * Math.round(long * 0.2)} ${-Math.round(long * 0.75)} ${-side * long}z`,
    )
    .join("");
}).join("");
const fern = (x, y, scale, turn, fill) =>
  path(`${FERN}M0-2L136 0L0 2Z`, fill, { transform: `translate(${x} ${y}) rotate(${turn}) scale(${scale})` });
const crowns = (y, step, size, fill, seed) => {
  let d = `M-20 ${HEIGHT}V${y}`;
  for (let x = -20, i = seed; x < WIDTH + 20; x += step, i += 1) {
    const high = size * (0.7 + 0.5 * (((i * 37) % 11) / 11));
    d += `c${(-step * 0.15).toFixed(0)} ${(-high).toFixed(0)} ${(step * 1.15).toFixed(0)} ${(-high).toFixed(0)} ${step} 0`;
  }
  return path(`${d}V${HEIGHT}Z`, fill);
};
const JUNGLE = { o: "#e9b36a", b: "#7fabcf", p: "#ab8cc4", g: "#93bb82", r: "#d98573" };
const GEMS = { o: "orange", b: "blue", p: "purple", g: "green", r: "red" };

save(
  "forgotten_treasures",
  filled("url(#jungle-air)"),
  path(beams(320, 40, 520, 18, 162, 10, 0.045), "#fffbd0", { opacity: 0.22 }),
  crowns(205, 46, 62, "#86b77a", 3),
  crowns(232, 58, 66, "#4f8f60", 8),
  crowns(262, 70, 58, "#2f7050", 1),
  path("M-10 300C120 262 520 262 650 300V410H-10Z", "url(#jungle-floor)"),
  h("ellipse", { cx: 334, cy: 318, rx: 236, ry: 52, fill: "#0d2a1d", opacity: 0.4 }),
  pyramid(
    { x: 302, y: 188, a: 19.5, b: 9.8, up: 28 },
    ["bbogggpoggrppoorrpbo", "grrbgorboobb", "ppopgg", "br"],
    JUNGLE,
    { left: "#c9b184", right: "#937a4e", edge: "#4a3a1e" },
    (colour, s, i, x, y) =>
      (i + s) % 2 === 0 &&
      h(
        "g",
        { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(1 .66)` },
        h("circle", { r: 9.5, fill: "#3a2a12", opacity: 0.5 }),
        jewel(`gem-${GEMS[colour]}`, 0, -2, 21),
      ),
  ),
  h("circle", { cx: 321, cy: 96, r: 104, fill: "url(#halo)" }),
  jewel("gem-mythical", 321, 98, 78),
  fern(-24, 262, 1.3, 12, "#0f3323"),
  fern(-30, 330, 1.4, -14, "#1a4d36"),
  fern(-14, 416, 1.45, -42, "#12382a"),
  fern(70, 430, 1.2, -72, "#1a4d36"),
  fern(664, 254, 1.3, 168, "#0f3323"),
  fern(670, 326, 1.4, 194, "#1a4d36"),
  fern(654, 416, 1.45, 222, "#12382a"),
  fern(572, 430, 1.2, 252, "#1a4d36"),
  crowns(404, 120, 42, "#0f3323", 5),
  [
    ["gem-red", 92, 350, 66, -14],
    ["gem-green", 166, 366, 58, 10],
    ["gem-orange", 550, 352, 62, 8],
    ["gem-blue", 478, 368, 56, -12],
    ["gem-purple", 610, 322, 50, 14],
  ].map(([name, x, y, size, turn]) => h("g", { transform: `rotate(${turn} ${x} ${y})` }, jewel(name, x, y, size))),
  path(
    "M-10-10H650V26C610 60 570 8 530 34S452 54 420 22 330 40 286 20 200 58 164 28 84 62 46 34 6 60-10 40Z",
    "#12382a",
  ),
  path(
    "M78 30C84 92 70 128 78 176M132 36C128 82 140 100 134 140M552 30C546 96 562 120 553 170M600 20C604 70 594 96 600 128",
    "none",
    { stroke: "#12382a", "stroke-width": 5, "stroke-linecap": "round" },
  ),
);

// --- Pyramido: the desert, six jewels, and Pharaoh Mino for a sun ---------------------------------------------------

const DESERT = { n: "#a47a4f", b: "#6480c4", y: "#eccb72", t: "#6cbdb2", r: "#cc6450", g: "#90a559" };
const SIX = ["brown", "blue", "yellow", "turquoise", "red", "green"];
const far = (x, y, half, high) => [
  path(`M${x - half} ${y}L${x} ${y - high}L${x + half} ${y}Z`, "#d99a4e"),
  path(`M${x} ${y - high}L${x + half} ${y}H${x + half * 0.28}Z`, "#b87734"),
];
const palm = (x, y, scale) =>
  h(
    "g",
    { transform: `translate(${x} ${y}) scale(${scale})`, fill: "#4d3312" },
    path("M-5 0C-2-40 4-70 14-104L22-102C12-66 8-36 8 0Z", "#5a3a16"),
    [
      "M18-104C40-130 74-126 88-96C66-112 44-110 18-104Z",
      "M18-104C52-104 70-84 72-54C58-80 42-94 18-104Z",
      "M18-104C-4-132-40-128-54-98C-32-114-10-112 18-104Z",
      "M18-104C-16-102-34-82-38-50C-24-78-8-94 18-104Z",
      "M18-104C18-136 44-150 66-142C44-134 30-124 18-104Z",
    ].map((d) => path(d, "#3f5a1e")),
  );

save(
  "pyramido",
  filled("url(#sky)"),
  path(beams(320, 122, 560, 0, 340, 18, 0.085), "#fff0bd", { opacity: 0.32 }),
  h("circle", { cx: 320, cy: 122, r: 104, fill: "#ffe9a8", opacity: 0.55 }),
  h("circle", { cx: 320, cy: 122, r: 88, fill: "url(#sun-disc)", stroke: "#e39a2c", "stroke-width": 4 }),
  far(96, 262, 104, 112),
  far(560, 258, 92, 98),
  path("M-10 262C90 232 210 246 330 252S560 232 650 250V410H-10Z", "url(#dune)"),
  h("ellipse", { cx: 340, cy: 322, rx: 226, ry: 44, fill: "#6e3c12", opacity: 0.32 }),
  jewel("mino", 320, 118, 124),
  pyramid(
    { x: 303, y: 214, a: 18.5, b: 8.2, up: 20 },
    ["nbyytrrgbtnyygrtbbnr", "ytrgbbnyrgty", "ggrtty", "bn"],
    DESERT,
    { left: "#e0b878", right: "#a5713a", edge: "#5c3510" },
  ),
  path("M-10 330C110 300 160 344 300 352S540 318 650 334V410H-10Z", "url(#near-dune)"),
  path("M-10 344C90 322 150 356 280 364M380 366C480 360 560 338 650 346", "none", {
    stroke: "#f3c883",
    "stroke-width": 3,
    opacity: 0.5,
    "stroke-linecap": "round",
  }),
  palm(64, 330, 1.15),
  palm(22, 352, 0.9),
  palm(596, 334, 1.05),
  SIX.map((colour, i) => jewel(`marker-desert-${colour}`, 120 + i * 80, 346 + 12 * Math.sin((i * Math.PI) / 5), 62)),
);

// --- Silver & Gold: Pyramids: a card by torchlight, skulls, and the golden tomb -------------------------------------

const CARDS = cardsOf(
  JSON.parse(readFileSync(new URL("../../engine/data/silver_gold_pyramids_cards.json", import.meta.url), "utf8")),
);
const dressed = looks("games/static/games/board/silver_gold_pyramids/cards.css");
const laid = (/** @type {any} */ drawing, x, y, width, turn) =>
  h(
    "g",
    { transform: `rotate(${turn} ${x} ${y})` },
    dressed({
      ...drawing,
      props: { ...drawing.props, x: x - width / 2, y: y - (width * 590) / 1096, width, height: (width * 590) / 548 },
    }),
  );
const courses = Array.from(
  { length: 9 },
  (_, row) =>
    `M0 ${row * 46}H640${Array.from({ length: 9 }, (__, i) => `M${i * 80 + (row % 2) * 40} ${row * 46}v46`).join("")}`,
).join("");

save(
  "silver_gold_pyramids",
  filled("url(#cavern)"),
  path(courses, "none", { stroke: "#0d0620", "stroke-width": 3, opacity: 0.4 }),
  h("circle", { cx: 74, cy: 120, r: 190, fill: "url(#torchlight)" }),
  h("circle", { cx: 566, cy: 120, r: 190, fill: "url(#torchlight)" }),
  path("M0 344H640V400H0Z", "#1d1236"),
  path("M0 344H640", "none", { stroke: "#b08a4a", "stroke-width": 3, opacity: 0.6 }),
  drawn("torch", 74, 150, 132),
  drawn("torch", 566, 150, 132),
  laid(cardBack(), 388, 186, 232, 11),
  laid(cardDrawing(CARDS.get(12), mask(["c1", "c2", "b2", "b3", "b4"]), {}), 300, 204, 300, -6),
  drawn("skull", 108, 330, 116),
  drawn("skull", 176, 358, 74),
  drawn("tomb", 532, 296, 210),
  jewel("gem-green", 430, 362, 50),
  jewel("gem-red", 30, 372, 52),
  jewel("gem-red", 610, 374, 46),
);
