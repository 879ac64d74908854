// @ts-check
/** The shapes of the board are those that docs/art/shapes.mjs draws. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { drawn, prepared, together } from "../../games/static/games/board/art/shapes.js";

const { files } = await import(new URL("../../docs/art/shapes.mjs", import.meta.url).href);

const BOARD = new URL("../../games/static/games/board/", import.meta.url);

test("the files of shapes are up to date (node docs/art/shapes.mjs)", () => {
  const made = Object.entries(files());
  assert.ok(made.length === 6);
  for (const [name, content] of made) assert.equal(readFileSync(new URL(name, BOARD), "utf8"), content, name);
});

test("a part lies at its place, and words are filled in", () => {
  const node = drawn(
    ["g", {}, ["path", { at: [1, 2], d: "h$long", fill: "$colour" }], "$colour"],
    { long: 5, colour: "red" },
    10,
    20,
  );
  assert.deepEqual(node.children, [
    { tag: "path", props: { d: "M11 22h5", fill: "red" }, children: [], key: undefined },
    "red",
  ]);
  const circle = drawn(["circle", { at: [0, 0], r: 1, stroke: ["#fff", "#000"] }], {}, 3, 4);
  assert.deepEqual(circle.props, { r: 1, stroke: "light-dark(#fff, #000)", cx: 3, cy: 4 });
  assert.equal(drawn(["use", { at: [-1, -1], href: "#a" }], {}, 3, 4).props.x, 2);
});

test("what is painted alike on several pieces is one path, unless a gradient spreads over it", () => {
  const parts = prepared(
    [
      ["path", { at: [1, 2], d: "h1", fill: "url(#face-$colour)" }],
      ["path", { at: [0, 0], d: "v1", fill: "url(#wear)" }],
      ["path", { at: [0, 0.5], d: "$long", stroke: "red" }],
    ],
    { colour: "blue", long: "l9 9" },
  );
  const short = prepared([["path", { at: [5, 5], d: "h2", fill: "url(#face-blue)" }]], {});
  const pieces = [
    { parts, x: 0, y: 0 },
    { parts: short, x: 10, y: 0 },
    { parts, x: 20, y: 0.1 },
  ];
  assert.deepEqual(
    together("a", pieces).map(({ props: { key: _, ...props } }) => props),
    [
      { fill: "url(#face-blue)", d: "M1 2h1" },
      { fill: "url(#face-blue)", d: "M15 5h2" },
      { fill: "url(#face-blue)", d: "M21 2.1h1" },
      { fill: "url(#wear)", d: "M0 0v1M20 0.1v1" },
      { stroke: "red", d: "M0 0.5l9 9M20 0.6l9 9" },
    ],
  );
  const keys = together("a", pieces).map(({ key }) => key);
  assert.equal(new Set(keys).size, keys.length);
});
