// Shared by the scripts that draw pictures of games: saving a drawing with the definitions it uses, stones, signs.
import { writeFileSync } from "node:fs";
import { blockTops } from "../../games/static/games/board/art/blocks.js";
import { desertDefinitions } from "../../games/static/games/board/art/desert.js";
import { dominoFace } from "../../games/static/games/board/art/domino.js";
import { jungleDefinitions } from "../../games/static/games/board/art/jungle.js";
import { definitions } from "../../games/static/games/board/art/stone.js";
import { h } from "../../games/static/games/board/vdom.js";
import { picture } from "./serialise.mjs";

export const IMG = new URL("../../pyramido_site/static/site/img/", import.meta.url);
export const INK = "#2a2018";
export const RED = "#a23322";
export const GREEN = "#2c5a42";

const KNOWN = [definitions(), jungleDefinitions(), desertDefinitions()].flatMap((node) => node.children[0].children);

export const save = (name, width, height, ...parts) =>
  writeFileSync(new URL(name, IMG), picture(KNOWN, [0, 0, width, height], parts));

export const domino = (first, second) => ({
  id: 0,
  blocks: [first, second].map(([colour, ...icons]) => ({ colour, icons })),
});
export const at = (x, y, scale, ...parts) => h("g", { transform: `translate(${x} ${y}) scale(${scale})` }, ...parts);
export const line = (d, props) =>
  h("path", {
    d,
    fill: "none",
    stroke: INK,
    "stroke-width": 3,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    ...props,
  });

/** A domino as a nested drawing; `block` is the size of a block in units. */
export function lying(face, rotation, x, y, block) {
  const node = dominoFace(face, rotation);
  const upright = rotation === 90 || rotation === 270;
  const scale = block / 100;
  return at(
    x,
    y,
    scale,
    h(
      "svg",
      {
        viewBox: node.props.viewBox,
        x: -2,
        y: -2,
        width: upright ? 104 : 204,
        height: upright ? 216 : 116,
        overflow: "visible",
      },
      node.children,
    ),
  );
}

/** A block without thickness. */
export const stone = (colour, x, y, block, icons = [], join = null) =>
  at(x, y, block / 100, ...blockTops([{ tint: colour, join, icons, x: 0, y: 0 }]));

/** A tick or a cross on a disc: allowed or not. */
export const badge = (sign, x, y) =>
  h(
    "g",
    null,
    h("circle", { cx: x, cy: y, r: 17, fill: sign === "yes" ? GREEN : RED, stroke: "#fbf5e7", "stroke-width": 3 }),
    line(sign === "yes" ? `M${x - 8} ${y + 1}l6 6 10-12` : `M${x - 6} ${y - 6}l12 12m0-12-12 12`, {
      stroke: "#fff",
      "stroke-width": 4,
    }),
  );

/** A dot on the centre of each block of a floor. */
export const dots = (x, y, b, columns, rows) =>
  Array.from({ length: columns * rows }, (_, i) =>
    h("circle", {
      cx: x + (Math.floor(i / rows) + 0.5) * b,
      cy: y + ((i % rows) + 0.5) * b,
      r: 3.4,
      fill: "#fff6d8",
      stroke: INK,
      "stroke-width": 1,
    }),
  );

/**
 * Four drawings from the side, with one stage more each time. `tops` has a colour for each letter of `colours`, which
 * holds a row for each stage.
 */
export function growing(tops, colours, sides) {
  const a = 8.4,
    f = 4.85,
    up = 12.5;
  const point = (ox, oy) => (x, y, z) => `${(ox + (x - y) * a).toFixed(1)},${(oy + (x + y) * f - z * up).toFixed(1)}`;
  const edge = { stroke: sides.edge, "stroke-width": 0.7, "stroke-linejoin": "round" };
  const built = (ox, oy, stages) =>
    colours.slice(0, stages).map((row, s) => {
      const p = point(ox, oy),
        columns = 5 - s,
        rows = 4 - s;
      const cells = [...row]
        .map((colour, i) => [i % columns, Math.floor(i / columns), colour])
        .sort((m, n) => m[0] + m[1] - n[0] - n[1]);
      return cells.map(([c, r, colour]) => {
        const x = s + 2 * c,
          y = s + 2 * r;
        return [
          r === rows - 1 &&
            h("polygon", {
              points: [p(x, y + 2, s), p(x + 2, y + 2, s), p(x + 2, y + 2, s - 1), p(x, y + 2, s - 1)].join(" "),
              fill: sides.front,
              ...edge,
            }),
          c === columns - 1 &&
            h("polygon", {
              points: [p(x + 2, y, s), p(x + 2, y + 2, s), p(x + 2, y + 2, s - 1), p(x + 2, y, s - 1)].join(" "),
              fill: sides.right,
              ...edge,
            }),
          h("polygon", {
            points: [p(x, y, s), p(x + 2, y, s), p(x + 2, y + 2, s), p(x, y + 2, s)].join(" "),
            fill: s < stages - 1 && sides.covered ? sides.covered : tops[colour],
            ...edge,
          }),
        ];
      });
    });
  return [1, 2, 3, 4].map((stages, i) => {
    const ox = 92 + i * 198;
    return [
      h("ellipse", { cx: ox + 8, cy: 128, rx: 92, ry: 46, fill: "#3c2a10", opacity: 0.1 }),
      built(ox, 74, stages),
    ];
  });
}
