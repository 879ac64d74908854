// @ts-check
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { cardsOf } from "../../games/static/games/board/silver_gold_pyramids/cards.js";
import {
  actionOf,
  billOf,
  bonusesOf,
  draftOf,
  emptyDraft,
  sameDraft,
} from "../../games/static/games/board/silver_gold_pyramids/draft.js";
import {
  beside,
  cell,
  cells,
  centre,
  extent,
  fits,
  held,
  holds,
  lies,
  mask,
  name,
  named,
  names,
  nearest,
  openCells,
} from "../../games/static/games/board/silver_gold_pyramids/geometry.js";
import { blank, deedOf, lastMarks } from "../../games/static/games/board/silver_gold_pyramids/history.js";
import { logLines } from "../../games/static/games/board/silver_gold_pyramids/log.js";
import { shapesOf } from "../../games/static/games/board/silver_gold_pyramids/market.js";
import { status } from "../../games/static/games/board/silver_gold_pyramids/status.js";
import { tieNote } from "../../games/static/games/board/silver_gold_pyramids/tie_note.js";
import { samples } from "./samples.js";

/** @typedef {import("../../games/static/games/board/silver_gold_pyramids/types").Shape} Shape */

const file = new URL("../../engine/data/silver_gold_pyramids_cards.json", import.meta.url);
const cards = cardsOf(JSON.parse(readFileSync(file, "utf8")));
const { lies: legal, steps, game } = samples.silver_gold_pyramids;
/** @type {any} */
const table = {
  seats: [0, 1, 2].map((seat) => ({ seat, kind: "explorer", player: { name: `P${seat}` }, you: seat === 0 })),
};

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
    assert.deepEqual(
      [...bill.finished].sort((a, b) => a - b),
      after.finished,
    );
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
    assert.equal(holds(/** @type {Shape} */ (shape), { turn: 1, mirrored: true }).length, count);
  }
});

test("turning is clockwise, mirroring changes left and right, and both come back", () => {
  assert.deepEqual(held("L4", { turn: 0, mirrored: false }), [
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 2],
  ]);
  assert.deepEqual(held("L4", { turn: 1, mirrored: false }), [
    [0, 0],
    [1, 0],
    [2, 0],
    [0, 1],
  ]);
  assert.deepEqual(held("L4", { turn: 0, mirrored: true }), [
    [1, 0],
    [1, 1],
    [0, 2],
    [1, 2],
  ]);
  assert.deepEqual(extent(held("I4", { turn: 3, mirrored: false })), [1, 4]);
});

test("the shape is drawn to the nearest legal place, and to none out of reach", () => {
  const twelve = card(12); // .gSkk / ...#k / ..#.r / ....k / ..#.T
  const points = held("I2", { turn: 0, mirrored: false });
  const free = (/** @type {number} */ set) => fits(twelve, 0, set);
  const lie = nearest(points, [2.1, 0.4], free, 0.8);
  assert.equal(lie, mask(["b1", "c1"]));
  assert.deepEqual(centre(lie ?? 0), [2, 0.5]);
  assert.equal(nearest(points, [2, 4], free, 0.8), null);
  assert.equal(cells(lie ?? 0).length, 2);
});

test("each expedition card is used, this step's or still to come", () => {
  const states = shapesOf("L4", ["I2", "V3", "L4"]).map(({ shape, state }) => `${shape} ${state}`);
  assert.deepEqual(states, ["I2 left", "I3 used", "I4 used", "V3 used", "V3 left", "L4 now", "L4 left", "O4 used"]);
  assert.equal(
    shapesOf(null, ["I2", "I3", "I4", "V3", "V3", "L4", "L4", "O4"]).every(({ state }) => state === "left"),
    true,
  );
});

test("what the log tells of a step is what the engine made of it", () => {
  for (const { round, seat, action, after } of steps) {
    const deed = deedOf(cards, { sheet: seat.sheet, finished: seat.finished.length }, action, round);
    const { pyramids, ...sheet } = deed.after.sheet;
    assert.deepEqual(sheet, after.sheet);
    assert.equal(deed.gain, after.total - seat.total);
    assert.equal(deed.after.finished, seat.finished.length + after.finished.length);
  }
});

test("the log from its start comes to the score cards of the end, and tells every step once", () => {
  const accounts = [blank(), blank(), blank()];
  for (const fact of game.events.flatMap((event) => event.payload.facts)) {
    if (fact.type !== "marked") continue;
    fact.seats.forEach((/** @type {any} */ action, /** @type {number} */ seat) => {
      if (action?.type === "mark")
        accounts[seat] = deedOf(cards, accounts[seat], action, Math.ceil(fact.step / 7)).after;
    });
  }
  game.seats.forEach(({ sheet: { pyramids, ...sheet }, finished }, seat) => {
    const { pyramids: none, ...told } = accounts[seat].sheet;
    assert.deepEqual(told, sheet);
    assert.equal(accounts[seat].finished, finished.length);
  });
  const lines = logLines(game.events, { table, me: 0, cards });
  assert.equal(new Set(lines.map((line) => line.key)).size, lines.length);
  assert.equal(lines.filter((line) => line.text.startsWith("You mark ")).length, 28);
  assert.equal(lines.filter((line) => /P1 (resigns|has left)/.test(line.text)).length, 1);
});

test("the points for a colour are told with the pyramid that brought them", () => {
  const given = game.events.flatMap(({ payload }) =>
    payload.facts.filter((/** @type {any} */ fact) => fact.type === "pyramid_points"),
  );
  assert.ok(given.length > 0);
  for (const me of new Set(given.map((fact) => fact.seat))) {
    const mine = given.filter((fact) => fact.seat === me);
    const nths = new Map();
    const texts = mine.map(({ colour, points }) => {
      nths.set(colour, (nths.get(colour) ?? 0) + 1);
      return `${["Second", "Fourth", "Sixth"][nths.get(colour) - 1]} ${colour} pyramid: +${points}.`;
    });
    const lines = logLines(game.events, { table, me, cards });
    assert.deepEqual(
      lines.filter((line) => line.news).map((line) => line.text),
      texts,
    );
    const end = game.events.slice(1); // a log without its beginning does not know which pyramid it was
    const [first] = logLines(end, { table, me, cards }).filter((line) => line.news);
    assert.match(first.text, /^You take \d+ pyramid points for /);
  }
});

test("what a draft brings for a colour is the most that is left in it", () => {
  const deck = (/** @type {string} */ colour) => [...cards.values()].filter((each) => each.colour === colour);
  const [one, two, three] = deck("green").map(({ number }) => number);
  const other = deck("orange")[0].number;
  /** @param {number[]} finished @param {number[]} taken @returns {any} */
  const seat = (finished, taken) => ({
    finished: finished.map((number) => ({ number, marked: [] })),
    sheet: { ...blank().sheet, pyramids: { green: taken, orange: [], purple: [] } },
  });
  const bonuses = (/** @type {any} */ me, /** @type {any} */ them, /** @type {number[]} */ finished) =>
    bonusesOf(cards, [me, them], me, finished).map(({ colour, count, points }) => `${count} ${colour} ${points}`);
  assert.deepEqual(bonuses(seat([one], []), seat([], []), [two]), ["2 green 10"]);
  assert.deepEqual(bonuses(seat([one], []), seat([], [10]), [two]), ["2 green 6"]);
  assert.deepEqual(bonuses(seat([one], []), seat([], [10, 6, 3]), [two]), []);
  assert.deepEqual(bonuses(seat([one], []), seat([], []), [two, three]), ["2 green 10"]);
  assert.deepEqual(bonuses(seat([], []), seat([], []), [one]), []);
  assert.deepEqual(bonuses(seat([one, two], [10]), seat([], []), [three]), []);
  assert.deepEqual(bonuses(seat([one], []), seat([], []), [other]), []);

  const mine = seat([one], []);
  const marker = { next: "done", single: false, canTurn: true, draft: { extra: [] }, bill: { finished: [two] } };
  const view = { phase: "mark", decision: { kind: "mark" }, seats: [mine, seat([], [])] };
  const told = (/** @type {object} */ more) =>
    status(/** @type {any} */ ({ view, cards, main: mine, ui: {}, sent: false, marker: { ...marker, ...more } })).text;
  assert.equal(told({}), "Second green pyramid: up to +10. Send your marks, choose another cell, or rotate the shape.");
  assert.equal(told({ bill: { finished: [] }, canTurn: false }), "Send your marks, or choose another cell.");
  assert.equal(told({ bill: { finished: [] }, single: true }), "Send your marks, or take them back.");
});

test("the marks of the latest step lie on the cards of the end", () => {
  const fresh = lastMarks(game.events);
  const lying = new Map(
    game.seats.flatMap((seat) => [...seat.cards, ...seat.finished]).map((one) => [one.number, mask(one.marked)]),
  );
  assert.ok(fresh.size > 0);
  for (const [number, set] of fresh) assert.equal((lying.get(number) ?? 0) & set, set);
  assert.equal(lastMarks([]).size, 0);
});

test("skulls count before potions; what brings nothing is told", () => {
  const plain = card(12);
  const drawn = {
    ...plain,
    number: 1,
    skull: named("a1"),
    potion: named("b1"),
    cross: named("c1"),
    torch: 0,
    red_gem: 0,
    green_gem: mask(["d1", "e1"]),
    tomb: named("e5"),
  };
  const deck = new Map([[1, drawn]]);
  const before = { sheet: { ...blank().sheet, green_gems: 9, skulls: 2 }, finished: 0 };
  const deed = deedOf(
    deck,
    before,
    { type: "mark", card: 1, cells: ["a1", "b1", "c1"], extra: [{ card: 1, cell: "d1" }] },
    1,
  );
  assert.deepEqual([deed.after.sheet.skulls, deed.erased, deed.idle, deed.lost, deed.surplus], [1, 2, 0, 0, 0]);
  assert.equal(deed.gain, 1 + 2 - 1); // a gem, and the worst skull costs 1 instead of 2
  const wasted = deedOf(
    deck,
    { ...before, sheet: { ...before.sheet, skulls: 0 } },
    { type: "mark", card: 1, cells: ["b1", "c1", "d1", "e1"] },
    1,
  );
  assert.deepEqual(
    [wasted.after.sheet.skulls, wasted.erased, wasted.idle, wasted.lost, wasted.surplus],
    [0, 0, 1, 1, 1],
  );
  const lines = logLines(
    [
      {
        seq: 0,
        seat: null,
        kind: "revealed",
        at_ms: 0,
        payload: {
          facts: [
            {
              type: "marked",
              step: 1,
              seats: [{ type: "mark", card: 1, cells: ["a1", "b1", "c1"], extra: [{ card: 1, cell: "d1" }] }],
            },
          ],
        },
      },
    ],
    { table, me: 0, cards: deck },
  ).map((line) => line.text);
  assert.equal(lines.length, 3);
  assert.equal(lines[1], "For the red cross: 1 cell on pyramid 1 (found: 1 × green gem).");
  assert.equal(lines[2], "Then potions erase 1 skull: none is left.");
});

test("a tie says who wins it, and nothing else is called a tie", () => {
  const seat = (/** @type {number} */ number, /** @type {number} */ total, /** @type {number[]} */ finished) => ({
    seat: number,
    out: null,
    total,
    finished: finished.map((one) => ({ number: one, marked: [] })),
  });
  const view = (/** @type {any[]} */ seats, /** @type {number[]} */ winners) =>
    /** @type {any} */ ({ seats, outcome: { reason: "completed", scores: seats.map((one) => one.total), winners } });
  const tied = tieNote(
    /** @type {any} */ ({ view: view([seat(0, 94, [30, 12]), seat(1, 94, [5]), seat(2, 80, [1])], [1]), table, me: 0 }),
  );
  assert.deepEqual(tied?.children, ["Tiebreak: lowest-numbered pyramid explored (P1: 5)."]);
  assert.equal(
    tieNote(/** @type {any} */ ({ view: view([seat(0, 95, [30]), seat(1, 94, [5])], [0]), table, me: 0 })),
    null,
  );
  assert.equal(
    tieNote(/** @type {any} */ ({ view: view([seat(0, 0, []), seat(1, 0, [])], [0, 1]), table, me: 0 })),
    null,
  );
});
