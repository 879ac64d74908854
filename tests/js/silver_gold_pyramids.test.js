// @ts-check
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { cardsOf } from "../../games/static/games/board/silver_gold_pyramids/cards.js";
import { actionOf, billOf, draftOf, emptyDraft, sameDraft } from "../../games/static/games/board/silver_gold_pyramids/draft.js";
import { beside, cell, cells, centre, extent, fits, held, holds, lies, mask, name, named, names, nearest, openCells, SHAPES } from "../../games/static/games/board/silver_gold_pyramids/geometry.js";
import { shapesOf } from "../../games/static/games/board/silver_gold_pyramids/market.js";
import { samples } from "./samples.js";

const file = new URL("../../engine/data/silver_gold_pyramids_cards.json", import.meta.url);
const cards = cardsOf(JSON.parse(readFileSync(file, "utf8")));
const { lies: legal, steps } = samples.silver_gold_pyramids;

/** @param {number} number */
function card(number) {
  const found = cards.get(number);
  assert.ok(found);
  return found;
}

test("what may be marked on a card is what the engine says", () => {
  assert.ok(legal.length > 1000);
  for (const one of legal) {
    const marked = mask(one.marked);
    assert.deepEqual(lies(card(one.card), marked, one.shape), one.lies);
    assert.deepEqual(names(openCells(card(one.card), marked)), one.open);
  }
});

test("a draft comes to what the engine makes of it, cross by cross", () => {
  assert.ok(steps.length > 80);
  assert.ok(steps.filter((step) => step.action.extra.length > 1).length > 0);
  for (const { round, seat, action, after } of steps) {
    const whole = draftOf(action);
    // as a player walks it: every extra cell is one of those that light up
    let draft = { ...whole, extra: /** @type {typeof whole.extra} */ ([]) };
    for (const extra of whole.extra) {
      const bill = billOf(cards, seat, draft, round);
      assert.equal(bill.complete, false);
      assert.ok((bill.open.get(extra.card) ?? 0) & extra.cell);
      draft = { ...draft, extra: [...draft.extra, extra] };
    }
    assert.ok(sameDraft(draft, whole));
    const bill = billOf(cards, seat, draft, round);
    assert.equal(bill.complete, true);
    assert.deepEqual(Object.fromEntries([...bill.marked].map(([number, set]) => [number, names(set)])), after.marked);
    assert.deepEqual([...bill.finished].sort((a, b) => a - b), after.finished);
    const { pyramids, ...sheet } = bill.sheet;
    assert.deepEqual(sheet, after.sheet);
    assert.deepEqual(pyramids, seat.sheet.pyramids);
    assert.deepEqual(bill.points, after.points);
    assert.equal(bill.total, after.total);
  }
});

test("an action and its draft are the same thing", () => {
  for (const { action } of steps) assert.deepEqual(actionOf(draftOf(action)), action);
  assert.equal(actionOf(emptyDraft()), null);
});

test("nothing in mind changes nothing and owes nothing", () => {
  const { round, seat } = steps[0];
  const bill = billOf(cards, seat, emptyDraft(), round);
  assert.equal(bill.total, seat.total);
  assert.equal(bill.owed, 0);
  assert.equal(bill.complete, false);
});

test("cells have the names of the rules", () => {
  assert.equal(name(cell(0, 0)), "a1");
  assert.equal(name(cell(4, 4)), "e5");
  assert.equal(named("c2"), cell(2, 1));
  assert.deepEqual(names(beside(named("a1"))), ["b1", "a2"]);
  assert.deepEqual(names(beside(named("e3"))), ["e2", "d3", "e4"]);
});

test("a shape looks different in as many ways as it has no symmetries", () => {
  const ways = { I2: 2, I3: 2, I4: 2, V3: 4, L4: 8, O4: 1 };
  for (const [shape, count] of Object.entries(ways)) {
    assert.equal(holds(/** @type {keyof typeof SHAPES} */ (shape), { turn: 1, mirrored: true }).length, count);
  }
});

test("turning is clockwise, mirroring changes left and right, and both come back", () => {
  assert.deepEqual(held("L4", { turn: 0, mirrored: false }), [[0, 0], [0, 1], [0, 2], [1, 2]]); // prettier-ignore
  assert.deepEqual(held("L4", { turn: 1, mirrored: false }), [[0, 0], [1, 0], [2, 0], [0, 1]]); // prettier-ignore
  assert.deepEqual(held("L4", { turn: 0, mirrored: true }), [[1, 0], [1, 1], [0, 2], [1, 2]]); // prettier-ignore
  assert.deepEqual(extent(held("I4", { turn: 3, mirrored: false })), [1, 4]);
});

test("the shape is drawn to the nearest legal place, and to none out of reach", () => {
  const twelve = card(12); // .gSkk / ...#k / ..#.r / ....k / ..#.T
  const points = held("I2", { turn: 0, mirrored: false });
  const free = (/** @type {number} */ lie) => fits(twelve, 0, lie);
  const lie = nearest(points, [2.1, 0.4], free, 0.8);
  assert.equal(lie, mask(["b1", "c1"]));
  assert.deepEqual(centre(lie ?? 0), [2, 0.5]);
  assert.equal(nearest(points, [2, 4], free, 0.8), null);
  assert.equal(cells(lie ?? 0).length, 2);
});

test("each expedition card is used, this step's or still to come", () => {
  const states = shapesOf("L4", ["I2", "V3", "L4"]).map(({ shape, state }) => `${shape} ${state}`);
  assert.deepEqual(states, ["I2 left", "I3 used", "I4 used", "V3 used", "V3 left", "L4 now", "L4 left", "O4 used"]);
  assert.equal(shapesOf(null, ["I2", "I3", "I4", "V3", "V3", "L4", "L4", "O4"]).every(({ state }) => state === "left"), true);
});
