// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { bar, reached, room, scaleOf, stack, whole, words } from "../../games/static/games/board/table/points_chart.js";

/** Two seats and three rounds, the last of them not reached. */
const points = {
  stages: ["Round 1", "Round 2", "Round 3"],
  sources: [
    { key: "finished", name: "Explored pyramids" },
    { key: "gems", name: "Gems" },
    { key: "skulls", name: "Skulls" },
  ],
  seats: [
    [
      [10, 5, -8],
      [0, 6, 2],
      [0, 0, 0],
    ],
    [
      [0, 1, -1],
      [20, 0, 0],
      [0, 0, 0],
    ],
  ],
};

test("the whole game is the sum of its stages, and only stages with points are shown", () => {
  assert.deepEqual(points.seats.map(whole), [
    [10, 11, -6],
    [20, 1, -1],
  ]);
  assert.deepEqual(reached(points), [0, 1]);
  assert.deepEqual(
    reached({
      ...points,
      seats: [
        [
          [0, 0, 0],
          [0, 0, 0],
          [0, 0, 0],
        ],
      ],
    }),
    [],
  );
});

test("gains stand right of zero and costs left of it, on one scale for all bars", () => {
  const scale = scaleOf(points.seats.map((rows) => rows[0]));
  assert.deepEqual(scale, { below: 8, above: 15 });
  const laid = stack([10, 5, -8], { below: 10, above: 15 });
  assert.deepEqual(laid, [
    { source: 0, points: 10, from: 40, width: 40 },
    { source: 1, points: 5, from: 80, width: 20 },
    { source: 2, points: -8, from: 8, width: 32 },
  ]);
  for (const rows of points.seats) {
    for (const row of rows) {
      for (const { from, width } of stack(row, scaleOf(rows))) assert.ok(from > -1e-9 && from + width < 100 + 1e-9);
    }
  }
  assert.deepEqual(stack([0, 0, 0], { below: 0, above: 0 }), []);
});

test("a bar says in words what it shows, and numbers stand where there is room", () => {
  assert.equal(words(points, [10, 5, -8]), "7 points: Explored pyramids 10, Gems 5, and Skulls −8");
  assert.equal(words(points, [0, 1, 0]), "1 point: Gems 1");
  assert.equal(words(points, [0, 0, 0]), "0 points");
  assert.equal(bar(points, [40, 1, -9], { below: 10, above: 90 }, "label").props["aria-label"], "label");
  assert.deepEqual(
    [room("40", 6), room("40", 5), room("4", 5), room("−13", 2.6), room("−13", 2)],
    ["number", "number tight", "number", "number tight", "number none"],
  );
});
