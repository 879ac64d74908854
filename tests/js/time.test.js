// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { linesOf } from "../../games/static/games/board/table/log_lines.js";
import { restingText } from "../../games/static/games/board/table/table_state.js";
import { clockOf, controlWords, leftOf, littleTime, timeLeft } from "../../games/static/games/board/table/time.js";

const [SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS] = [1000, 60_000, 3_600_000, 86_400_000];

test("time left is rounded up, and told by seconds under an hour", () => {
  /** @type {[number, string][]} */
  const told = [
    [3 * DAY_MS, "3 d"],
    [3 * DAY_MS - 1, "3 d"],
    [2 * DAY_MS + 4 * HOUR_MS, "2 d 4 h"],
    [DAY_MS - MINUTE_MS, "23 h 59 min"],
    [HOUR_MS, "1 h"],
    [HOUR_MS + 1, "1 h 1 min"],
    [HOUR_MS - SECOND_MS, "59:59"],
    [65 * SECOND_MS, "1:05"],
    [1, "0:01"],
    [0, "0:00"],
    [-5000, "0:00"],
  ];
  for (const [ms, text] of told) assert.equal(timeLeft(ms), text);
});

test("a time control in words", () => {
  assert.equal(controlWords({ system: "per_move", seconds: 3 * 86400 }), "3 days a turn");
  assert.equal(controlWords({ system: "per_move", seconds: 86400 + 43200 }), "1 day 12 h a turn");
  assert.equal(controlWords({ system: "fischer", initial: 300, increment: 5, max: 600 }), "5 min + 5 s");
  assert.equal(controlWords({ system: "none" }), "no time limit");
});

test("little time is 12 hours, or a quarter of all where that is less", () => {
  assert.equal(littleTime({ system: "per_move", seconds: 3 * 86400 }), 12 * HOUR_MS);
  assert.equal(littleTime({ system: "per_move", seconds: 60 }), 15 * SECOND_MS);
  assert.equal(littleTime({ system: "none" }), 0);
});

/** @param {object} standing @param {object} [fields] @returns {import("../../games/static/games/board/types").Table} */
const table = (standing, fields = {}) =>
  /** @type {any} */ ({
    status: "running",
    to_move: [0],
    terms: { time_control: { system: "per_move", seconds: 60 } },
    seats: ["Anna", "Berta"].map((name, seat) => ({
      seat,
      kind: "explorer",
      ai: null,
      player: { name },
      you: seat === 0,
    })),
    standing: {
      clocks: null,
      paused_ms: null,
      away: [],
      asked: null,
      left: [null, null],
      may_ask_back: [],
      may_abort: false,
      ...standing,
    },
    ...fields,
  });

test("every player of a running game has a clock, full before it has run; seats of the computer have none", () => {
  const clocks = [
    { left_ms: 60_000, since_ms: 1000, deadline_ms: 61_000 },
    { left_ms: 5000, since_ms: null, deadline_ms: null },
  ];
  const of = (/** @type {any} */ game) => [0, 1].map((seat) => clockOf(game, seat)?.left_ms ?? null);
  assert.deepEqual(of(table({ clocks })), [60_000, 5000]);
  const seconds = 3 * 86_400;
  const daily = { terms: { time_control: { system: "per_move", seconds } } };
  assert.deepEqual(of(table({ clocks: [clocks[0], null] }, daily)), [60_000, seconds * 1000]);
  const live = { terms: { time_control: { system: "fischer", initial: 60, increment: 1, max: 60 } } };
  assert.deepEqual(of(table({ clocks: [clocks[0], null] }, live)), [60_000, 60_000]);
  assert.deepEqual(of(table({ clocks, left: [null, "resigned"] })), [60_000, null]);
  assert.deepEqual(of(table({ clocks }, { status: "finished" })), [null, null]);
  assert.deepEqual(of(table({ clocks }, { terms: { time_control: { system: "none" } } })), [null, null]);
  const taken = table({ clocks });
  taken.seats[1].ai = "greedy";
  assert.deepEqual(of(taken), [60_000, null]);
  assert.deepEqual(
    clocks.map((clock) => leftOf(clock, 41_000)),
    [20_000, 5000],
  );
});

test("a paused, an aborted and a broken game say so", () => {
  assert.equal(restingText({ table: table({}, { status: "aborted" }), broken: true }), "This game cannot continue.");
  assert.equal(restingText({ table: table({}), broken: false }), null);
  assert.equal(restingText({ table: table({ paused_ms: 1 }), broken: false }), "The game is paused.");
  assert.equal(
    restingText({ table: table({ paused_ms: null }, { status: "aborted" }), broken: false }),
    "The game was aborted. It has no result.",
  );
});

test("the log tells what happens beside the rules", () => {
  /** @param {string} kind @param {number | null} seat @param {object} [payload] */
  const event = (kind, seat, payload = {}) => ({ seq: 1, seat, kind, payload, at_ms: 1 });
  const reader = { table: table({}), me: 0 };
  const told = (/** @type {any[]} */ events) =>
    linesOf(
      events,
      reader,
      () => null,
      (fact) => ({ text: fact.type, seat: fact.seat }),
    ).map(({ text }) => text);
  assert.deepEqual(told([event("asked", 1, { what: "pause" }), event("declined", 0)]), [
    "Berta asks for a pause.",
    "You decline.",
  ]);
  assert.deepEqual(told([event("asked", 1, { what: "take_back" }), event("declined", 1)]), [
    "Berta asks for a take-back.",
    "Berta withdraws the request.",
  ]);
  assert.deepEqual(told([event("agreed", 0), event("paused", null), event("resumed", 1)]), [
    "You agree.",
    "The game is paused.",
    "Berta ends the pause.",
  ]);
  assert.deepEqual(
    told([
      event("timed_out", 1, {
        facts: [
          { type: "out", seat: 1 },
          { type: "lost", seat: 1 },
        ],
      }),
    ]),
    ["Berta ran out of time.", "lost"],
  );
  assert.deepEqual(told([event("removed", 1, { facts: [{ type: "out", seat: 1 }] })]), [
    "Berta was removed from the game by the moderators.",
  ]);
  assert.deepEqual(
    told([event("removed", 0, { ai: "greedy" })])[0].startsWith("You were removed from the game; "),
    true,
  );
  assert.deepEqual(told([event("resigned", 0), event("resigned", 1), event("finished", null, { secret: "ab" })]), [
    "You resign.",
    "Berta resigns.",
    "The game is over. You can now check the shuffles.",
  ]);
  assert.deepEqual(told([event("finished", null, {})]), ["The game is over."]);
  assert.deepEqual(told([event("aborted", 1), event("vacation", 0, { away: true }), event("grace", null)]), [
    "Berta aborts the game. It has no result.",
    "You are away. Your clock is stopped.",
    "The site was down; the running clocks get that time back.",
  ]);
});
