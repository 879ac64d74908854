// Draws the pictures of the rules page and the gems used in texts, with the board's own art:
// node docs/art/rules.mjs   (writes pyramido_site/static/site/img/rules/ and img/gems/)
import { mkdirSync } from "node:fs";
import { dominoBack } from "../../games/static/games/board/art/domino.js";
import { GEMS } from "../../games/static/games/board/art/gems.js";
import { slab } from "../../games/static/games/board/art/stone.js";
import { h } from "../../games/static/games/board/vdom.js";
import { at, badge, domino, dots, GREEN, growing, IMG, INK, line, lying, RED, save, stone } from "./picture.mjs";

for (const folder of ["rules", "gems"]) mkdirSync(new URL(folder, IMG), { recursive: true });

const gem = (name, x, y, size) => h("use", { href: `#gem-${name}`, x: x - size / 2, y: y - size / 2, width: size, height: size });

function covered(back, x, y, block) {
  const node = dominoBack(back);
  return at(x, y, block / 100, h("svg", { viewBox: node.props.viewBox, x: -2, y: -2, width: 204, height: 116, overflow: "visible" }, node.children));
}
const hand = (x, y) =>
  at(x, y, 1, h("path", { d: "M0 0c-4 0-6 3-6 6v26l-7-6c-4-3-9 2-6 6l15 20c3 4 6 6 12 6h12c8 0 13-5 13-13V28c0-8-9-8-10-2 0-8-10-8-11-1 0-7-10-7-11 0V6c0-3-2-6-1-6z", fill: "#fbf0da", stroke: INK, "stroke-width": 2.4, "stroke-linejoin": "round" }));

const faces = {
  a: domino(["blue", "tl", "br"], ["green"]),
  b: domino(["red", "tr"], ["orange", "bl"]),
  c: domino(["purple", "bl"], ["blue", "tr"]),
  d: domino(["green", "tl"], ["green", "br"]),
  e: domino(["orange", "br"], ["purple", "tl"]),
};
const backs = {
  f: [{ colour: "orange", icons: 1 }, { colour: "green", icons: 1 }],
  g: [{ colour: "purple", icons: 2 }, { colour: "red", icons: 0 }],
};

// --- gems -----------------------------------------------------------------------------------------------------------
for (const name of GEMS) save(`gems/${name}.svg`, 112, 112, gem(name, 56, 56, 112));

// --- the three steps of the first page, 280 x 150 ----------------------------------------------------------------------
const three = (gems, x, y, size = 26) => gems.map((name, i) => gem(name, x + (i - 1) * (size + 6), y, size));
save("rules/take.svg", 280, 150,
  covered(backs.f, 6, 26, 37), three(["red", "green", "orange"], 43, 92, 20),
  covered(backs.g, 200, 26, 37), three(["blue", "blue", "purple"], 237, 92, 20),
  h("ellipse", { cx: 140, cy: 66, rx: 56, ry: 62, fill: "#f6dfb8" }),
  lying(faces.a, 0, 93, 16, 47), three(["purple", "mythical", "red"], 140, 94, 25),
  at(144, 100, 0.72, hand(0, 0)));
save("rules/place.svg", 280, 150,
  [["red", 0, 0], ["red", 1, 0], ["orange", 2, 0], ["purple", 0, 1], ["blue", 1, 1], ["blue", 2, 1]].map(([colour, c, r]) =>
    stone(colour, 26 + 52 * c, 26 + 52 * r, 52, (c + r) % 2 ? ["tl"] : ["br"])),
  h("rect", { x: 184, y: 28, width: 49, height: 101, rx: 6, fill: "#fff6d8", "fill-opacity": 0.6, stroke: INK, "stroke-width": 2, "stroke-dasharray": "6 5" }),
  h("g", { transform: "rotate(9 240 60)" }, lying(domino(["blue", "tr"], ["blue", "bl"]), 90, 208, 8, 46)));
save("rules/score.svg", 280, 150,
  [["green", 0, 0, ["br"]], ["green", 1, 0, ["tl", "br"]], ["purple", 2, 0, []], ["orange", 0, 1, ["tr"]], ["green", 1, 1, ["tr"]], ["green", 2, 1, ["bl"]]].map(([colour, c, r, icons]) =>
    stone(colour, 62 + 52 * c, 23 + 52 * r, 52, icons)),
  h("path", { d: slabPath(62, 23, 52), fill: "none", stroke: "#fff6d8", "stroke-width": 7, "stroke-linejoin": "round" }),
  h("path", { d: slabPath(62, 23, 52), fill: "none", stroke: GREEN, "stroke-width": 3.5, "stroke-linejoin": "round" }),
  h("circle", { cx: 140, cy: 75, r: 24, fill: "#fbf5e7", stroke: INK, "stroke-width": 2 }), gem("green", 140, 75, 38),
  line("M243 38l4 10 11 1-8 7 3 11-10-6-10 6 3-11-8-7 11-1z", { fill: "#f6c75a", stroke: "#8f6016", "stroke-width": 2 }),
  line("M22 92l3 8 9 1-7 5 2 9-7-5-8 5 3-9-7-5 9-1z", { fill: "#f6c75a", stroke: "#8f6016", "stroke-width": 2 }));
function slabPath(x, y, b) {
  return `M${x} ${y}h${2 * b}v${b}h${b}v${b}H${x + b}V${y + b}H${x}Z`;
}

// --- a domino and its back, 640 x 190 ---------------------------------------------------------------------------------
save("rules/domino.svg", 640, 190,
  lying(faces.a, 0, 40, 36, 110), covered([{ colour: "green", icons: 0 }, { colour: "blue", icons: 2 }], 380, 36, 110),
  line("M300 92h44m-12-12 12 12-12 12M344 108h-44m12 12-12-12 12-12", { stroke: "#8f7a55", transform: "translate(0 -8)" }),
  line("M40 24v-10h108v10", { "stroke-width": 2.5 }), line("M152 24v-10h108v10", { "stroke-width": 2.5 }),
  h("g", null, h("circle", { cx: 66, cy: 62, r: 31, fill: "none", stroke: RED, "stroke-width": 3.5 })));

// --- the exploration area, 720 x 190 -----------------------------------------------------------------------------------
const spaces = [
  [faces.b, ["orange", "mythical", "blue"]], [backs.f, ["red", "green", "red"]], [faces.a, ["purple", "mythical", "red"]],
  [backs.g, ["blue", "green", "orange"]], [faces.e, ["mythical", "purple", "green"]],
];
save("rules/exploration.svg", 720, 190, spaces.map(([shown, gems], i) => {
  const x = 14 + i * 140;
  return [
    h("rect", { x: x - 6, y: 8, width: 136, height: 172, rx: 12, fill: "#fbf5e7", stroke: "#cbb68c", "stroke-width": 1.5 }),
    [3, 2, 1].map((n) => h("path", { d: slab(x + 2, 22 + n * 6, 120, 64, [5, 5, 6, 6]), fill: "#75593a", stroke: "#3d2c1a", "stroke-width": 1 })),
    Array.isArray(shown) ? covered(shown, x + 2, 22, 60) : lying(shown, 0, x + 2, 22, 60),
    gems.map((name, g) => gem(name, x + 22 + g * 40, 146, 34)),
  ];
}));

// --- placing on stage 1, 640 x 220: right and wrong -----------------------------------------------------------------------
const lawn = (x, y, w, hh) => h("rect", { x, y, width: w, height: hh, rx: 12, fill: "#efe2c2", stroke: "#cbb68c" });
save("rules/stage-one.svg", 640, 220,
  lawn(4, 4, 308, 212), lawn(328, 4, 308, 212),
  lying(faces.b, 0, 52, 40, 56), lying(faces.d, 90, 164, 40, 56), lying(faces.c, 0, 52, 96, 56), badge("yes", 284, 188),
  lying(faces.b, 0, 392, 40, 56), h("g", { opacity: 0.95 }, lying(faces.d, 90, 504, 68, 56)), badge("no", 608, 188));

// --- placing on stage 2, 640 x 260 -----------------------------------------------------------------------------------------
const floor = (x, y, b) => [["orange", "red", "blue", "blue"], ["orange", "purple", "green", "blue"], ["red", "purple", "green", "orange"]].map((row, r) =>
  row.map((colour, c) => stone(colour, x + c * b, y + r * b, b, (c * 3 + r) % 3 === 0 ? ["tl"] : (c + r) % 3 === 1 ? ["br"] : [])));
save("rules/stage-two.svg", 640, 240,
  floor(24, 20, 66), dots(24, 20, 66, 4, 3), lying(domino(["blue", "bl"], ["green", "tr"]), 0, 24 + 99, 20 + 33, 66), badge("yes", 288, 214),
  floor(352, 20, 66), dots(352, 20, 66, 4, 3), lying(domino(["blue", "bl"], ["green", "tr"]), 0, 352 + 66, 20 + 33, 66), badge("no", 616, 214));

// --- an area across two stages, 420 x 300 ------------------------------------------------------------------------------------
{
  const b = 84, x = 42, y = 24;
  const low = [["green", 0, 0, ["tl"]], ["green", 1, 0, []], ["red", 2, 0, ["tr"]], ["orange", 3, 0, ["br"]], ["purple", 0, 1, ["bl"]], ["blue", 1, 1, ["tl"]], ["red", 2, 1, []], ["red", 3, 1, ["tr", "br"]], ["purple", 0, 2, ["bl"]], ["blue", 1, 2, ["bl"]], ["green", 2, 2, ["br"]], ["red", 3, 2, ["bl"]]];
  const outline = `M${x + 2 * b} ${y}h${b}v${b}h${b}v${2 * b}h${-b}v${-b}h${-b}v${-b / 2}h${-b / 2}v${-b}h${b / 2}Z`;
  save("rules/area.svg", 420, 300,
    low.map(([colour, c, r, icons]) => stone(colour, x + c * b, y + r * b, b, icons)),
    lying(domino(["blue", "tl"], ["red", "br"]), 0, x + 0.5 * b, y + 0.5 * b, b),
    h("path", { d: outline, fill: "none", stroke: "#fff6d8", "stroke-width": 9, "stroke-linejoin": "round" }),
    h("path", { d: outline, fill: "none", stroke: RED, "stroke-width": 4.5, "stroke-linejoin": "round" }));
}

// --- the Legend's turn, 640 x 250 -------------------------------------------------------------------------------------------------
{
  const open = [[faces.b, ["orange", "mythical", "purple"]], [faces.c, ["green", "red", "mythical"]], [faces.e, ["mythical", "blue", "red"]]];
  const own = domino(["blue", "tr"], ["green", "bl"]);
  save("rules/legend.svg", 640, 270,
    h("rect", { x: 4, y: 4, width: 164, height: 262, rx: 14, fill: "#1d4030" }),
    lying(own, 0, 18, 24, 68), gem("blue", 50, 160, 44), gem("green", 122, 160, 44),
    line("M50 192v14M122 192v14M38 200l12 14 12-14M110 200l12 14 12-14", { stroke: "#f6dfb8" }),
    h("circle", { cx: 50, cy: 236, r: 19, fill: "none", stroke: "#f6dfb8", "stroke-width": 2, "stroke-dasharray": "4 4" }),
    h("circle", { cx: 122, cy: 236, r: 19, fill: "none", stroke: "#f6dfb8", "stroke-width": 2, "stroke-dasharray": "4 4" }),
    open.map(([face, gems], i) => {
      const x = 190 + i * 152;
      return [
        h("rect", { x: x - 4, y: 44, width: 140, height: 168, rx: 12, fill: "#fbf5e7", stroke: "#cbb68c", "stroke-width": 1.5 }),
        lying(face, 0, x + 4, 58, 62),
        gems.map((name, g) => [
          name === "green" || (name === "blue" && i === 2) ? h("circle", { cx: x + 24 + g * 42, cy: 172, r: 23, fill: "#dbe5cf", stroke: GREEN, "stroke-width": 3 }) : null,
          gem(name, x + 24 + g * 42, 172, 34),
        ]),
      ];
    }),
    line("M196 240H620m-14-11 14 11-14 11", { stroke: RED, "stroke-width": 4, "stroke-dasharray": "12 9" }));
}

// --- the four stages, growing, 800 x 190 --------------------------------------------------------------------------------------------
save("rules/stages.svg", 800, 190, growing(
  { o: "#e3a95c", b: "#7fabcf", p: "#ab8cc4", g: "#8cb67b", r: "#d67c69" },
  ["bboggbpoggrppoorrpbo", "grrbgorboobb", "ppopgg", "br"],
  { covered: "#d9c69c", front: "#b4996a", right: "#8f7549", edge: "#59431f" },
));
