// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { centre } from "../../games/static/games/board/pyramid/geometry.js";
import {
  firstSpot,
  nearest,
  sameSpot,
  spotsOf,
  stepped,
  turned,
} from "../../games/static/games/board/pyramid/legal_spots.js";
import { samples } from "./samples.js";

const DIRECTIONS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
];

test("the first spot is a legal one, whatever the rotation asked for", () => {
  for (const { placements } of samples.placings) {
    const spots = spotsOf(placements);
    for (const rotation of /** @type {const} */ ([0, 90, 180, 270])) {
      const first = firstSpot(spots, rotation);
      assert.ok(spots.some((spot) => sameSpot(spot, first)));
    }
  }
});

test("with arrows and turns alone every legal spot can be reached", () => {
  for (const { placements } of samples.placings) {
    const spots = spotsOf(placements);
    const start = firstSpot(spots, 0);
    assert.ok(start);
    const reached = new Set([JSON.stringify(start)]);
    const open = [start];
    for (let spot = open.pop(); spot; spot = open.pop()) {
      const next = DIRECTIONS.map(([dx, dy]) => stepped(spots, spot, dx, dy));
      const after = turned(spots, spot.rotation, 1, centre(spot)).spot;
      for (const other of after ? [...next, after] : next) {
        if (!reached.has(JSON.stringify(other))) {
          reached.add(JSON.stringify(other));
          open.push(other);
        }
      }
    }
    assert.equal(reached.size, spots.length);
  }
});

test("a step goes the way of the arrow", () => {
  for (const { placements } of samples.placings) {
    const spots = spotsOf(placements);
    for (const from of spots.slice(0, 20)) {
      for (const [dx, dy] of DIRECTIONS) {
        const to = stepped(spots, from, dx, dy);
        assert.equal(to.rotation, from.rotation);
        assert.ok(sameSpot(to, from) || (to.x - from.x) * dx + (to.y - from.y) * dy > 0);
      }
    }
  }
});

test("the nearest spot is never farther away than reach", () => {
  const spots = spotsOf([
    [0, 0, 0],
    [4, 0, 0],
    [0, 0, 90],
  ]);
  assert.deepEqual(nearest(spots, 0, [3.4, 0.2]), { x: 4, y: 0, rotation: 0 });
  assert.equal(nearest(spots, 0, [2.5, 5], 1), null);
  assert.deepEqual(nearest(spots, 90, [9, 9]), { x: 0, y: 0, rotation: 90 });
});
