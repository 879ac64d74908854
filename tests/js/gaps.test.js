// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { gapWords as treasures } from "../../games/static/games/board/forgotten_treasures/gap_words.js";
import { gapsAfter } from "../../games/static/games/board/pyramid/gaps.js";
import { cells, stageBox } from "../../games/static/games/board/pyramid/geometry.js";
import { spotsOf } from "../../games/static/games/board/pyramid/legal_spots.js";
import { gapWords as pyramido } from "../../games/static/games/board/pyramido/gap_words.js";
import { samples } from "./samples.js";

/** Return the blocks of a stage drawn in rows, "#" for a block. @param {number} stage @param {string[]} rows */
const built = (stage, ...rows) =>
  rows.flatMap((row, y) => [...row].flatMap((sign, x) => (sign === "#" ? [{ stage, x, y }] : [])));
const BOX = { columns: 5, rows: 4 };
/** @param {Parameters<typeof gapsAfter>} position */
const leavesMore = (...position) => gapsAfter(...position) !== null;
/** Return the outlines as "lone of cells". @param {Parameters<typeof gapsAfter>} position */
const regions = (...position) =>
  gapsAfter(...position)?.regions.map((region) => `${region.lone} of ${region.cells.join(" ")}`);

test("a cell that is cut off is a gap, on every stage", () => {
  // stage 2 measures 4 by 3
  assert.equal(leavesMore([], BOX, 2, { x: 1, y: 0, rotation: 90 }), false); // the column beside is open below
  // cuts the corner off
  assert.equal(leavesMore(built(2, ".##.", "....", "...."), BOX, 2, { x: 0, y: 1, rotation: 0 }), true);
  assert.equal(leavesMore(built(3, "...", "..."), BOX, 3, { x: 1, y: 0, rotation: 90 }), false); // one column each side
  assert.equal(leavesMore([], BOX, 3, { x: 0, y: 0, rotation: 0 }), false);
  // the last two lie side by side
  assert.equal(leavesMore(built(3, "#..", "#.."), BOX, 3, { x: 1, y: 0, rotation: 0 }), false);
});

test("cells that touch can be a gap, too: nothing pairs them up", () => {
  // three in a row above, three below, and nothing between them any more
  const blocks = built(2, "...#", "#..#", "#...");
  assert.equal(gapsAfter(blocks, BOX, 2, { x: 1, y: 1, rotation: 0 })?.count, 2);
  assert.equal(leavesMore(blocks, BOX, 2, { x: 1, y: 1, rotation: 90 }), false);
});

test("a gap that is there already is not told again, and counts when another is told", () => {
  const before = built(2, ".#..", "#...", "....");
  assert.equal(leavesMore(before, BOX, 2, { x: 2, y: 2, rotation: 0 }), false);
  assert.equal(gapsAfter(built(2, ".##.", "#..#", "...."), BOX, 2, { x: 1, y: 2, rotation: 0 })?.count, 4);
});

test("what is outlined holds the gaps: a cell by itself, or the cells of which one stays empty", () => {
  assert.deepEqual(regions(built(2, "...#", "#..#", "#..."), BOX, 2, { x: 1, y: 1, rotation: 0 }), [
    "1 of 0,0 1,0 2,0",
    "1 of 1,2 2,2 3,2",
  ]);
  assert.deepEqual(regions(built(3, "##."), BOX, 3, { x: 1, y: 1, rotation: 0 }), ["1 of 2,0", "1 of 0,1"]);
  // while the box is open, the cell within the ring is a gap of each box; where the other one lies depends on the box
  const ring = built(1, "###", "#.#", "#..");
  assert.equal(gapsAfter(ring, null, 1, { x: 1, y: 2, rotation: 0 })?.count, 2);
  assert.deepEqual(regions(ring, null, 1, { x: 1, y: 2, rotation: 0 }), ["1 of 1,1"]);
});

test("while the ground is open, its box may still come to lie where no gap is", () => {
  const first = built(1, "##");
  assert.equal(leavesMore([], null, 1, { x: 0, y: 0, rotation: 0 }), false);
  assert.equal(leavesMore(first, null, 1, { x: 0, y: 1, rotation: 0 }), false);
  // a ring around one cell is a gap wherever the box lies
  assert.equal(leavesMore(built(1, "###", "#.#", "#.."), null, 1, { x: 1, y: 2, rotation: 0 }), true);
  // so is a gap at the edge of five columns: the box grows no further that way. Beside four it may grow
  assert.equal(leavesMore(built(1, "#####", "####.", ".#..."), null, 1, { x: 4, y: 2, rotation: 90 }), true);
  assert.equal(leavesMore(built(1, "###.", "###."), null, 1, { x: 3, y: 1, rotation: 90 }), false);
});

test("it counts what trying every way on by the rules leaves empty", () => {
  let gaps = 0;
  for (const { dominoes, box, stage, placements } of samples.placings) {
    const here = dominoes.filter((one) => one.stage === stage).flatMap(cells);
    const size = [20, 12, 6, 2][stage - 1];
    if (size - here.length > 8) continue; // too many ways on
    const blocks = here.map(([x, y]) => ({ stage, x, y }));
    const bounds = box ? stageBox(box, stage) : null;
    const before = size - here.length - 2 * most(here, bounds);
    for (const spot of spotsOf(placements)) {
      const left = size - here.length - 2 - 2 * most([...here, ...cells(spot)], bounds);
      const found = gapsAfter(blocks, box, stage, spot);
      assert.equal(found?.count ?? before, left, JSON.stringify({ dominoes, stage, spot }));
      if (!found) continue;
      gaps += 1;
      const outlined = found.regions.reduce((sum, region) => sum + region.lone, 0);
      assert.ok(box ? outlined === left : outlined <= left);
    }
  }
  assert.ok(gaps > 10, `${gaps} placements of the samples leave more gaps`);
});

/**
 * Return how many dominoes can still be laid in a stage, by trying all ways (docs/rules.md A3).
 * @param {[number, number][]} taken @param {{columns: number, rows: number} | null} bounds null: stage 1 is open
 * @param {Map<string, number>} [known] @returns {number}
 */
function most(taken, bounds, known = new Map()) {
  const key = taken.map(String).sort().join(" ");
  const before = known.get(key);
  if (before !== undefined) return before;
  let best = 0;
  for (const pair of pairs(taken, bounds)) best = Math.max(best, 1 + most([...taken, ...pair], bounds, known));
  known.set(key, best);
  return best;
}

/** @param {[number, number][]} taken @param {{columns: number, rows: number} | null} bounds */
function pairs(taken, bounds) {
  const covered = new Set(taken.map(String));
  const found = [];
  for (let x = -4; x <= 4; x += 1) {
    for (let y = -4; y <= 4; y += 1) {
      for (const [dx, dy] of [
        [1, 0],
        [0, 1],
      ]) {
        /** @type {[number, number][]} */
        const pair = [
          [x, y],
          [x + dx, y + dy],
        ];
        if (pair.some((cell) => covered.has(String(cell)))) continue;
        if (bounds ? pair.every((cell) => within(cell, bounds)) : touches(pair, covered) && boxed([...taken, ...pair]))
          found.push(pair);
      }
    }
  }
  return found;
}

/** @param {[number, number]} cell @param {{columns: number, rows: number}} bounds */
const within = ([x, y], { columns, rows }) => x >= 0 && y >= 0 && x < columns && y < rows;

/** @param {[number, number][]} pair @param {Set<string>} taken */
const touches = (pair, taken) =>
  pair.some(([x, y]) =>
    [`${x + 1},${y}`, `${x - 1},${y}`, `${x},${y + 1}`, `${x},${y - 1}`].some((key) => taken.has(key)),
  );

/** Whether cells fit in 5×4 or 4×5. @param {[number, number][]} taken */
function boxed(taken) {
  const sides = [0, 1].map((axis) => {
    const along = taken.map((cell) => cell[axis]);
    return Math.max(...along) - Math.min(...along) + 1;
  });
  return Math.min(...sides) <= 4 && Math.max(...sides) <= 5;
}

test("Pyramido says how many cards the gaps cost, and when they cost the game", () => {
  const said = (/** @type {number} */ count, /** @type {number} */ cards) =>
    pyramido(/** @type {any} */ ({ main: { cards: Array(cards) } }), { count, regions: [] });
  assert.deepEqual(said(2, 3), {
    text: "This leaves 2 gaps for single blocks. Each costs one of your 3 cards; with too few cards you are out.",
    fatal: false,
  });
  assert.equal(said(2, 2).fatal, false);
  assert.deepEqual(said(2, 1), {
    text: "This leaves 2 gaps for single blocks, and you have only 1 card to close them: you will be out.",
    fatal: true,
  });
  assert.equal(
    said(4, 3).text,
    "This leaves 4 gaps for single blocks, and you have only 3 cards to close them: you will be out.",
  );
  assert.equal(
    said(2, 0).text,
    "This leaves 2 gaps for single blocks, and you have no cards to close them: you will be out.",
  );
});

test("Forgotten Treasures says how many dominoes still fit, and how many turns are lost", () => {
  const said = (/** @type {number} */ count, /** @type {number} */ laid, stage = 2) =>
    treasures(/** @type {any} */ ({ view: { stage }, main: { dominoes: Array(laid).fill({ stage }) } }), {
      count,
      regions: [],
    }).text;
  assert.equal(said(2, 2), "After this, only 2 more dominoes fit in this stage, not 3. You lose 1 turn.");
  assert.equal(said(2, 3), "After this, only 1 more domino fits in this stage, not 2. You lose 1 turn.");
  assert.equal(said(4, 3), "After this, no more dominoes fit in this stage. You lose 2 turns.");
  assert.equal(said(2, 1, 3), "After this, no more dominoes fit in this stage. You lose 1 turn.");
});
