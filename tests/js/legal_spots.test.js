// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { cells } from "../../games/static/games/board/pyramid/geometry.js";
import {
  firstSpot,
  nearest,
  sameSpot,
  spotsOf,
  stepped,
  tapped,
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
      for (const other of [...next, turned(spots, spot, 1)]) {
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

/** Cells by column, then row: the left or upper one first. @param {import("../../games/static/games/board/types").Spot} spot */
const shown = (spot) => cells(spot).sort((a, b) => a[0] - b[0] || a[1] - b[1]);

test("the left or upper half goes on the tapped cell, or else the other half, or else the domino is turned", () => {
  for (const { placements } of samples.placings) {
    const spots = spotsOf(placements);
    for (const rotation of /** @type {const} */ ([0, 90, 180, 270])) {
      const all = new Map(spots.flatMap(shown).map((cell) => [cell.join(), cell]));
      for (const cell of all.values()) {
        const over = spots.filter((spot) => cells(spot).some((one) => one.join() === cell.join()));
        const held = over.filter((spot) => spot.rotation === rotation);
        const first = held.find((spot) => shown(spot)[0].join() === cell.join());
        // anywhere on the cell
        for (const [dx, dy] of [[0, 0], ...DIRECTIONS]) {
          const lies = tapped(spots, rotation, [cell[0] + 0.45 * dx, cell[1] + 0.45 * dy]);
          assert.ok(lies && over.includes(lies));
          if (first) assert.equal(lies, first);
          else if (held.length > 0) assert.equal(lies.rotation, rotation);
        }
      }
    }
  }
});

test("beside the legal cells the nearest one is meant, and far from them none", () => {
  const spots = spotsOf([
    [0, 0, 0],
    [1, 0, 0],
    [5, 5, 90],
  ]);
  assert.deepEqual(tapped(spots, 0, [0.9, 1.4]), { x: 1, y: 0, rotation: 0 });
  assert.deepEqual(tapped(spots, 0, [2.6, 0]), { x: 1, y: 0, rotation: 0 });
  assert.deepEqual(tapped(spots, 0, [4.2, 5]), { x: 5, y: 5, rotation: 90 });
  assert.equal(tapped(spots, 0, [3, 3], 1), null);
});

test("a domino turns about its left or upper half, where that is legal", () => {
  for (const { placements } of samples.placings) {
    const spots = spotsOf(placements);
    for (const spot of spots) {
      const next = turned(spots, spot, 1);
      const [x, y] = shown(spot)[0];
      const legal = spots.filter((one) => one.rotation === next.rotation && shown(one)[0].join() === `${x},${y}`);
      if (legal.length > 0) assert.ok(sameSpot(next, legal[0]));
      assert.notEqual(next.rotation, spot.rotation);
    }
  }
});
