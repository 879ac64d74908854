// @ts-check
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { knows, LESSONS, takeAlong } from "../../games/static/games/app/learned.js";
import { alike } from "../../games/static/games/board/learn/alike.js";

const FIRST = "/learn/pyramido/basics/";
const SECOND = "/learn/forgotten-treasures/legend/";

/** What is in the browser. @type {Map<string, string>} */
const kept = new Map();
/** What was sent: the address, and the body. @type {[string, any][]} */
let sent = [];
/** What the server answers. */
let status = 200;

Object.assign(globalThis, {
  localStorage: {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void kept.set(key, value),
  },
  document: { querySelector: () => ({ value: "token" }) },
  fetch: async (/** @type {string} */ address, /** @type {any} */ { body, headers }) => {
    assert.equal(headers["X-CSRFToken"], "token");
    sent.push([address, JSON.parse(body)]);
    return { status, ok: status < 400 };
  },
});

beforeEach(() => {
  kept.set(LESSONS, JSON.stringify({ [FIRST]: 3, [SECOND]: 0, "/accounts/delete/": 1, "/learn/chess/": "two" }));
  sent = [];
  status = 200;
});

test("a game is known once one of its lessons was begun here", () => {
  assert.ok(knows(FIRST));
  assert.ok(knows("/learn/pyramido/"));
  assert.ok(knows("/learn/forgotten-treasures/basics/"), "declined or begun again counts as well");
  assert.ok(!knows("/learn/silver-gold-pyramids/basics/"));
  for (const broken of ["null", "nonsense", "[]"]) {
    kept.set(LESSONS, broken);
    assert.ok(!knows(FIRST));
  }
});

test("an account takes along what was learned, once", async () => {
  await takeAlong();
  assert.deepEqual(sent, [
    [FIRST, { step: 3, further: true }],
    [SECOND, { step: 0, further: true }],
  ]);
  sent = [];
  await takeAlong();
  assert.deepEqual(sent, []);
});

test("what the server cannot take now is told again, and what it never takes is forgotten", async () => {
  for (const [answer, times] of [
    [503, 1],
    [429, 1],
    [403, 1],
    [404, 2],
    [200, 0],
  ]) {
    status = answer;
    sent = [];
    await takeAlong();
    assert.equal(sent.length, times, String(answer));
  }
});

test("what is meant may leave fields open", () => {
  const meant = { type: "score", activate: [{ x: 0, y: 0 }], discard: { red: 1 } };
  assert.ok(!alike({ ...meant, discard: { blue: 1 } }, meant));
  assert.ok(alike({ ...meant, discard: { blue: 1 } }, meant, ["discard"]));
  assert.ok(!alike(null, meant, ["discard"]));
});
