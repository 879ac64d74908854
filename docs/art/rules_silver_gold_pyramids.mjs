// Draw the pictures of the rules of Silver & Gold: Pyramids with the game's own board, which refuses illegal marks:
// node docs/art/rules_silver_gold_pyramids.mjs (writes img/rules/silver-gold-pyramids/)
// All pictures in one file: they are drawn from the same cards and helpers, and change together.
import "./window.mjs";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { definitions as stones } from "../../games/static/games/board/art/stone.js";
import { BOX } from "../../games/static/games/board/silver_gold_pyramids/art_card.js";
import { drawn, definitions as symbols } from "../../games/static/games/board/silver_gold_pyramids/art_symbols.js";
import { COLOURS, cardsOf } from "../../games/static/games/board/silver_gold_pyramids/cards.js";
import { PYRAMID_POINTS, SKULLS } from "../../games/static/games/board/silver_gold_pyramids/draft.js";
import { SilverGoldPyramids } from "../../games/static/games/board/silver_gold_pyramids/game.js";
import { EXPEDITION, lies, mask, named } from "../../games/static/games/board/silver_gold_pyramids/geometry.js";
import { shapeDrawing } from "../../games/static/games/board/silver_gold_pyramids/tool.js";
import { workplace } from "../../games/static/games/board/silver_gold_pyramids/workplace.js";
import { h } from "../../games/static/games/board/vdom.js";
import { looks } from "./look.mjs";
import { at, badge, IMG, INK, line } from "./picture.mjs";
import { picture } from "./serialise.mjs";

const FOLDER = new URL("rules/silver-gold-pyramids/", IMG);
mkdirSync(FOLDER, { recursive: true });
const CARDS = cardsOf(
  JSON.parse(readFileSync(new URL("../../engine/data/silver_gold_pyramids_cards.json", import.meta.url), "utf8")),
);
const dressed = looks(
  "games/static/games/board/silver_gold_pyramids/cards.css",
  "games/static/games/board/silver_gold_pyramids/tools.css",
);
const SERIF = "Palatino, Georgia, 'Liberation Serif', serif";
const GOLD = "#8a5f12";

/** @param {string} id @param {string} tag @param {Record<string, number>} from @param {[number, string][]} stops */
const gradient = (id, tag, from, stops) =>
  h(
    tag,
    { id, ...from },
    stops.map(([offset, colour]) => h("stop", { offset, "stop-color": colour })),
  );
const OWN = [
  gradient("felt", "radialGradient", { cx: 0.4, cy: 0.3, r: 0.9 }, [
    [0, "#3d6b52"],
    [1, "#1d4030"],
  ]),
  gradient("paper", "linearGradient", { x1: 0, y1: 0, x2: 0, y2: 1 }, [
    [0, "#fffaf0"],
    [1, "#f4e9cd"],
  ]),
  gradient("coin", "linearGradient", { x1: 0, y1: 0, x2: 0, y2: 1 }, [
    [0, "#f6d47c"],
    [1, "#cd942a"],
  ]),
];
const KNOWN = [
  ...[stones(), symbols()].flatMap((node) =>
    node.children.flatMap((one) => (one.tag === "defs" ? one.children : [one])),
  ),
  ...OWN,
];

/** @param {string} name @param {number} width @param {number} height @param {...any} parts */
const save = (name, width, height, ...parts) =>
  writeFileSync(
    new URL(`${name}.svg`, FOLDER),
    picture(KNOWN, [0, 0, width, height], parts.flat(9).filter(Boolean).map(dressed)),
  );
const figure = (what, x, y, size, props = {}) =>
  h(
    "text",
    {
      x,
      y: y + size * 0.35,
      "text-anchor": "middle",
      "font-family": SERIF,
      "font-weight": 700,
      "font-size": size,
      fill: INK,
      ...props,
    },
    String(what),
  );
const emblem = (colour, x, y, size) =>
  h("use", {
    href: `#sgp-emblem-${colour}`,
    x: x - size / 2,
    y: y - size / 2,
    width: size,
    height: size,
    class: `sgp-emblem ${colour}`,
  });

// --- the board's own drawing ----------------------------------------------------------------------------------------

/**
 * The cards of a player who is marking, with a draft on them.
 * @param {[number, string][]} started cards with the cells marked before @param {string} step its shape
 * @param {{first?: [number, string], extra?: [number, string][], meant?: [number, string], lights?: boolean}} draft
 *   `meant`: a shape that hovers over an illegal place; `lights`: whether legal cells light up
 */
function cards(started, step, { first, extra = [], meant, lights = false } = {}) {
  const mine = started.map(([number, marked]) => ({ number, marked: marked ? marked.split(" ") : [] }));
  const sheet = { red_gems: 0, green_gems: 0, torches: [], skulls: 0, pyramids: { green: [], orange: [], purple: [] } };
  const decision = {
    kind: "mark",
    shape: step,
    cards: mine.map(({ number, marked }) => ({
      number,
      shapes: lies(CARDS.get(number), mask(marked), step),
      singles: [],
    })),
  };
  const view = {
    phase: "mark",
    round: 1,
    step: 2,
    shape: step,
    shapes_left: [],
    to_move: [0],
    reserve: [],
    deck: 0,
    replacing: [],
    dealt: [],
    submission: null,
    decision,
    outcome: null,
    seats: [{ seat: 0, kind: "explorer", out: null, cards: mine, finished: [], sheet, total: 0, submitted: false }],
  };
  const session = {
    listen: () => undefined,
    state: { view, table: { seats: [{ seat: 0, you: true }] }, sending: null },
  };
  const board = new SilverGoldPyramids(session, CARDS, () => undefined, {});
  const { marker } = board;
  if (first) {
    if (!marker.legal(first[0])(mask(first[1].split(" ")))) throw new Error(`${first} may not be marked`);
    marker.put(first[0], mask(first[1].split(" ")));
  }
  for (const [number, cell] of extra) {
    if (!(marker.bill.open.get(number) & named(cell))) throw new Error(`${cell} of ${number} pays no cross`);
    marker.pay(number, named(cell));
  }
  if (meant) {
    const lie = mask(meant[1].split(" "));
    if (marker.legal(meant[0])(lie)) throw new Error(`${meant} may be marked after all`);
    marker.ghost = { card: meant[0], lie, legal: false };
  }
  const found = [];
  const look = (node) => {
    if (node?.props?.["data-card"]) {
      const shown = node.children.filter(
        (part) => part.props.role !== "row" && (lights || !/^lights/.test(part.props.class)),
      );
      // the board blends the light with the symbols (mix-blend-mode); here it is translucent
      found.push(
        shown.map((part) =>
          /^lights/.test(part.props.class) ? { ...part, props: { ...part.props, "fill-opacity": 0.35 } } : part,
        ),
      );
    } else node?.children?.forEach(look);
  };
  look(workplace(board));
  return found;
}
/** @param {any[]} drawing of a card @param {number} x @param {number} y @param {number} width */
const card = (drawing, x, y, width) =>
  at(x - (BOX[0] * width) / BOX[2], y - (BOX[1] * width) / BOX[2], width / BOX[2], drawing);
const tall = (width) => (width * BOX[3]) / BOX[2];

// --- symbols and emblems --------------------------------------------------------------------------------------------
for (const what of ["cross", "torch", "skull", "potion", "tomb"]) save(what, 100, 100, drawn(what, 50, 50, 96));
for (const colour of COLOURS) {
  save(
    colour,
    100,
    100,
    h("rect", {
      x: 3,
      y: 3,
      width: 94,
      height: 94,
      rx: 20,
      fill: `url(#face-${colour})`,
      stroke: INK,
      "stroke-width": 3,
    }),
    h("circle", { cx: 50, cy: 50, r: 37, fill: "#f6eccd", stroke: INK, "stroke-width": 2.4 }),
    emblem(colour, 50, 50, 56),
  );
}

// --- a card and its parts -------------------------------------------------------------------------------------------
{
  const [drawing] = cards([[39, ""]], "I2");
  const spots = [
    [22, 39, 84, 39],
    [638, 124, 566, 124],
    [638, 324, 562, 324],
    [638, 424, 570, 424],
    [22, 224, 98, 224],
    [22, 524, 98, 524],
  ];
  save(
    "card",
    660,
    606,
    card(drawing, 56, 8, 548),
    spots.map(([x, y, toX, toY]) => [
      line(`M${x} ${y}L${toX} ${toY}`, { stroke: "#fbf5e7", "stroke-width": 8 }),
      line(`M${x} ${y}L${toX} ${toY}`, { stroke: "#7a1c0c", "stroke-width": 4 }),
      h("circle", { cx: toX, cy: toY, r: 8, fill: "#7a1c0c", stroke: "#fbf5e7", "stroke-width": 3 }),
    ]),
    spots.map(([x, y], number) => [
      h("circle", { cx: x, cy: y, r: 19, fill: "#7a1c0c", stroke: "#fff4d6", "stroke-width": 3 }),
      figure(number + 1, x, y, 24, { fill: "#fff4d6" }),
    ]),
  );
}

// --- the expedition cards, and the ways to lay one ------------------------------------------------------------------
const shape = (name, hold, x, y, size) => ({
  ...shapeDrawing(name, hold),
  props: { ...shapeDrawing(name, hold).props, x, y, width: size, height: size },
});
save(
  "shapes",
  480,
  244,
  EXPEDITION.map((name, i) => {
    const [x, y] = [6 + 120 * (i % 4), 6 + 120 * Math.floor(i / 4)];
    return [
      h("rect", { x, y, width: 108, height: 108, rx: 14, fill: "#6d480a" }),
      h("rect", { x: x + 1.5, y: y + 1.5, width: 105, height: 105, rx: 12.5, fill: "#f0d68c" }),
      h("rect", { x: x + 4.5, y: y + 4.5, width: 99, height: 99, rx: 10, fill: "url(#felt)", stroke: "#6d480a" }),
      shape(name, undefined, x + 14, y + 14, 80),
    ];
  }),
);
save(
  "ways",
  480,
  210,
  [false, true].map((mirrored) =>
    [0, 1, 2, 3].map((turn) => [
      h("rect", {
        x: 8 + 120 * turn,
        y: mirrored ? 109 : 4,
        width: 104,
        height: 97,
        rx: 12,
        fill: mirrored ? "#e8d9b9" : "#f3e8d0",
        stroke: "#cbb68c",
        "stroke-width": 1.5,
      }),
      shape("L4", { turn, mirrored }, 20 + 120 * turn, mirrored ? 117 : 12, 81),
    ]),
  ),
);

// --- where a mark may lie -------------------------------------------------------------------------------------------
const BEGUN = "b1 c1 d1 d2";
const examples = {
  first: [[[28, ""]], "L4", { first: [28, BEGUN] }],
  later: [[[28, BEGUN]], "I3", { first: [28, "b3 c3 d3"] }],
  single: [[[28, `${BEGUN} b3 c3 d3`]], "O4", { first: [28, "e3"] }],
  "no-entrance": [[[28, ""]], "L4", { meant: [28, "b3 c3 d3 d2"] }],
  "no-side": [[[28, BEGUN]], "I2", { meant: [28, "e3 e4"] }],
  "no-wall": [[[28, BEGUN]], "O4", { meant: [28, "d3 e3 d4 e4"] }],
};
for (const [name, [started, what, draft]] of Object.entries(examples)) {
  save(
    name,
    300,
    tall(300) + 4,
    card(cards(started, what, draft)[0], 0, 2, 296),
    at(258, 26, 1.15, badge(draft.first ? "yes" : "no", 0, 0)),
  );
}

// --- a chain of red crosses -----------------------------------------------------------------------------------------
{
  const before = [
    [26, "e1 e2 d2"],
    [14, "e1 e2 e3 d3"],
  ];
  const extra = [
    [26, "b4"],
    [14, "c3"],
  ];
  const steps = [
    {},
    ...[0, 1, 2].map((paid) => ({ first: [26, "c2 c3 b3"], extra: extra.slice(0, paid), lights: true })),
  ];
  for (const [i, draft] of steps.entries()) {
    const pair = cards(before, "V3", draft).map((one, side) => card(one, 6 + 312 * side, 2, 294));
    save(`chain-${i + 1}`, 620, tall(300) + 4, pair);
  }
}

// --- what stands on a score card ------------------------------------------------------------------------------------
const plate = (x, y, width, height, fill, props = {}) =>
  h("rect", {
    x: x - width / 2,
    y: y - height / 2,
    width,
    height,
    rx: height / 2,
    fill,
    stroke: GOLD,
    "stroke-width": 1.8,
    ...props,
  });
/** The 10, 6 and 3 points of a colour. @param {string[]} states `own`, `gone` or `open` */
const prizes = (x, y, states) =>
  PYRAMID_POINTS.map((points, i) => {
    const left = x + 36 * i;
    return [
      plate(left, y, 32, 26, { own: "url(#coin)", gone: "none", open: "#fff8e2" }[states[i]], {
        stroke: states[i] === "gone" ? "#a58c60" : GOLD,
      }),
      figure(points, left, y, 17, { fill: states[i] === "gone" ? "#7d6a52" : INK }),
      states[i] === "gone" &&
        line(`M${left - 13} ${y + 8}L${left + 13} ${y - 8}`, { stroke: "#7d6a52", "stroke-width": 2 }),
    ];
  });
/**
 * Six places for a colour's explored pyramids, every second one round.
 * @param {number[]} numbers @param {number} fresh how many of them are new
 */
const track = (colour, x, y, numbers, fresh = 0) => [
  emblem(colour, x, y, 30),
  Array.from({ length: 6 }, (_, i) => {
    const known = i < numbers.length;
    if (known && CARDS.get(numbers[i]).colour !== colour) throw new Error(`pyramid ${numbers[i]} is not ${colour}`);
    const coming = known && i >= numbers.length - fresh;
    const left = x + 22 + 35 * i;
    return [
      h("rect", {
        x: left,
        y: y - 15,
        width: 30,
        height: 30,
        rx: i % 2 ? 15 : 6,
        fill: coming ? "#ffe48a" : known ? "url(#coin)" : "none",
        stroke: i % 2 ? GOLD : "#a08a63",
        "stroke-width": coming ? 3 : 1.8,
        "stroke-dasharray": coming ? "5 3.5" : null,
      }),
      (known || i % 2 === 1) &&
        figure(known ? numbers[i] : i + 1, left + 15, y, 17, { fill: known ? "#2c1b03" : "#6d480a" }),
    ];
  }),
];

// --- pyramid points are served --------------------------------------------------------------------------------------
save(
  "points",
  430,
  214,
  h("rect", { x: 2, y: 72, width: 426, height: 138, rx: 12, fill: "#f6dfb8", stroke: "#cbb68c" }),
  [
    ["A", [8, 12], 0, 10],
    ["B", [7, 24, 27, 21], 1, 6],
    ["C", [30, 31], 1, 3],
  ].map(([name, numbers, fresh, points], i) => {
    const y = 37 + 70 * i;
    return [
      h("circle", { cx: 26, cy: y, r: 16, fill: "#1d4030" }),
      figure(name, 26, y, 17, { fill: "#fdf9ee" }),
      track("purple", 72, y, numbers, fresh),
      line(`M312 ${y}h32m-9-8 9 8-9 8`, { stroke: "#7a1c0c" }),
      plate(386, y, 58, 40, "url(#coin)"),
      figure(points, 386, y, 24),
    ];
  }),
);

// --- the score card of the example ----------------------------------------------------------------------------------
{
  const [red, green, skulls, torches] = [6, 3, 5, [1, 3]];
  const finished = { green: [26, 9, 20, 42], orange: [28, 14], purple: [36] };
  const taken = { green: ["own", "own", "open"], orange: ["gone", "gone", "own"], purple: ["gone", "open", "open"] };
  const pairs = Math.min(red, green);
  const added = (values) => values.reduce((all, one) => all + one, 0);
  const points = {
    gems: 5 * pairs + Math.abs(red - green),
    torches: 5 * torches.length,
    skulls: -SKULLS[skulls - 1],
    tombs: 10 * Object.values(finished).flat().length,
    prizes: added(COLOURS.flatMap((colour) => PYRAMID_POINTS.filter((_, i) => taken[colour][i] === "own"))),
  };
  const total = added(Object.values(points));
  if (total !== 111) throw new Error(`the example of docs/rules.md D4 comes to 111, not ${total}`);
  const sum = (value, y) => [
    plate(474, y, 58, 32, value < 0 ? "#f6dcd0" : "#fbe6a8", { stroke: value < 0 ? "#93291d" : GOLD }),
    figure(value < 0 ? `−${-value}` : value, 474, y, 19, { fill: value < 0 ? "#571510" : INK }),
  ];
  const spot = (what, x, y, size, full) => h("g", { opacity: full ? 1 : 0.2 }, drawn(what, x, y, size));
  const rule = (y) => line(`M18 ${y}H506`, { stroke: "#d6c49e", "stroke-width": 1.2 });
  const numbers = (value, x, y, props = {}) => figure(value, x, y, 17, { fill: "#59493a", ...props });
  save(
    "score-card",
    524,
    408,
    h("rect", {
      x: 2,
      y: 2,
      width: 520,
      height: 404,
      rx: 16,
      fill: "url(#paper)",
      stroke: "#cbb68c",
      "stroke-width": 2,
    }),
    Array.from({ length: 10 }, (_, i) => {
      const x = 38 + 41 * i;
      return [
        i < pairs &&
          h("rect", {
            x: x - 18,
            y: 14,
            width: 36,
            height: 92,
            rx: 8,
            fill: "#f1ddac",
            stroke: GOLD,
            "stroke-opacity": 0.5,
          }),
        spot("red_gem", x, 33, 30, i < red),
        spot("green_gem", x, 87, 30, i < green),
        numbers(i < pairs ? 5 : i < Math.max(red, green) ? 1 : "·", x, 60),
      ];
    }),
    sum(points.gems, 60),
    rule(117),
    ["I", "II", "III", "IV"].map((round, i) => [
      spot("torch", 44 + 86 * i, 144, 40, torches.includes(i + 1)),
      numbers(round, 72 + 86 * i, 144),
    ]),
    sum(points.torches, 144),
    rule(171),
    h("rect", { x: 16, y: 178, width: 414, height: 62, rx: 9, fill: "#e5d5b1" }),
    SKULLS.map((cost, i) => {
      const x = 38 + 41 * i;
      const worst = i === skulls - 1;
      return [
        worst && h("rect", { x: x - 19, y: 181, width: 38, height: 56, rx: 7, fill: "#7d1b10" }),
        spot("skull", x, 200, 32, i < skulls),
        numbers(`−${cost}`, x, 228, worst ? { fill: "#fff0e2" } : {}),
      ];
    }),
    sum(points.skulls, 209),
    rule(248),
    drawn("tomb", 428, 275, 34),
    COLOURS.map((colour, i) => [
      track(colour, 36, 275 + 38 * i, finished[colour]),
      prizes(308, 275 + 38 * i, taken[colour]),
    ]),
    sum(points.tombs, 275),
    sum(points.prizes, 313),
    line("M444 336H504", { "stroke-width": 2 }),
    h("rect", {
      x: 437,
      y: 346,
      width: 74,
      height: 46,
      rx: 23,
      fill: "url(#felt)",
      stroke: "#f0d68c",
      "stroke-width": 2.5,
    }),
    figure(total, 474, 369, 27, { fill: "#fdf9ee" }),
  );
}
