// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { status } from "../../games/static/games/board/forgotten_treasures/status.js";

/** @type {any} */
const table = {
  seats: [0, 1].map((seat) => ({ seat, kind: "explorer", ai: null, player: { name: ["Ada", "Ben"][seat] } })),
};
const SCORE = { phase: "score", turn: null, decision: { kind: "score" } };

/**
 * Return the status for Ada in stage 2.
 * @param {number} laid @param {object} [view] @param {object} [more] @param {any} [me]
 */
const said = (laid, view = {}, more = {}, me = 0) =>
  status(
    /** @type {any} */ ({
      view: {
        phase: "take",
        stage: 2,
        turn: 1,
        decision: null,
        submission: null,
        seats: [
          { seat: 0, kind: "explorer", complete: true, dominoes: Array(laid).fill({ stage: 2 }), out: null, ...more },
          { seat: 1, kind: "explorer", complete: false, dominoes: [], out: null },
        ],
        ...view,
      },
      table,
      me,
      reader: { table, me },
    }),
  ).text;
const SHORT = "You have no room for another domino: stage 2 ends for you with 5 of 6.";

test("whose stage ends early is told so first, while the others play on and at the scoring", () => {
  assert.equal(said(5), `${SHORT} Ben is choosing a domino and a gem.`);
  assert.equal(said(5, SCORE), `${SHORT} Now score it.`);
});

test("it is not said of a full stage, before the end, to who is out, of others, or of a seat played by hand", () => {
  const waiting = "Ben is choosing a domino and a gem.";
  assert.equal(said(6), waiting);
  assert.equal(said(5, {}, { complete: false }), waiting);
  assert.equal(said(5, {}, { out: 1 }), waiting);
  assert.equal(said(5, {}, {}, 1), waiting);
  assert.equal(said(5, {}, {}, null), waiting);
  assert.equal(said(6, SCORE), "Stage 2 is complete: score the areas chosen here, or choose others.");
  const sent = { ...SCORE, submission: {} };
  assert.equal(said(5, sent), "Your choices are in. Waiting for Ada and Ben; you can still change them.");
});
