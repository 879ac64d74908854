// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { inPlainWords } from "../../games/static/games/board/refusals.js";

const told = (/** @type {import("../../games/static/games/board/types").Problem} */ problem) =>
  inPlainWords(problem).detail;

test("players read no seat number, event number or name of a phase", () => {
  const turn = { code: "not_your_turn", detail: "It is not seat 0's turn: seat 1 is to move (take)." };
  assert.equal(told(turn), "It is not your turn.");
  const stale = { code: "stale", detail: "The game has moved on: expected_seq is 12, the log is at 13." };
  assert.match(told({ ...stale, field: "expected_seq" }), /^The game has moved on. The board has been updated/);
  assert.equal(told({ ...stale, field: "asked_seq" }), "This request is no longer open.");
});

test("who has too many boards open reads what to do", () => {
  const full = { code: "throttled", detail: "You have too many open streams and sockets; the maximum is 40." };
  assert.match(told({ ...full, limit: "connections" }), /^Too many boards are open at once\. Close other tabs/);
  assert.equal(told({ ...full, limit: "frames" }), full.detail);
});

test("all else is told as the server says it, and code and field stay", () => {
  const rule = { code: "wall", detail: "Cell c1 of pyramid 7 is a wall.", field: "cells", seq: 4 };
  assert.deepEqual(inPlainWords(rule), rule);
  const stale = { code: "stale", detail: "…", field: "expected_seq", seq: 13 };
  assert.deepEqual({ ...inPlainWords(stale), detail: "…" }, stale);
});
