// @ts-check
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { changes, doer, keepsSecret, Moments, marks, pointsOf } from "../../games/static/games/board/replay/moments.js";
import { line } from "../../games/static/games/board/replay/points_over_time.js";
import { samples } from "./samples.js";

/** @param {any} value @returns {any} */
const sorted = (value) => {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
};
const digest = (/** @type {any} */ view) =>
  createHash("sha256")
    .update(JSON.stringify(sorted(view)))
    .digest("hex");

for (const { game, seats, me, pages, views, stands } of samples.replays) {
  test(`${game} for ${seats}, seen by ${me ?? "the public"}: every event has the engine's view`, () => {
    const moments = new Moments();
    for (const page of pages) moments.add(page);
    assert.equal(moments.seq, views.length - 1);
    for (const [seq, stood] of stands.entries()) {
      const moment = moments.all[moments.at(seq)];
      assert.equal(digest(moment.view), views[stood], `event ${seq}`);
    }
    assert.ok(moments.all.every(({ seq }) => stands[seq] === seq));
    assert.equal(digest(moments.view), views.at(-1));
    const points = pointsOf(moments.all);
    assert.deepEqual(
      points.at(-1),
      moments.view.seats.map((/** @type {any} */ seat) => seat.total),
    );
    assert.ok(changes(points).length > 0);
  });
}

test("the steps that a page repeats or that change nothing are no moments", () => {
  const moments = new Moments();
  moments.add({ since: null, view: null, steps: [] });
  assert.equal(moments.last, -1);
  const event = (/** @type {number} */ seq, /** @type {string} */ kind, /** @type {any} */ seat = 0, payload = {}) => ({
    seq,
    kind,
    seat,
    payload,
    at_ms: 0,
  });
  const set = (/** @type {number} */ value) => [{ op: "replace", path: "/n", value }];
  moments.add({
    since: 0,
    view: { n: 0 },
    steps: [
      { seq: 1, events: [event(1, "action")], patch: set(1) },
      { seq: 2, events: [event(2, "vacation")], patch: [] },
      { seq: 4, events: [event(3, "submission", 1), event(4, "revealed", null)], patch: set(2) },
      { seq: 5, events: [event(5, "submitted", 1)], patch: set(3) },
    ],
  });
  assert.deepEqual(
    moments.all.map(({ first, seq, view }) => [first, seq, view.n]),
    [
      [0, 0, 0],
      [1, 1, 1],
      [3, 4, 2],
      [5, 5, 3],
    ],
  );
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5, 99].map((seq) => moments.at(seq)),
    [0, 1, 1, 2, 2, 3, 3],
  );
  assert.deepEqual(moments.all.map(doer), [null, 0, null, null]);
  assert.deepEqual(moments.all.map(keepsSecret), [false, false, false, true]);
  moments.add({
    since: 5,
    view: { n: 3 },
    steps: [{ seq: 6, events: [event(6, "taken_back", 0, { to: 1 })], patch: set(1) }],
  });
  assert.equal(moments.last, 1);
  assert.equal(moments.view.n, 1);
  assert.equal(moments.at(5), 1, "what was taken back shows what stood before it");
});

test("stages are marked where their names change", () => {
  const moments = ["", "I", "I", "II", "", "III"].map((name, seq) => ({
    first: seq,
    seq,
    events: [],
    view: { name, seats: [{ total: seq > 2 ? 5 : 0 }] },
  }));
  assert.deepEqual(
    marks(moments, (view) => view.name),
    [
      { at: 1, name: "I" },
      { at: 3, name: "II" },
      { at: 5, name: "III" },
    ],
  );
  assert.deepEqual(changes(pointsOf(moments)), [3]);
});

test("a line of points rises and falls where they change", () => {
  const points = [
    [0, 0],
    [0, 2],
    [4, 2],
    [4, -4],
    [4, -4],
  ];
  assert.equal(line(points, 0), "M0 32.0H150.0V3.0H300");
  assert.equal(line(points, 1), "M0 32.0H75.0V17.5H225.0V61.0H300");
});
