// Draw the pictures of Pyramido's rules page with the board's art:
// node docs/art/rules_pyramido.mjs   (writes pyramido_site/static/site/img/rules/pyramido/)
// All pictures in one file: they are drawn from the same dominoes and helpers, and change together.
import { mkdirSync, readFileSync } from "node:fs";
import { card as cardDrawing } from "../../games/static/games/board/art/blocks.js";
import {
  DESERT_COLOURS,
  DESERT_JEWEL,
  marker as markerDrawing,
  tintOf,
} from "../../games/static/games/board/art/desert.js";
import { slab } from "../../games/static/games/board/art/stone.js";
import { areaOutline, plaquePlace } from "../../games/static/games/board/pyramid/area_plaque.js";
import { drawPyramid, LIFT, UNIT } from "../../games/static/games/board/pyramid/draw.js";
import { blocksOf, CORNER_OFFSET, turnCorner } from "../../games/static/games/board/pyramid/geometry.js";
import { markedAreas, markerQuadrant, withCards } from "../../games/static/games/board/pyramido/pieces.js";
import { h } from "../../games/static/games/board/vdom.js";
import { at, badge, dots, growing, IMG, line, lying, RED, save, stone } from "./picture.mjs";

mkdirSync(new URL("rules/pyramido/", IMG), { recursive: true });
const keep = (name, ...rest) => save(`rules/pyramido/${name}.svg`, ...rest);

const LIGHT = "#fff3bf";

const { dominoes: DOMINOES } = JSON.parse(
  readFileSync(new URL("../../engine/data/pyramido_dominoes.json", import.meta.url), "utf8"),
);
const FACES = new Map(
  DOMINOES.map(({ id, blocks }) => [
    id,
    { id, blocks: blocks.map((block) => ({ ...block, tint: tintOf(block.colour) })) },
  ]),
);
const face = (id) => FACES.get(id);

const sand = (x, y, width, height) => [
  h("rect", { x, y, width, height, rx: 12, fill: "#f6dfae", stroke: "#cf9f5a", "stroke-width": 1.5 }),
  h("path", {
    d: `M${x + 2} ${y + height * 0.72}q${width * 0.25} ${-height * 0.1} ${width * 0.5} 0t${width * 0.5 - 4} 0V${y + height - 12}q0 10-10 10H${x + 12}q-10 0-10-10Z`,
    fill: "#e9bf7c",
    opacity: 0.55,
  }),
];
const standing = (colour, x, y, size) => at(x, y, size / 50, ...markerDrawing(colour, 0, 0));
/** A marker on a quadrant of the block at (x, y). */
const marker = (colour, x, y, block, corner) => {
  const [dx, dy] = CORNER_OFFSET[corner];
  return standing(colour, x + block * (0.25 + dx / 2), y + block * (0.18 + dy / 2), block / 2);
};
/** One side of a resurfacing card, as large as a block. */
const card = (colour, x, y, block, rotation = 0) =>
  at(x, y, block / 100, ...cardDrawing(tintOf(colour), turnCorner("tl", rotation)));
const arrow = (x, y, width) => line(`M${x} ${y}h${width}m-11-10 11 10-11 10`, { stroke: "#8f6a35", "stroke-width": 4 });

const faces = {
  two: face(43),
  double: face(58),
  brown: face(45),
  greenRed: face(82),
  yellowTurquoise: face(88),
  blueBrown: face(4),
  greenYellow: face(66),
  blueGreen: face(48),
  brownBlue: face(89),
  redGreen: face(80),
};

// --- markers and Mino's sign for the text, and the three cards, 640 x 150 -------------------------------------------
for (const colour of DESERT_COLOURS) keep(`marker-${colour}`, 124, 124, standing(colour, 58, 56, 96));
keep("mino", 48, 48, h("use", { href: "#mino", width: 48, height: 48 }));
keep(
  "cards",
  640,
  150,
  [
    ["brown", "blue"],
    ["yellow", "turquoise"],
    ["red", "green"],
  ].map(([one, other], i) => {
    const x = 8 + i * 212;
    return [
      h("rect", { x, y: 10, width: 200, height: 130, rx: 14, fill: "#e9cf97", stroke: "#b98d48", "stroke-width": 1.5 }),
      card(one, x + 8, 32, 84, 0),
      card(other, x + 108, 32, 84, 180),
      line(`M${x + 84} 27q16-13 32 0m-1-10 1 10-10 0M${x + 116} 125q-16 13-32 0m1 10-1-10 10 0`, {
        stroke: "#7a4a14",
        "stroke-width": 2.6,
      }),
    ];
  }),
);

// --- two dominoes, 640 x 190 ----------------------------------------------------------------------------------------
keep(
  "domino",
  640,
  190,
  lying(faces.two, 0, 40, 36, 110),
  lying(faces.double, 0, 380, 36, 110),
  line("M40 24v-10h108v10", { "stroke-width": 2.5 }),
  line("M152 24v-10h108v10", { "stroke-width": 2.5 }),
  h("circle", { cx: 67.5, cy: 63.5, r: 33, fill: "none", stroke: RED, "stroke-width": 3.5 }),
);

// --- the quarry, whole and with an empty place, 720 x 330 -----------------------------------------------------------
const PILES = [faces.brown, faces.greenRed, faces.yellowTurquoise, faces.greenYellow];
const QUARRY = [faces.blueBrown, faces.two, faces.double];
const layers = (x, y, block) =>
  [3, 2, 1].map((n) =>
    h("path", {
      d: slab(x, y + n * 6, 2 * block, block + 5, [5, 5, 6, 6]),
      fill: n % 2 ? "#9c7a48" : "#7a5b30",
      stroke: "#432c12",
      "stroke-width": 1,
    }),
  );
const way = (pile, space) => {
  const [from, to] = [90 + 180 * pile + (space === pile ? 16 : -16), 180 + 180 * space + (space === pile ? -26 : 26)];
  return `M${from} 152C${from} 180 ${to} 168 ${to} 202`;
};
const ramp = (pile, space, lit) => [
  line(way(pile, space), {
    stroke: lit ? "#7a4406" : "#a87334",
    "stroke-width": lit ? 19 : 16,
    "stroke-linecap": "butt",
  }),
  line(way(pile, space), { stroke: lit ? LIGHT : "#f3d59a", "stroke-width": 12, "stroke-linecap": "butt" }),
  line(way(pile, space), {
    stroke: "#7a4c1a",
    "stroke-width": 12,
    "stroke-dasharray": "2 8",
    "stroke-linecap": "butt",
    opacity: 0.8,
  }),
];
const desert = [
  h("rect", { x: 4, y: 4, width: 712, height: 322, rx: 14, fill: "#fbe3ae", stroke: "#b07a35", "stroke-width": 1.5 }),
  line(
    Array.from({ length: 20 }, (_, i) =>
      [25, i % 2 ? 34 : 42]
        .map(
          (r, end) =>
            `${end ? "L" : "M"}${(540 + r * Math.cos(i * 0.314)).toFixed(1)} ${(48 + r * Math.sin(i * 0.314)).toFixed(1)}`,
        )
        .join(""),
    ).join(""),
    { stroke: "#f3a93a", "stroke-width": 2.4, opacity: 0.55 },
  ),
  h("circle", { cx: 540, cy: 48, r: 21, fill: "#fff1bd", stroke: "#f3b64a", "stroke-width": 2 }),
  h("path", { d: "M110 150 196 26l86 124Zm124 0 56-78 56 78Z", fill: "#d9a55c", opacity: 0.75 }),
  h("path", { d: "M196 26l86 124h-66ZM290 72l56 78h-44Z", fill: "#a86f30", opacity: 0.5 }),
  h("path", { d: "M5 144q110-26 240-10t260-4 210-14V312q0 13-13 13H18q-13 0-13-13Z", fill: "#e8bd78" }),
  h("path", { d: "M5 188q160-28 330-4t380-14V312q0 13-13 13H18q-13 0-13-13Z", fill: "#dca961" }),
  h("path", { d: "M5 250q130-26 360 4t350-12v70q0 13-13 13H18q-13 0-13-13Z", fill: "#cb9350" }),
];
function quarry(empty) {
  const lit = (pile, space) => space === empty && (pile === space || pile === space + 1);
  const ways = [0, 1, 2].flatMap((space) => [space, space + 1].map((pile) => [pile, space]));
  return [
    desert,
    ways.map(([pile, space]) => ramp(pile, space, lit(pile, space))),
    PILES.map((top, pile) => {
      const x = 90 + 180 * pile - 70;
      return [
        layers(x, 72, 70),
        lying(top, 0, x, 68, 70),
        empty !== undefined &&
          lit(pile, empty) &&
          h("rect", {
            x: x - 6,
            y: 61,
            width: 152,
            height: 100,
            rx: 12,
            fill: "none",
            stroke: "#6d3f05",
            "stroke-width": 8,
          }),
        empty !== undefined &&
          lit(pile, empty) &&
          h("rect", {
            x: x - 6,
            y: 61,
            width: 152,
            height: 100,
            rx: 12,
            fill: "none",
            stroke: "#ffdf7a",
            "stroke-width": 4,
          }),
      ];
    }),
    QUARRY.map((domino, space) => {
      const x = 180 + 180 * space - 80;
      return [
        h("rect", { x: x - 6, y: 206, width: 172, height: 104, rx: 13, fill: "#78481a", opacity: 0.45 }),
        space === empty
          ? line(`M${x + 4} 216h152v84h-152Z`, { stroke: LIGHT, "stroke-width": 3, "stroke-dasharray": "9 9" })
          : lying(domino, 0, x, 213, 80),
      ];
    }),
    empty !== undefined &&
      [
        [302, 1],
        [418, -1],
      ].map(([x, side]) =>
        line(`M${x} 226q${side * 4} 26 ${side * 34} 34m${side * -15} 4 ${side * 15}-4 ${side * -8}-14`, {
          stroke: LIGHT,
          "stroke-width": 5,
        }),
      ),
  ];
}
keep("quarry", 720, 330, quarry());
keep("replenish", 720, 330, quarry(1));

// --- marking: right and wrong, 640 x 180 ----------------------------------------------------------------------------
keep(
  "mark",
  640,
  180,
  sand(4, 4, 308, 172),
  sand(328, 4, 308, 172),
  lying(faces.two, 0, 58, 36, 96),
  marker("red", 58, 36, 96, "br"),
  badge("yes", 284, 150),
  lying(faces.double, 0, 382, 36, 96),
  marker("yellow", 478, 36, 96, "br"),
  badge("no", 608, 150),
);

// --- a card on the new domino, and its marker, 720 x 190 ------------------------------------------------------------
{
  const b = 90,
    y = 44;
  const marked = (x) => [lying(faces.blueBrown, 0, x, y, b), marker("blue", x, y, b, "bl")];
  keep(
    "resurface",
    720,
    190,
    [8, 262, 516].map((x) => sand(x - 4, 4, 204, 182)),
    marked(14),
    marked(268),
    card("turquoise", 268 + b, y, b, 90),
    marked(522),
    card("turquoise", 522 + b, y, b, 90),
    marker("turquoise", 522 + b, y, b, "bl"),
    [215, 469].map((x) => arrow(x, 95, 34)),
  );
}

// --- placing on stage 1, 640 x 220, and on stage 2, 640 x 240: right and wrong --------------------------------------
keep(
  "stage-one",
  640,
  220,
  sand(4, 4, 308, 212),
  sand(328, 4, 308, 212),
  lying(faces.two, 0, 52, 40, 56),
  lying(faces.brown, 90, 164, 40, 56),
  lying(faces.greenYellow, 0, 52, 96, 56),
  badge("yes", 284, 188),
  lying(faces.two, 0, 392, 40, 56),
  lying(faces.brown, 90, 504, 68, 56),
  badge("no", 608, 188),
);
{
  const rows = [
    ["yellow", "red", "blue", "blue"],
    ["brown", "turquoise", "green", "blue"],
    ["red", "turquoise", "green", "brown"],
  ];
  const floor = rows.map((row, r) =>
    row.map((colour, c) =>
      stone(tintOf(colour), c * 66, r * 66, 66, (c * 3 + r) % 3 === 0 ? ["tl"] : (c + r) % 3 === 1 ? ["br"] : []),
    ),
  );
  keep(
    "stage-two",
    640,
    240,
    h("g", { id: "floor", transform: "translate(24 20)" }, floor, dots(0, 0, 66, 4, 3)),
    h("use", { href: "#floor", x: 328 }),
    lying(faces.blueGreen, 180, 24 + 99, 20 + 33, 66),
    badge("yes", 288, 214),
    lying(faces.blueGreen, 180, 352 + 66, 20 + 33, 66),
    badge("no", 616, 214),
  );
}

// --- two gaps and two cards, 640 x 220 ------------------------------------------------------------------------------
{
  const b = 46,
    x = 38,
    y = 14;
  const laid = [
    [faces.two, 0, 0, 0],
    [faces.greenYellow, 0, 2, 0],
    [faces.brown, 90, 0, 1],
    [faces.brownBlue, 90, 1, 1],
    [faces.double, 90, 2, 1],
    [faces.greenRed, 90, 3, 1],
    [faces.yellowTurquoise, 90, 4, 1],
    [faces.blueBrown, 0, 1, 3],
    [faces.redGreen, 180, 3, 3],
  ];
  const gaps = [
    [4, 0],
    [0, 3],
  ];
  keep(
    "gaps",
    640,
    220,
    sand(4, 4, 308, 212),
    sand(328, 4, 308, 212),
    h(
      "g",
      { id: "built" },
      laid.map(([domino, rotation, c, r]) => lying(domino, rotation, x + c * b, y + r * b, b)),
    ),
    h("use", { href: "#built", x: 324 }),
    gaps.map(([c, r]) =>
      line(`M${x + c * b + 5} ${y + r * b + 5}h${b - 10}v${b - 10}h${10 - b}Z`, {
        stroke: RED,
        "stroke-dasharray": "6 6",
      }),
    ),
    card("blue", 324 + x + 4 * b, y, b, 90),
    card("red", 324 + x, y + 3 * b, b, 270),
  );
}

// --- a whole pyramid of the first stage with its marked areas, and the same one domino later ------------------------
const FIRST = [
  [57, 0, 0, 90],
  [69, 2, 0, 180],
  [14, 3, 0, 0],
  [21, 1, 2, 270],
  [24, 3, 1, 180],
  [49, 4, 1, 90],
  [9, 0, 2, 90],
  [89, 3, 2, 180],
  [1, 1, 3, 0],
  [3, 4, 3, 180],
].map(([id, x, y, rotation]) => ({ domino: id, stage: 1, x, y, rotation }));
const CARDS = [
  ["yellow", 0, 3],
  ["red", 1, 1],
].map(([colour, x, y]) => ({ colour, rotation: 90, stage: 1, x, y, fill: false }));
const MARKED = [
  ["blue", 4, 3],
  ["green", 4, 1],
  ["turquoise", 3, 0],
  ["brown", 2, 2],
  ["yellow", 0, 1],
  ["red", 1, 2],
].map(([colour, x, y]) => ({ colour, x, y }));

const number = (label, x, y, size) =>
  h(
    "text",
    {
      x,
      y,
      fill: "#fff5da",
      "font-family": "Georgia, 'Times New Roman', serif",
      "font-weight": 700,
      "font-size": size,
      "text-anchor": "middle",
    },
    label,
  );
function outlined(area, blocks, taken, mino) {
  const d = areaOutline(area, blocks, 6);
  const [deep, , light] = DESERT_JEWEL[tintOf(area.colour)];
  const [x, y] = plaquePlace(area, blocks, taken);
  return [
    line(d, { stroke: "#fff6c9", "stroke-width": 15, opacity: 0.6 }),
    line(d, { stroke: light, "stroke-width": 10 }),
    line(d, { stroke: deep, "stroke-width": 4 }),
    h("circle", { cx: x, cy: y, r: 18, fill: mino ? "#1f3a8f" : "#2b1d0d", stroke: "#f2d58a", "stroke-width": 2.5 }),
    number(String(area.icons), x, y + 8, 24),
    mino && h("use", { href: "#mino", x: x - 18, y: y - 53, width: 36, height: 36 }),
  ];
}
/**
 * Leave out what cannot be seen at this size: chips in the stone, carved lines, the lower edge of a front.
 */
const seen = ({ props }) => props.fill !== "url(#wear)" && props.stroke !== "#000" && props.class !== "carved-lines";
const lighter = (node) => ({ ...node, children: node.children.filter(seen).map(lighter) });

/** The pyramid on sand. The areas of `marked` that `shown` names are outlined. */
function pyramid(dominoes, cards, marked, stage, shown, mino, over = null) {
  const blocks = withCards(blocksOf(dominoes, FACES), cards);
  const on = marked.map((mark) => [
    mark,
    blocks.find((block) => block.stage === stage && block.x === mark.x && block.y === mark.y),
  ]);
  const taken = on.map(([, block]) => markerQuadrant(block));
  const areas = markedAreas(blocks, stage, marked).filter((area) => area.marked && shown.includes(area.colour));
  const [, first, ...above] = drawPyramid({ blocks, box: { columns: 5, rows: 4 }, stage, small: true }).children;
  return {
    areas,
    drawing: [
      sand(0, 0, 544, 448),
      h(
        "g",
        { transform: "translate(22 28)" },
        // one shadow for the whole of the first stage, which stands on the sand
        h("rect", { x: 4, y: 4, width: 504, height: 404, rx: 12, fill: "#1d0f04", opacity: 0.3 }),
        { ...first, children: first.children.slice(1).map(lighter) },
        above.map(lighter),
        over,
        areas.map((area) => outlined(area, blocks, taken, area.colour === mino)),
        on.map(([{ colour }], i) =>
          standing(colour, taken[i][0] * UNIT + 25, taken[i][1] * UNIT + 18 - LIFT * stage, 50),
        ),
      ),
    ],
  };
}
const score = pyramid(FIRST, CARDS, MARKED, 1, DESERT_COLOURS, "red");
keep("score", 544, 448, score.drawing);
const after = pyramid(
  [...FIRST, { domino: 45, stage: 2, x: 2, y: 0, rotation: 0 }],
  CARDS,
  [{ colour: "brown", x: 3, y: 0 }],
  2,
  ["brown"],
  null,
  h("path", {
    d: slab(255, 37, 190, 90, [7, 7, 7, 7]),
    fill: "none",
    stroke: "#fff8dc",
    "stroke-width": 4,
    "stroke-dasharray": "10 8",
  }),
);
keep("area", 544, 448, after.drawing);
for (const { areas } of [score, after]) console.log(areas.map((area) => `${area.colour} ${area.icons}`).join(", "));

// --- the four stages, growing, 800 x 190 ----------------------------------------------------------------------------
keep(
  "stages",
  800,
  190,
  growing(
    { n: "#a1784f", b: "#6f8cca", y: "#ecce7a", t: "#72c4b9", r: "#cf6c55", g: "#97ab62" },
    ["bbyggbtyggtttryrrtby", "gttbgyrybbnn", "ttytgg", "br"],
    { covered: "#e8cf9c", front: "#c39a5c", right: "#966c35", edge: "#5b3d16" },
  ),
);
