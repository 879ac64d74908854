// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { gemTotal } from "../../games/static/games/board/forgotten_treasures/gems.js";
import {
  differenceText,
  leftText,
  priceText,
  sacrificeText,
  saving,
  savingText,
  signed,
  sumText,
  wastes,
} from "../../games/static/games/board/forgotten_treasures/score_advice.js";
import {
  areaKey,
  bill,
  emptyDraft,
  openDraft,
} from "../../games/static/games/board/forgotten_treasures/score_draft.js";
import { samples } from "./samples.js";

/** @typedef {import("../../games/static/games/board/types").Area} Area */
/** @typedef {import("../../games/static/games/board/types").GemCounts} GemCounts */

/**
 * @param {number} x @param {import("../../games/static/games/board/types").Colour} colour @param {number} icons
 * @returns {Area}
 */
const area = (x, colour, icons) => ({ x, y: 0, colour, icons, quadrants: [] });
const red = area(0, "red", 6);
const green = area(4, "green", 1);
const otherGreen = area(8, "green", 3);
const AREAS = [red, green, otherGreen];

/** @param {[Area, boolean][]} chosen */
const draftOf = (chosen) => ({
  choices: new Map(chosen.map(([one, double]) => [areaKey(one), { double, mythical: null }])),
  discard: null,
});
/** @param {[Area, boolean][]} chosen @param {GemCounts} gems */
const plan = (chosen, gems) => bill(draftOf(chosen), AREAS, gems, 5);
const early = { stage: 1, solo: false };

test("an area is explained as a sum, and its price in gems", () => {
  assert.equal(sumText(red, true), "red 6 × 2 = 12");
  assert.equal(sumText(green, false), "green 1 × 1 = 1");
  const [paid] = plan([[red, true]], { red: 3 }).payments;
  assert.equal(priceText(paid), "for 3 gems");
  assert.equal(priceText(plan([[red, true]], { red: 2, mythical: 2 }).payments[0]), "for 4 gems");
  assert.equal(priceText(plan([[green, false]], { green: 1 }).payments[0]), "for 1 gem");
});

test("a plan is compared with the best one in points and in gems kept", () => {
  const gems = { red: 3, green: 1 };
  const best = plan(
    [
      [red, true],
      [otherGreen, false],
    ],
    gems,
  );
  assert.equal(differenceText(best, best), "No other choice scores more in this stage.");
  const less = plan([[red, true]], gems);
  assert.equal(differenceText(less, best), "Compared with the best choice (15 points): −3 points, +1 gem kept.");
  assert.equal(
    differenceText(
      plan(
        [
          [red, true],
          [green, false],
        ],
        gems,
      ),
      best,
    ),
    "Compared with the best choice (15 points): −2 points, ±0 gems kept.",
  );
  assert.equal(leftText(plan([], gems), best), "This scores 0; 15 more are possible. Score anyway?");
  assert.deepEqual([3, -3, 0].map(signed), ["+3", "−3", "±0"]);
});

test("points are wasted unless the gems that are kept could bring as much", () => {
  const gems = { red: 3, green: 2 };
  const now = { areas: AREAS, keep: 5 };
  const best = plan(
    [
      [red, true],
      [otherGreen, false],
      [green, false],
    ],
    gems,
  );
  assert.ok(!wastes(best, best, now));
  const without = (/** @type {Area} */ left) =>
    plan(
      best.payments.filter((one) => one.area !== left).map((one) => [one.area, one.double]),
      gems,
    );
  assert.ok(!wastes(without(green), best, now), "a point for a gem");
  assert.ok(wastes(without(green), best, { areas: AREAS, keep: null }), "at the end gems are worth nothing");
  assert.ok(wastes(without(red), best, now), "twelve points for three gems that could bring six");
  assert.ok(wastes(without(otherGreen), best, now), "the area itself could bring no more later");
  assert.ok(wastes(plan([], gems), best, now));
});

test("a saving that is advised is no waste", () => {
  for (const { gems, decision } of samples.scorings) {
    const { areas, keep } = decision;
    const draft = openDraft(decision.best, areas, gems, keep);
    const one = saving(draft, { areas, gems, keep });
    if (!one) continue;
    const choices = new Map(draft.choices);
    if (one.payment.double) choices.set(one.payment.key, { double: false, mythical: null });
    else choices.delete(one.payment.key);
    const [mine, best] = [{ choices, discard: null }, draft].map((each) => bill(each, areas, gems, keep));
    assert.ok(!wastes(mine, best, { areas, keep }));
  }
});

test("a hint that scores less says what it keeps", () => {
  const best = plan([[red, true]], { red: 3, green: 1 });
  assert.equal(sacrificeText(best, best), "");
  assert.equal(
    sacrificeText(plan([[red, false]], { red: 3, green: 1 }), best),
    "That is 6 points less now, but keeps 2 more gems for later stages.",
  );
  assert.equal(
    sacrificeText(plan([[green, false]], { red: 1, green: 1 }), plan([[red, false]], { red: 1, green: 1 })),
    "That is 5 points less now, but keeps gems that suit later stages better.",
  );
});

/** @param {[Area, boolean][]} chosen @param {GemCounts} gems @param {number | null} [keep] */
const means = (chosen, gems, keep = 5) =>
  /** @type {const} */ ([draftOf(chosen), { areas: chosen.map(([one]) => one), gems, keep }]);

test("the saving named is the one that costs least for each gem", () => {
  const best = means(
    [
      [red, true],
      [otherGreen, false],
      [green, false],
    ],
    { red: 3, green: 2 },
  );
  const one = saving(...best);
  assert.equal(one?.payment.key, areaKey(green));
  assert.deepEqual([one?.gems, one?.points, one?.later], [{ green: 1 }, 1, 3]);
  assert.equal(
    savingText(...best, early),
    "Or save 1 × green gem: leaving out the green area with 1 icon costs 1 point now. Those gems could be " +
      "worth 3 points in stage 2, if the areas stay visible and there are no other gems to pay for them by then.",
  );
});

test("a doubled area can score once instead", () => {
  const areas = [otherGreen, area(9, "green", 4)];
  const best = /** @type {const} */ ([draftOf([[otherGreen, true]]), { areas, gems: { green: 3 }, keep: 5 }]);
  const one = saving(...best);
  assert.deepEqual([one?.gems, one?.points, one?.later], [{ green: 2 }, 3, 7]);
  assert.match(savingText(...best, early), /^Or save 2 × green gem: scoring the green area with 3 icons once/);
});

test("mythical gems saved score again, which is said, also if coloured gems pay in their place", () => {
  const best = means([[otherGreen, false]], { mythical: 2 });
  assert.deepEqual(saving(...best)?.gems, { mythical: 2 });
  assert.match(savingText(...best, early), /scores 1 again/);
  const four = area(6, "green", 4);
  const both = saving(
    ...means(
      [
        [four, false],
        [otherGreen, false],
      ],
      { green: 1, mythical: 2 },
    ),
  );
  assert.deepEqual([both?.payment.key, both?.gems, both?.points], [areaKey(otherGreen), { mythical: 2 }, 1]);
});

test("nothing is said of saving where it cannot pay, or nothing can be kept", () => {
  assert.equal(savingText(...means([[red, false]], { red: 1 }), early), "");
  assert.equal(savingText(...means([[red, true]], { red: 1 }), early), "");
  assert.equal(
    savingText(...means([[green, false]], { green: 1, red: 3, blue: 2 }), early),
    "This keeps 5 gems, the maximum. If fewer were spent, the rest would have to be discarded.",
  );
  const last = means([[green, false]], { green: 1 }, null);
  assert.match(savingText(...last, { stage: 4, solo: false }), /only break a tie/);
  assert.match(savingText(...last, { stage: 4, solo: true }), /nothing is worth saving/);
});

test("a saving named in real games costs exactly these points, and keeps exactly these gems", () => {
  let named = 0;
  for (const { gems, decision } of samples.scorings) {
    const { areas, keep, best } = decision;
    if (keep === null) continue;
    const draft = openDraft(best, areas, gems, keep);
    const whole = bill(draft, areas, gems, keep);
    assert.equal(saving(emptyDraft(), { areas, gems, keep }), null);
    const one = saving(draft, { areas, gems, keep });
    if (!one) continue;
    named += 1;
    const choices = new Map(draft.choices);
    if (one.payment.double) choices.set(one.payment.key, { double: false, mythical: null });
    else choices.delete(one.payment.key);
    const less = bill({ choices, discard: null }, areas, gems, keep);
    assert.equal(less.points, whole.points - one.points);
    assert.ok(one.points > 0);
    assert.equal(gemTotal(less.left) - gemTotal(whole.left), gemTotal(one.gems));
  }
  assert.ok(named > 0);
});
