// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { forgetSeen } from "../../games/static/games/app/kept.js";
import { latestDeeds, scenesOf } from "../../games/static/games/board/playback/scenes.js";
import { Seen } from "../../games/static/games/board/playback/seen.js";

/** Events by their kinds and seats, like "action 1". @param {string[]} told @returns {any[]} */
const log = (...told) =>
  told.map((one, seq) => {
    const [kind, seat] = one.split(" ");
    return { seq, kind, seat: seat === undefined ? null : Number(seat), payload: { facts: [] } };
  });

test("the latest deeds are those since the reader's own", () => {
  const cases = /** @type {[any[], number | null, number | null][]} */ ([
    [log("start"), 0, null],
    [log("start", "action 1"), 0, 0],
    [log("start", "action 0", "action 0"), 0, null],
    [log("start", "action 0", "action 1", "action 1", "action 2"), 0, 1],
    [log("start", "action 0", "action 1", "action 0"), 0, null],
    [log("start", "action 0", "resigned 1", "finished"), 0, 1],
    [log("start", "action 0", "action 1", "taken_back 1"), 0, 1],
    // spectators: the latest player's turn
    [log("start", "action 0", "action 1", "action 1"), null, 1],
    [log("start", "action 0"), null, 0],
    [log("start"), null, null],
  ]);
  for (const [events, me, since] of cases)
    assert.equal(latestDeeds(events, me), since, JSON.stringify(events.map(({ kind, seat }) => [kind, seat])));
});

test("a revelation is a deed of everybody, and what is secret is none", () => {
  const round = ["submission 0", "submitted 1", "revealed"];
  assert.equal(latestDeeds(log("start", "submitted 1"), 0), null);
  assert.equal(latestDeeds(log("start", ...round), 0), 0);
  assert.equal(latestDeeds(log("start", ...round, "submitted 1"), 0), 0);
  assert.equal(latestDeeds(log("start", ...round, ...round), 0), 3, "the last revelation alone");
  assert.equal(latestDeeds(log("start", ...round, "action 1", ...round.toReversed().slice(0, 1)), 0), 3);
  assert.equal(latestDeeds(log("start", ...round, "action 0", "action 1"), 0), 4);
  assert.equal(latestDeeds(log("start", ...round, "action 1", "action 0"), 0), null);
});

const line = (/** @type {number} */ seq, /** @type {number | null} */ seat, /** @type {any} */ tone = undefined) => ({
  key: `${seq}-0`,
  text: `${seq}:${seat}`,
  seat,
  tone,
});
const step = (/** @type {number[]} */ ...seqs) => ({
  seq: /** @type {number} */ (seqs.at(-1)),
  events: /** @type {any[]} */ (seqs.map((seq) => ({ seq }))),
  patch: [],
});

test("each other player has a scene, and what follows for all is told with the last", () => {
  const lines = [line(4, 0), line(4, 1), line(4, null, "quiet"), line(5, 2), line(5, null, "stage"), line(6, 1)];
  const scenes = scenesOf(step(4, 5), "before", "after", lines, 0);
  assert.deepEqual(
    scenes.map(({ seat, text, before, view, seq }) => [seat, text, before, view, seq]),
    [
      [1, "4:1", "before", "after", 5],
      [2, "5:2 5:null", null, "after", 5],
    ],
  );
});

test("the reader's own steps and quiet ones are not played", () => {
  const scenes = (/** @type {any[]} */ lines, /** @type {number | null} */ me = 0) =>
    scenesOf(step(4), "before", "after", lines, me).map(({ seat, text }) => [seat, text]);
  assert.deepEqual(scenes([line(4, 0), line(4, null, "stage")]), []);
  assert.deepEqual(scenes([line(4, 1, "quiet")]), []);
  assert.deepEqual(scenes([line(4, null, "stage")]), [[null, "4:null"]]);
  assert.deepEqual(scenes([line(4, 0)], null), [[0, "4:0"]]);
});

test("what was seen is kept for one account, and not for ever", () => {
  /** @type {Map<string, string>} */
  const kept = new Map();
  const storage = {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value),
    removeItem: (/** @type {string} */ key) => kept.delete(key),
  };
  Object.assign(globalThis, { localStorage: storage });
  const seen = new Seen("anna", "one");
  assert.equal(seen.seq, null);
  seen.seq = 7;
  assert.equal(new Seen("anna", "one").seq, 7);
  assert.equal(new Seen("anna", "two").seq, null);
  assert.equal(new Seen("berta", "one").seq, null);
  for (let game = 0; game < 200; game += 1) new Seen("anna", `other ${game}`).seq = game;
  assert.equal(seen.seq, null);
  forgetSeen("anna");
  assert.equal(kept.size, 1);
  forgetSeen(null);
  assert.equal(kept.size, 0, "nothing is left for who comes after");
  kept.set("seen", "nonsense");
  assert.equal(seen.seq, null);
  storage.setItem = () => {
    throw new Error("no storage");
  };
  seen.seq = 8;
  assert.equal(seen.seq, null);
});
