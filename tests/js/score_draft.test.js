// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import {
  actionOf,
  added,
  areaKey,
  bill,
  cycled,
  draftOf,
  emptyDraft,
  openDraft,
  paidIn,
  same,
} from "../../games/static/games/board/forgotten_treasures/score_draft.js";
import { samples } from "./samples.js";

/** @typedef {import("../../games/static/games/board/types").Area} Area */
/** @typedef {import("../../games/static/games/board/types").GemCounts} GemCounts */
/** @typedef {import("../../games/static/games/board/forgotten_treasures/score_draft.js").Draft} Draft */

/**
 * @param {number} x @param {import("../../games/static/games/board/types").Colour} colour @param {number} icons
 * @returns {Area}
 */
const area = (x, colour, icons) => ({ x, y: 0, colour, icons, quadrants: [] });
const blue = area(0, "blue", 5);
const green = area(4, "green", 3);
const otherBlue = area(8, "blue", 2);
const AREAS = [blue, green, otherBlue];

test("what seats sent in whole games is billed as the engine scored it", () => {
  assert.ok(samples.scorings.length > 5);
  for (const { gems, decision, action, points, left } of samples.scorings) {
    const done = bill(draftOf(action), decision.areas, gems, decision.keep);
    assert.equal(done.points, points);
    assert.deepEqual(done.left, left);
    assert.ok(done.ready);
  }
});

test("the best action that the server offers can be sent as it is", () => {
  for (const { gems, decision } of samples.scorings) {
    const done = bill(draftOf(decision.best), decision.areas, gems, decision.keep);
    assert.ok(done.ready);
    const sent = actionOf(done);
    assert.equal(sent.activate.length, decision.best.activate.length);
    assert.deepEqual(sent.discard, decision.best.discard);
  }
});

test("left to itself the browser pays and discards for the best plan as the server does", () => {
  for (const { gems, decision } of samples.scorings) {
    const draft = openDraft(decision.best, decision.areas, gems, decision.keep);
    assert.ok([...draft.choices.values()].every((choice) => choice.mythical === null));
    assert.equal(draft.discard, null);
    assert.ok(same(actionOf(bill(draft, decision.areas, gems, decision.keep)), decision.best));
  }
});

test("an area that is cleared and chosen again leaves the best plan as it was", () => {
  for (const { gems, decision } of samples.scorings) {
    const opened = openDraft(decision.best, decision.areas, gems, decision.keep);
    const best = bill(opened, decision.areas, gems, decision.keep);
    for (const [key, { double }] of opened.choices) {
      const means = { areas: decision.areas, gems, keep: decision.keep };
      const press = (/** @type {Draft} */ draft) => cycled(draft, key, means);
      let cleared = press(opened);
      if (cleared.choices.has(key)) cleared = press(cleared);
      assert.ok(bill(cleared, decision.areas, gems, decision.keep).points < best.points);
      const again = double ? press(press(cleared)) : press(cleared);
      assert.equal(bill(again, decision.areas, gems, decision.keep).points, best.points);
    }
  }
});

test("who pays otherwise than the browser would keeps these payments", () => {
  const action = {
    type: /** @type {const} */ ("score"),
    activate: [{ x: 0, y: 0, double: false, mythical: 1 }],
    discard: {},
  };
  const draft = openDraft(action, AREAS, { blue: 1, mythical: 2 }, 5);
  assert.equal(draft.choices.get(areaKey(blue))?.mythical, 1);
  assert.ok(same(actionOf(bill(draft, AREAS, { blue: 1, mythical: 2 }, 5)), action));
});

test("nothing chosen is ready too, with a discard that leaves exactly what may be kept", () => {
  for (const { gems, decision } of samples.scorings) {
    const done = bill(emptyDraft(), decision.areas, gems, decision.keep);
    const held = Object.values(gems).reduce((sum, count) => sum + count, 0);
    const kept = Object.values(done.left).reduce((sum, count) => sum + count, 0);
    assert.equal(kept, decision.keep === null ? held : Math.min(held, decision.keep));
    assert.equal(done.points, gems.mythical ?? 0);
    assert.ok(done.ready);
  }
});

/**
 * Return the draft after presses on these areas, with these gems.
 * @param {GemCounts} gems @param {...Area} pressed
 */
function pressing(gems, ...pressed) {
  const means = { areas: AREAS, gems, keep: 5 };
  return pressed.reduce((draft, one) => cycled(draft, areaKey(one), means), emptyDraft());
}

test("an area goes from off to single to double and back to off", () => {
  const key = areaKey(blue);
  const gems = { blue: 3 };
  assert.deepEqual(pressing(gems, blue).choices.get(key), { double: false, mythical: null });
  assert.deepEqual(pressing(gems, blue, blue).choices.get(key), { double: true, mythical: null });
  assert.equal(pressing(gems, blue, blue, blue).choices.size, 0);
});

test("double is skipped where it cannot be paid", () => {
  for (const gems of [{ blue: 2 }, { blue: 2, mythical: 1 }, { mythical: 5 }]) {
    assert.ok(pressing(gems, blue).choices.has(areaKey(blue)));
    assert.equal(pressing(gems, blue, blue).choices.size, 0);
  }
  // the other area has used one of the gems
  const gems = { blue: 3 };
  assert.deepEqual([...pressing(gems, otherBlue, blue, blue).choices.keys()], [areaKey(otherBlue)]);
});

test("from what can be paid, presses lead to what cannot be paid only by choosing one area more", () => {
  for (const { gems, decision } of samples.scorings) {
    const means = { areas: decision.areas, gems, keep: decision.keep };
    const start = openDraft(decision.best, decision.areas, gems, decision.keep);
    for (const one of decision.areas) {
      const key = areaKey(one);
      let draft = start;
      for (let presses = 0; presses < 3; presses += 1) {
        const chosen = draft.choices.has(key);
        draft = cycled(draft, key, means);
        const { over } = bill(draft, decision.areas, gems, decision.keep);
        assert.ok(over.length === 0 || !chosen);
      }
    }
  }
});

test("coloured gems pay first, then mythical ones, two for a unit", () => {
  const gems = { blue: 2, mythical: 3 };
  const done = bill(pressing(gems, blue, blue), AREAS, gems, 5);
  assert.deepEqual(done.used, { blue: 2, mythical: 2 });
  assert.equal(done.payments[0].mythical, 1);
  assert.deepEqual([done.areaPoints, done.mythicalPoints, done.points], [10, 1, 11]);
  assert.ok(done.ready);
});

test("paying in mythical gems on purpose frees coloured gems for the next area of the colour", () => {
  const gems = { blue: 1, mythical: 2 };
  const both = pressing(gems, blue, otherBlue);
  assert.deepEqual(
    bill(both, AREAS, gems, 5).payments.map((one) => one.mythical),
    [0, 1],
  );
  const changed = bill(paidIn(both, areaKey(blue), 1), AREAS, gems, 5);
  assert.deepEqual(
    changed.payments.map((one) => one.mythical),
    [1, 0],
  );
  assert.deepEqual(changed.used, { blue: 1, mythical: 2 });
});

test("what cannot be paid is named and cannot be sent", () => {
  const gems = { blue: 1, mythical: 1 };
  const done = bill(pressing(gems, blue, green), AREAS, gems, 5);
  assert.deepEqual(done.over, ["mythical"]);
  assert.ok(!done.ready);
});

test("too few or too many discards are counted, and cannot be sent", () => {
  const gems = { blue: 4, red: 3 };
  /** @param {import("../../games/static/games/board/types").GemCounts} discard */
  const with_ = (discard) => bill({ choices: new Map(), discard }, AREAS, gems, 5);
  assert.deepEqual([with_({}).surplus, with_({}).missing, with_({}).ready], [2, 2, false]);
  assert.deepEqual([with_({ red: 3 }).missing, with_({ red: 3 }).ready], [-1, false]);
  assert.ok(with_({ red: 2 }).ready);
  assert.ok(!with_({ blue: 5, red: -3 }).ready);
});

test("by default a fourth gem of a colour is discarded first, then the fewest icons, mythical gems last", () => {
  const gems = { blue: 2, green: 2, red: 1, mythical: 3 };
  assert.deepEqual(bill(emptyDraft(), AREAS, gems, 5).discard, { red: 1, green: 2 });
  assert.deepEqual(bill(emptyDraft(), AREAS, { blue: 5, red: 2 }, 5).discard, { blue: 2 });
  assert.deepEqual(bill(emptyDraft(), [], { mythical: 7 }, 5).discard, { mythical: 2 });
});

test("counting up and down leaves no zeros behind", () => {
  assert.deepEqual(added({ red: 1 }, "red", -1), {});
  assert.deepEqual(added({}, "mythical", 2), { mythical: 2 });
});
