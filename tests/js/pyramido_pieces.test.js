// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { blocksOf } from "../../games/static/games/board/pyramid/geometry.js";
import {
  closeUp,
  markedAreas,
  markerQuadrant,
  progress,
  reckon,
  tieBreak,
  withCards,
} from "../../games/static/games/board/pyramido/pieces.js";
import { samples } from "./samples.js";

/** @type {{faces: import("../../games/static/games/board/pyramido/types").Face[], pyramids: any[]}} */
const { faces, pyramids } = /** @type {any} */ (samples).pyramido;
const faceOf = new Map(faces.map((face) => [face.id, face]));

/** @param {any} pyramid */
const built = (pyramid) => withCards(blocksOf(pyramid.dominoes, faceOf), pyramid.resurfaced);

test("areas with cards and gaps, and which of them are marked, are the engine's", () => {
  assert.ok(pyramids.some((pyramid) => pyramid.resurfaced.some((/** @type {any} */ card) => card.fill)));
  assert.ok(pyramids.some((pyramid) => pyramid.resurfaced.some((/** @type {any} */ card) => !card.fill)));
  for (const pyramid of pyramids) {
    const mine = markedAreas(built(pyramid), pyramid.stage, pyramid.marked).map(
      ({ x, y, colour, icons, quadrants, marked }) => ({
        x,
        y,
        colour,
        icons,
        marked,
        quadrants: quadrants.map(String).sort(),
      }),
    );
    assert.deepEqual(
      mine,
      pyramid.areas.map((/** @type {any} */ area) => ({ ...area, quadrants: area.quadrants.map(String).sort() })),
    );
  }
});

test("Mino's bonus and the points of the open stage are the engine's", () => {
  for (const pyramid of pyramids) {
    const { mino, points, minoArea, areas } = reckon(markedAreas(built(pyramid), pyramid.stage, pyramid.marked));
    assert.deepEqual({ mino, points }, { mino: pyramid.mino, points: pyramid.points });
    assert.equal(minoArea === null, !areas.some((area) => area.marked));
  }
});

test("a marker never hides an icon of its block", () => {
  for (const pyramid of pyramids) {
    for (const block of built(pyramid)) {
      const [x, y] = markerQuadrant(block);
      const corner = /** @type {const} */ ([
        ["tl", "tr"],
        ["bl", "br"],
      ])[y - (block.stage - 1 + 2 * block.y)][x - (block.stage - 1 + 2 * block.x)];
      assert.ok(!block.icons.includes(corner));
    }
  }
});

test("a small picture of an open stage 1 shows all that stands, in a frame as large as a stage", () => {
  const open = pyramids.filter((pyramid) => pyramid.box === null && pyramid.dominoes.length > 0);
  assert.ok(open.length > 0);
  for (const pyramid of open) {
    const blocks = built(pyramid);
    const part = closeUp(blocks, null);
    assert.ok(part);
    assert.deepEqual(
      [part.right - part.left, part.bottom - part.top].sort((a, b) => a - b),
      [8, 10],
    );
    for (const { x, y } of blocks) {
      assert.ok(2 * x >= part.left && 2 * x + 2 <= part.right && 2 * y >= part.top && 2 * y + 2 <= part.bottom);
    }
  }
  const [closed] = pyramids.filter((pyramid) => pyramid.box !== null);
  assert.equal(closeUp(built(closed), closed.box), undefined);
});

test("two cards in gaps are as much of a stage as a domino", () => {
  const filled = pyramids.filter((pyramid) =>
    pyramid.resurfaced.some((/** @type {any} */ card) => card.fill && card.stage === pyramid.stage),
  );
  assert.ok(filled.length > 0);
  for (const pyramid of filled) {
    const dominoes = pyramid.dominoes.filter((/** @type {any} */ placed) => placed.stage === pyramid.stage).length;
    assert.deepEqual(progress(pyramid, pyramid.stage), { laid: dominoes + 1, size: [10, 6, 3, 1][pyramid.stage - 1] });
  }
});

test("with equal points the cards left decide, then the best stage; who is out ties with nobody", () => {
  /**
   * @param {number} total @param {number} cards @param {number[]} points @param {number | null} [out] @returns {any}
   */
  const seat = (total, cards, points, out = null) => ({
    total,
    out,
    cards: Array(cards).fill(["brown", "blue"]),
    scores: points.map((one) => ({ points: one })),
  });
  const seats = [
    seat(40, 2, [10, 30]),
    seat(40, 1, [20, 20]),
    seat(40, 2, [15, 25]),
    seat(30, 3, [30]),
    seat(40, 2, [40], 1),
  ];
  assert.deepEqual(
    seats.map((one) => tieBreak(seats, one)),
    [{ cards: 2, best: 30 }, { cards: 1, best: null }, { cards: 2, best: 25 }, null, null],
  );
});
