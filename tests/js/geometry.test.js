// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import {
  areasOf,
  blocksOf,
  cells,
  extent,
  outline,
  seen,
  stageBox,
  turn,
  turnCorner,
} from "../../games/static/games/board/pyramid/geometry.js";
import { faces, samples } from "./samples.js";

test("the areas of a pyramid are the engine's", () => {
  assert.ok(samples.pyramids.length > 100);
  for (const pyramid of samples.pyramids) {
    const mine = areasOf(blocksOf(pyramid.dominoes, faces)).map(({ x, y, colour, icons, quadrants }) => ({
      x,
      y,
      colour,
      icons,
      quadrants: quadrants.map(String).sort(),
    }));
    const theirs = pyramid.areas.map((area) => ({ ...area, quadrants: area.quadrants.map(String).sort() }));
    assert.deepEqual(mine, theirs);
  }
});

test("a corner turns clockwise, and four quarters bring it back", () => {
  assert.equal(turnCorner("tl", 90), "tr");
  assert.equal(turnCorner("tr", 90), "br");
  assert.equal(turnCorner("bl", 180), "tr");
  assert.equal(turnCorner("tl", 270), "bl");
  assert.equal(turn(270, 1), 0);
  assert.equal(turn(0, -1), 270);
});

test("the second block lies right of, below, left of, above the first", () => {
  const second = [0, 90, 180, 270].map((rotation) => cells({ x: 2, y: 2, rotation: /** @type {any} */ (rotation) })[1]);
  assert.deepEqual(second, [
    [3, 2],
    [2, 3],
    [1, 2],
    [2, 1],
  ]);
});

test("only the topmost block of a quadrant is seen", () => {
  for (const { dominoes } of samples.pyramids) {
    const blocks = blocksOf(dominoes, faces);
    for (const [key, { block }] of seen(blocks)) {
      const [x, y] = key.split(",").map(Number);
      const over = blocks.filter((other) => {
        const left = other.stage - 1 + 2 * other.x;
        const top = other.stage - 1 + 2 * other.y;
        return x >= left && x <= left + 1 && y >= top && y <= top + 1;
      });
      assert.equal(block.stage, Math.max(...over.map((other) => other.stage)));
    }
  }
});

test("all legal placements lie in the part of the table that is drawn", () => {
  assert.ok(samples.placings.length > 20);
  for (const { dominoes, box, stage, placements } of samples.placings) {
    const drawn = extent(blocksOf(dominoes, faces), box);
    for (const [x, y, rotation] of placements) {
      for (const [cx, cy] of cells({ x, y, rotation })) {
        const [left, top] = [stage - 1 + 2 * cx, stage - 1 + 2 * cy];
        assert.ok(left >= drawn.left && left + 2 <= drawn.right, `x ${left} in ${JSON.stringify(drawn)}`);
        assert.ok(top >= drawn.top && top + 2 <= drawn.bottom, `y ${top} in ${JSON.stringify(drawn)}`);
      }
    }
  }
});

test("each stage is one block shorter both ways", () => {
  assert.deepEqual(stageBox({ columns: 4, rows: 5 }, 1), { columns: 4, rows: 5 });
  assert.deepEqual(stageBox({ columns: 5, rows: 4 }, 4), { columns: 2, rows: 1 });
});

test("an outline closes, one loop for each border", () => {
  assert.equal(outline([[0, 0]], 10, 0), "M0 0L10 0L10 10L0 10Z");
  /** @type {[number, number][]} */
  const ring = [];
  for (let x = 0; x < 3; x += 1) for (let y = 0; y < 3; y += 1) if (x !== 1 || y !== 1) ring.push([x, y]);
  assert.equal(outline(ring, 1, 0).match(/Z/g)?.length, 2);
  const diagonal = outline(
    [
      [0, 0],
      [1, 1],
    ],
    1,
    0,
  );
  assert.equal(diagonal.match(/Z/g)?.length, 2);
});
