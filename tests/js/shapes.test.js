// @ts-check
/** The shapes of the board are those that docs/art/shapes.mjs draws. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { drawn } from "../../games/static/games/board/art/shapes.js";

const { files } = await import(new URL("../../docs/art/shapes.mjs", import.meta.url).href);

const BOARD = new URL("../../games/static/games/board/", import.meta.url);

test("the files of shapes are up to date (node docs/art/shapes.mjs)", () => {
  const made = Object.entries(files());
  assert.ok(made.length === 5);
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
