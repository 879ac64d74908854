// @ts-check
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

const page = Object.assign(new EventTarget(), { hidden: false });
Object.assign(globalThis, { document: page });
const { connectWhileSeen, HIDDEN_MS } = await import("../../games/static/games/board/watching/while_seen.js");

/** @param {boolean} hidden */
function turn(hidden) {
  page.hidden = hidden;
  page.dispatchEvent(new Event("visibilitychange"));
}

/** A session, and what was done to it. */
function session() {
  /** @type {string[]} */
  const done = [];
  return { done, start: () => void done.push("start"), stop: () => void done.push("stop") };
}

beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
afterEach(() => {
  mock.timers.reset();
  page.hidden = false;
});

test("a board of a page that is not seen for a while leaves its connection, and comes back", () => {
  const board = session();
  const end = connectWhileSeen(board);
  turn(true);
  mock.timers.tick(HIDDEN_MS - 1);
  turn(false);
  turn(true);
  mock.timers.tick(HIDDEN_MS - 1);
  assert.deepEqual(board.done, ["start"]);
  mock.timers.tick(1);
  assert.deepEqual(board.done, ["start", "stop"]);
  turn(false);
  assert.deepEqual(board.done, ["start", "stop", "start"]);
  end();
  turn(true);
  mock.timers.tick(HIDDEN_MS);
  turn(false);
  assert.deepEqual(board.done, ["start", "stop", "start", "stop"]);
});

test("a page that is opened in another tab connects when it is seen", () => {
  page.hidden = true;
  const board = session();
  const end = connectWhileSeen(board);
  mock.timers.tick(HIDDEN_MS);
  assert.deepEqual(board.done, []);
  turn(false);
  assert.deepEqual(board.done, ["start"]);
  turn(true);
  end();
  mock.timers.tick(HIDDEN_MS);
  assert.deepEqual(board.done, ["start", "stop"]);
});
