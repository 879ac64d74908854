// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { happenings, runsLow, waitsFor } from "../../games/static/games/board/sound/happenings.js";
import { Sounds } from "../../games/static/games/board/sound/sounds.js";
import { lengthOf, VOICES } from "../../games/static/games/board/sound/voices.js";

/** @typedef {import("../../games/static/games/board/types").Table} Table */
/** @typedef {import("../../games/static/games/board/types").GameEvent} GameEvent */

const doc = /** @type {any} */ (globalThis);
doc.document = { hidden: false, addEventListener: () => {} };
doc.localStorage = { getItem: () => null };

/** @param {number[]} to_move @param {object} [more] @returns {Table} of two, the reader on seat 0 */
const table = (to_move, more = {}) =>
  /** @type {any} */ ({
    status: "running",
    seats: [0, 1].map((seat) => ({ seat, player: { id: String(seat) }, ai: null, you: seat === 0 })),
    to_move,
    terms: { time_control: { system: "per_move", seconds: 40 } },
    standing: { clocks: null, paused_ms: null },
    outcome: null,
    ...more,
  });

/** @param {object[]} facts @param {string} [kind] @returns {GameEvent} */
const event = (facts, kind = "action") => ({
  seq: 1,
  seat: 1,
  kind,
  payload: /** @type {any} */ ({ facts }),
  at_ms: 0,
});

/** @param {any} fact */
const soundOf = (fact) =>
  /** @type {any} */ ({ took: "gem", placed: "stone", stage_scored: "stage" })[fact.type] ?? null;

/** A board's sounds that keep a record. @param {Record<string, string>} [data] */
function recorded(data = {}) {
  /** @type {any[]} */
  const played = [];
  /** @type {number[][]} */
  const felt = [];
  const session = /** @type {any} */ ({ state: { table: table([1]), view: {} } });
  const sounds = new Sounds(session, { me: "0", sounds: "on", volume: "50", vibration: "on", ...data }, () => {}, {
    play: (names, volume) => played.push([...names, volume]),
    vibrate: (pattern) => felt.push(pattern),
  });
  const hear = (/** @type {GameEvent[]} */ events, /** @type {Table} */ then) => {
    session.state.table = then;
    sounds.heard({ events, before: null }, { soundOf });
  };
  return { sounds, session, played, felt, hear };
}

test("each event has exactly one sound, in the order of the log", () => {
  const scored = { type: "stage_scored", seats: [{}, {}] };
  const found = happenings(
    [event([{ type: "took", seat: 1 }, { type: "drew" }]), event([{ type: "placed", seat: 1 }, scored])],
    table([0]),
    0,
    soundOf,
  );
  assert.deepEqual(
    found.map(({ sound }) => sound),
    ["gem", "stone", "stage"],
  );
});

test("several of a kind at once are heard once", () => {
  const found = happenings(
    [event([{ type: "placed", seat: 1 }]), event([{ type: "placed", seat: 0 }])],
    table([]),
    0,
    soundOf,
  );
  assert.deepEqual(found, [{ sound: "stone", own: true }]);
});

test("a win sounds for its winner alone", () => {
  const over = table([], { status: "finished", outcome: { winners: [1] } });
  const heard = (/** @type {number | null} */ me) =>
    happenings([event([], "finished")], over, me, soundOf).map(({ sound }) => sound);
  assert.deepEqual([heard(1), heard(0), heard(null)], [["win"], ["end"], ["end"]]);
});

test("the game waits for a person at the table while it runs", () => {
  assert.equal(waitsFor(table([0]), 0), true);
  assert.equal(waitsFor(table([0]), null), false);
  assert.equal(waitsFor(table([0], { status: "finished" }), 0), false);
  assert.equal(waitsFor(table([0], { standing: { paused_ms: 5 } }), 0), false);
});

test("your turn sounds when it begins, not when the page opens and not within it", () => {
  const { played, hear } = recorded();
  hear([], table([0]));
  hear([event([{ type: "took", seat: 0 }])], table([0]));
  hear([event([{ type: "placed", seat: 0 }])], table([1]));
  hear([], table([0]));
  assert.deepEqual(
    played.map(([sound]) => sound),
    ["gem", "stone", "turn"],
  );
  hear([event([], "taken_back")], table([0]));
  assert.equal(played.length, 3);
});

test("a low clock sounds once, the reader's alone", () => {
  const { sounds, session, played } = recorded();
  const clock = { left_ms: 40_000, since_ms: 0, deadline_ms: 40_000 };
  session.state.table = table([0], { standing: { clocks: [clock, null], paused_ms: null } });
  for (const now of [29_000, 30_500, 31_500, 39_000, 41_000]) {
    session.state.ahead_ms = now - Date.now();
    sounds.tick();
  }
  assert.deepEqual(played, [["low", 0.25]]);
  assert.equal(runsLow(session.state.table, 1, 35_000), false);
});

test("nothing sounds or vibrates while sounds are off", () => {
  const { played, felt, hear } = recorded({ sounds: "off" });
  hear([], table([1]));
  hear([event([{ type: "placed", seat: 1 }]), event([], "finished")], table([0]));
  assert.deepEqual([played, felt], [[], []]);
});

test("without volume it only vibrates, without vibration it only sounds", () => {
  const silent = recorded({ volume: "0" });
  silent.hear([event([{ type: "placed", seat: 0 }])], table([1]));
  assert.deepEqual([silent.played, silent.felt.length], [[], 1]);
  const still = recorded({ vibration: "off" });
  still.hear([event([{ type: "placed", seat: 0 }])], table([1]));
  assert.deepEqual([still.played.length, still.felt], [1, []]);
});

test("other players' moves do not vibrate", () => {
  const { felt, hear } = recorded();
  hear([event([{ type: "placed", seat: 1 }])], table([1]));
  assert.deepEqual(felt, []);
});

test("a page in the background is heard only when it calls", () => {
  const { played, hear } = recorded();
  hear([], table([1]));
  doc.document.hidden = true;
  hear([event([{ type: "placed", seat: 1 }])], table([0]));
  doc.document.hidden = false;
  assert.deepEqual(
    played.map(([sound]) => sound),
    ["turn"],
  );
});

test("every sound is short", () => {
  for (const name of /** @type {(keyof typeof VOICES)[]} */ (Object.keys(VOICES))) {
    assert.ok(lengthOf(name) <= (name === "win" ? 1.5 : 1), name);
    assert.ok(VOICES[name].length > 0);
  }
});
