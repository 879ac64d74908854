// Draw the pictures of the rules page and the gems in texts, with the board's art:
// node docs/art/rules.mjs   (writes pyramido_site/static/site/img/rules/ and img/gems/)
import { mkdirSync } from "node:fs";
import { dominoBack } from "../../games/static/games/board/art/domino.js";
import { GEMS } from "../../games/static/games/board/art/gems.js";
import { slab } from "../../games/static/games/board/art/stone.js";
import { h } from "../../games/static/games/board/vdom.js";
import { at, badge, domino, dots, GREEN, growing, IMG, line, lying, RED, save, stone } from "./picture.mjs";

for (const folder of ["rules", "gems"]) mkdirSync(new URL(folder, IMG), { recursive: true });

const gem = (name, x, y, size) =>
  h("use", { href: `#gem-${name}`, x: x - size / 2, y: y - size / 2, width: size, height: size });

function covered(back, x, y, block) {
  const node = dominoBack(back);
  return at(
    x,
    y,
    block / 100,
    h(
      "svg",
      { viewBox: node.props.viewBox, x: -2, y: -2, width: 204, height: 116, overflow: "visible" },
      node.children,
    ),
  );
}

const faces = {
  a: domino(["blue", "tl", "br"], ["green"]),
  b: domino(["red", "tr"], ["orange", "bl"]),
  c: domino(["purple", "bl"], ["blue", "tr"]),
  d: domino(["green", "tl"], ["green", "br"]),
  e: domino(["orange", "br"], ["purple", "tl"]),
};
const backs = {
  f: [
    { colour: "orange", icons: 1 },
    { colour: "green", icons: 1 },
  ],
  g: [
    { colour: "purple", icons: 2 },
    { colour: "red", icons: 0 },
  ],
};

// --- gems -----------------------------------------------------------------------------------------------------------
for (const name of GEMS) save(`gems/${name}.svg`, 112, 112, gem(name, 56, 56, 112));

// --- a domino and its back, 640 x 190 -------------------------------------------------------------------------------
save(
  "rules/domino.svg",
  640,
  190,
  lying(faces.a, 0, 40, 36, 110),
  covered(
    [
      { colour: "green", icons: 0 },
      { colour: "blue", icons: 2 },
    ],
    380,
    36,
    110,
  ),
  line("M300 92h44m-12-12 12 12-12 12M344 108h-44m12 12-12-12 12-12", {
    stroke: "#8f7a55",
    transform: "translate(0 -8)",
  }),
  line("M40 24v-10h108v10", { "stroke-width": 2.5 }),
  line("M152 24v-10h108v10", { "stroke-width": 2.5 }),
  h("g", null, h("circle", { cx: 66, cy: 62, r: 31, fill: "none", stroke: RED, "stroke-width": 3.5 })),
);

// --- the exploration area, 720 x 190 --------------------------------------------------------------------------------
const spaces = [
  [faces.b, ["orange", "mythical", "blue"]],
  [backs.f, ["red", "green", "red"]],
  [faces.a, ["purple", "mythical", "red"]],
  [backs.g, ["blue", "green", "orange"]],
  [faces.e, ["mythical", "purple", "green"]],
];
save(
  "rules/exploration.svg",
  720,
  190,
  spaces.map(([shown, gems], i) => {
    const x = 14 + i * 140;
    return [
      h("rect", {
        x: x - 6,
        y: 8,
        width: 136,
        height: 172,
        rx: 12,
        fill: "#fbf5e7",
        stroke: "#cbb68c",
        "stroke-width": 1.5,
      }),
      [3, 2, 1].map((n) =>
        h("path", {
          d: slab(x + 2, 22 + n * 6, 120, 64, [5, 5, 6, 6]),
          fill: "#75593a",
          stroke: "#3d2c1a",
          "stroke-width": 1,
        }),
      ),
      Array.isArray(shown) ? covered(shown, x + 2, 22, 60) : lying(shown, 0, x + 2, 22, 60),
      gems.map((name, g) => gem(name, x + 22 + g * 40, 146, 34)),
    ];
  }),
);

// --- placing on stage 1, 640 x 220: right and wrong -----------------------------------------------------------------
const lawn = (x, y, w, hh) => h("rect", { x, y, width: w, height: hh, rx: 12, fill: "#efe2c2", stroke: "#cbb68c" });
save(
  "rules/stage-one.svg",
  640,
  220,
  lawn(4, 4, 308, 212),
  lawn(328, 4, 308, 212),
  lying(faces.b, 0, 52, 40, 56),
  lying(faces.d, 90, 164, 40, 56),
  lying(faces.c, 0, 52, 96, 56),
  badge("yes", 284, 188),
  lying(faces.b, 0, 392, 40, 56),
  h("g", { opacity: 0.95 }, lying(faces.d, 90, 504, 68, 56)),
  badge("no", 608, 188),
);

// --- placing on stage 2, 640 x 260 ----------------------------------------------------------------------------------
const floor = (x, y, b) =>
  [
    ["orange", "red", "blue", "blue"],
    ["orange", "purple", "green", "blue"],
    ["red", "purple", "green", "orange"],
  ].map((row, r) =>
    row.map((colour, c) =>
      stone(colour, x + c * b, y + r * b, b, (c * 3 + r) % 3 === 0 ? ["tl"] : (c + r) % 3 === 1 ? ["br"] : []),
    ),
  );
save(
  "rules/stage-two.svg",
  640,
  240,
  floor(24, 20, 66),
  dots(24, 20, 66, 4, 3),
  lying(domino(["blue", "bl"], ["green", "tr"]), 0, 24 + 99, 20 + 33, 66),
  badge("yes", 288, 214),
  floor(352, 20, 66),
  dots(352, 20, 66, 4, 3),
  lying(domino(["blue", "bl"], ["green", "tr"]), 0, 352 + 66, 20 + 33, 66),
  badge("no", 616, 214),
);

// --- an area across two stages, 420 x 300 ---------------------------------------------------------------------------
{
  const b = 84,
    x = 42,
    y = 24;
  const low = [
    ["green", 0, 0, ["tl"]],
    ["green", 1, 0, []],
    ["red", 2, 0, ["tr"]],
    ["orange", 3, 0, ["br"]],
    ["purple", 0, 1, ["bl"]],
    ["blue", 1, 1, ["tl"]],
    ["red", 2, 1, []],
    ["red", 3, 1, ["tr", "br"]],
    ["purple", 0, 2, ["bl"]],
    ["blue", 1, 2, ["bl"]],
    ["green", 2, 2, ["br"]],
    ["red", 3, 2, ["bl"]],
  ];
  const outline = `M${x + 2 * b} ${y}h${b}v${b}h${b}v${2 * b}h${-b}v${-b}h${-b}v${-b / 2}h${-b / 2}v${-b}h${b / 2}Z`;
  save(
    "rules/area.svg",
    420,
    300,
    low.map(([colour, c, r, icons]) => stone(colour, x + c * b, y + r * b, b, icons)),
    lying(domino(["blue", "tl"], ["red", "br"]), 0, x + 0.5 * b, y + 0.5 * b, b),
    h("path", { d: outline, fill: "none", stroke: "#fff6d8", "stroke-width": 9, "stroke-linejoin": "round" }),
    h("path", { d: outline, fill: "none", stroke: RED, "stroke-width": 4.5, "stroke-linejoin": "round" }),
  );
}

// --- the Legend's turn, 640 x 250 -----------------------------------------------------------------------------------
{
  const open = [
    [faces.b, ["orange", "mythical", "purple"]],
    [faces.c, ["green", "red", "mythical"]],
    [faces.e, ["mythical", "blue", "red"]],
  ];
  const own = domino(["blue", "tr"], ["green", "bl"]);
  save(
    "rules/legend.svg",
    640,
    270,
    h("rect", { x: 4, y: 4, width: 164, height: 262, rx: 14, fill: "#1d4030" }),
    lying(own, 0, 18, 24, 68),
    gem("blue", 50, 160, 44),
    gem("green", 122, 160, 44),
    line("M50 192v14M122 192v14M38 200l12 14 12-14M110 200l12 14 12-14", { stroke: "#f6dfb8" }),
    h("circle", {
      cx: 50,
      cy: 236,
      r: 19,
      fill: "none",
      stroke: "#f6dfb8",
      "stroke-width": 2,
      "stroke-dasharray": "4 4",
    }),
    h("circle", {
      cx: 122,
      cy: 236,
      r: 19,
      fill: "none",
      stroke: "#f6dfb8",
      "stroke-width": 2,
      "stroke-dasharray": "4 4",
    }),
    open.map(([face, gems], i) => {
      const x = 190 + i * 152;
      return [
        h("rect", {
          x: x - 4,
          y: 44,
          width: 140,
          height: 168,
          rx: 12,
          fill: "#fbf5e7",
          stroke: "#cbb68c",
          "stroke-width": 1.5,
        }),
        lying(face, 0, x + 4, 58, 62),
        gems.map((name, g) => [
          name === "green" || (name === "blue" && i === 2)
            ? h("circle", { cx: x + 24 + g * 42, cy: 172, r: 23, fill: "#dbe5cf", stroke: GREEN, "stroke-width": 3 })
            : null,
          gem(name, x + 24 + g * 42, 172, 34),
        ]),
      ];
    }),
    line("M196 240H620m-14-11 14 11-14 11", { stroke: RED, "stroke-width": 4, "stroke-dasharray": "12 9" }),
  );
}

// --- the four stages, growing, 800 x 190 ----------------------------------------------------------------------------
save(
  "rules/stages.svg",
  800,
  190,
  growing(
    { o: "#e3a95c", b: "#7fabcf", p: "#ab8cc4", g: "#8cb67b", r: "#d67c69" },
    ["bboggbpoggrppoorrpbo", "grrbgorboobb", "ppopgg", "br"],
    { covered: "#d9c69c", front: "#b4996a", right: "#8f7549", edge: "#59431f" },
  ),
);
