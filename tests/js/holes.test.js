// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { cells, stageBox } from "../../games/static/games/board/pyramid/geometry.js";
import { leavesHole } from "../../games/static/games/board/pyramid/holes.js";
import { spotsOf } from "../../games/static/games/board/pyramid/legal_spots.js";
import { samples } from "./samples.js";

/** Return the blocks of a stage drawn in rows, "#" for a block. @param {number} stage @param {string[]} rows */
const built = (stage, ...rows) =>
  rows.flatMap((row, y) => [...row].flatMap((sign, x) => (sign === "#" ? [{ stage, x, y }] : [])));
const BOX = { columns: 5, rows: 4 };

test("a cell that is cut off is a hole, on every stage", () => {
  // stage 2 measures 4 by 3
  assert.equal(leavesHole([], BOX, 2, { x: 1, y: 0, rotation: 90 }), false); // the column beside is open below
  // cuts the corner off
  assert.equal(leavesHole(built(2, ".##.", "....", "...."), BOX, 2, { x: 0, y: 1, rotation: 0 }), true);
  assert.equal(leavesHole(built(3, "...", "..."), BOX, 3, { x: 1, y: 0, rotation: 90 }), false); // one column each side
  assert.equal(leavesHole([], BOX, 3, { x: 0, y: 0, rotation: 0 }), false);
  // the last two lie side by side
  assert.equal(leavesHole(built(3, "#..", "#.."), BOX, 3, { x: 1, y: 0, rotation: 0 }), false);
});

test("cells that touch can be a hole, too: nothing pairs them up", () => {
  // three in a row above, three below, and nothing between them any more
  assert.equal(leavesHole(built(2, "...#", "#..#", "#..."), BOX, 2, { x: 1, y: 1, rotation: 0 }), true);
  assert.equal(leavesHole(built(2, "...#", "#..#", "#..."), BOX, 2, { x: 1, y: 1, rotation: 90 }), false);
});

test("a hole that is there already is not told again", () => {
  const before = built(2, ".#..", "#...", "....");
  assert.equal(leavesHole(before, BOX, 2, { x: 2, y: 2, rotation: 0 }), false);
});

test("while the ground is open, its box may still come to lie where no hole is", () => {
  const first = built(1, "##");
  assert.equal(leavesHole([], null, 1, { x: 0, y: 0, rotation: 0 }), false);
  assert.equal(leavesHole(first, null, 1, { x: 0, y: 1, rotation: 0 }), false);
  // a ring around one cell is a hole wherever the box lies
  assert.equal(leavesHole(built(1, "###", "#.#", "#.."), null, 1, { x: 1, y: 2, rotation: 0 }), true);
  // so is a gap at the edge of five columns: the box grows no further that way. Beside four it may grow
  assert.equal(leavesHole(built(1, "#####", "####.", ".#..."), null, 1, { x: 4, y: 2, rotation: 90 }), true);
  assert.equal(leavesHole(built(1, "###.", "###."), null, 1, { x: 3, y: 1, rotation: 90 }), false);
});

test("it says what trying every way to build on says", () => {
  let holes = 0;
  for (const { dominoes, box, stage, placements } of samples.placings) {
    if (!box) continue;
    const { columns, rows } = stageBox(box, stage);
    const blocks = dominoes
      .filter((one) => one.stage === stage)
      .flatMap((one) => cells(one).map(([x, y]) => ({ stage, x, y })));
    const free = Array.from(
      { length: columns * rows },
      (_, at) => `${at % columns},${Math.floor(at / columns)}`,
    ).filter((key) => !blocks.some(({ x, y }) => `${x},${y}` === key));
    if (!covered(free)) continue;
    for (const spot of spotsOf(placements)) {
      const left = free.filter((key) => !cells(spot).some((cell) => String(cell) === key));
      const expected = !covered(left);
      assert.equal(leavesHole(blocks, box, stage, spot), expected, JSON.stringify({ dominoes, stage, spot }));
      if (expected) holes += 1;
    }
  }
  assert.ok(holes > 10, `${holes} placements of the samples leave a hole`);
});

/** Whether dominoes can cover these cells, by trying all ways. @param {string[]} free @returns {boolean} */
function covered(free) {
  if (free.length === 0) return true;
  const [first, ...rest] = free;
  const [x, y] = first.split(",").map(Number);
  return [`${x + 1},${y}`, `${x},${y + 1}`].some(
    (other) => rest.includes(other) && covered(rest.filter((key) => key !== other)),
  );
}
