// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { pointsText } from "../../games/static/games/board/table/outcome.js";

/** @type {any} */
const table = { seats: [0, 1, 2].map((seat) => ({ seat, kind: "explorer", ai: null, you: seat === 0, player: { id: `p${seat}`, name: ["Ada", "Ben", "Cleo"][seat] } })) };
const said = (/** @type {number | null} */ me, /** @type {number[]} */ scores, /** @type {number[]} */ winners) =>
  pointsText(table, me, /** @type {any} */ ({ scores, winners }));

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
