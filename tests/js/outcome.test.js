// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { outcomeText as treasures } from "../../games/static/games/board/forgotten_treasures/status.js";
import { outcomeText as pyramido } from "../../games/static/games/board/pyramido/status.js";
import { outcomeText as silverGold } from "../../games/static/games/board/silver_gold_pyramids/status.js";
import { pointsText } from "../../games/static/games/board/table/outcome.js";

/** @type {any} */
const table = {
  seats: [0, 1, 2].map((seat) => ({
    seat,
    kind: "explorer",
    ai: null,
    you: seat === 0,
    player: { id: `p${seat}`, name: ["Ada", "Ben", "Cleo"][seat] },
  })),
};
const said = (/** @type {number | null} */ me, /** @type {number[]} */ points, /** @type {number[]} */ by) =>
  pointsText(table, me, /** @type {any} */ ({ scores: points, winners: by }));

test("points are counted by themselves, however many have won", () => {
  assert.equal(said(0, [0, 1, 0], [1]), "Ben wins with 1 point.");
  assert.equal(said(0, [0, 2, 0], [1]), "Ben wins with 2 points.");
  assert.equal(said(0, [0, 1, 1], [1, 2]), "Ben and Cleo share the victory with 1 point.");
  assert.equal(said(0, [0, 7, 7], [1, 2]), "Ben and Cleo share the victory with 7 points.");
  assert.equal(said(0, [1, 0, 0], [0]), "You win with 1 point!");
  assert.equal(said(0, [1, 1, 0], [0, 1]), "You share the victory with 1 point.");
  assert.equal(said(0, [-5, -1, -3], [1]), "Ben wins with -1 point.");
  assert.equal(said(0, [0, 0, 0], [0, 1]), "You share the victory with 0 points.");
});

/** @param {number | null} me @param {object | null} outcome @param {object[]} [seats] @returns {any} */
const ended = (
  me,
  outcome,
  seats = [
    { seat: 0, out: 1 },
    { seat: 1, out: null },
    { seat: 2, out: 2 },
  ],
) => ({ view: { outcome, seats }, table, me });
const scores = [3, 9, 4];

test("each game says its own ends itself, and leaves the others to the points", () => {
  for (const text of [treasures, pyramido, silverGold]) {
    assert.equal(text(ended(0, null)), "The game is over.");
    assert.equal(text(ended(0, { reason: "completed", scores, winners: [1] })), "Ben wins with 9 points.");
  }
  const explorer = { reason: "last_explorer", scores, winners: [1] };
  assert.equal(silverGold(ended(1, explorer)), "You win: all the others have left.");
  assert.equal(silverGold(ended(0, explorer)), "Ben wins with 9 points.");
  assert.equal(treasures(ended(1, explorer)), "You win: all the others have left.");
  assert.equal(treasures(ended(0, explorer)), "The game ended because Cleo left: Ben wins.");
  assert.equal(treasures(ended(2, explorer)), "The game ended because you left: Ben wins.");
  const architect = { reason: "last_architect", scores, winners: [1] };
  assert.equal(pyramido(ended(1, architect)), "You win: all the others are out.");
  assert.equal(pyramido(ended(0, architect)), "Ben wins: all the others are out.");
});

test("the Legend wins in words of its own", () => {
  const seats = [
    { seat: 0, kind: "explorer" },
    { seat: 1, kind: "legend" },
  ];
  assert.equal(
    treasures(ended(0, { reason: "completed", scores: [1, 2], winners: [1] }, seats)),
    "The Legend wins with 2 points. The pyramid keeps its secret, for now.",
  );
});
