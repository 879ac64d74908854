// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { rematchState } from "../../games/static/games/board/table/rematch.js";

/** @param {number | null} me @param {any} rematch @param {(string | null)[]} names @returns {any} */
const table = (me, rematch, names = ["anna", "bert", null]) => ({
  seats: names.map((id, seat) => ({
    seat,
    player: id && { id, name: id, guest: false },
    ai: id ? null : "greedy",
    you: seat === me,
  })),
  rematch,
});
const asked = (/** @type {string} */ status, /** @type {number[]} */ ...accepted) => ({
  id: "x",
  url: "/games/x/",
  status,
  accepted,
});

test("the state of a rematch, for each who looks", () => {
  assert.equal(rematchState(table(0, null), "anna"), "ask");
  assert.equal(rematchState(table(null, null), "bert"), "ask", "the computer played on");
  assert.equal(rematchState(table(null, asked("open", 0)), "carla"), "none");
  assert.equal(rematchState(table(0, null, ["anna", null, null]), "anna"), "none", "nobody else played");
  assert.equal(rematchState(table(0, asked("open", 0)), "anna"), "wait");
  assert.equal(rematchState(table(1, asked("open", 0)), "bert"), "accept");
  assert.equal(rematchState(table(1, asked("running", 0, 1)), "bert"), "go");
  assert.equal(rematchState(table(1, asked("running", 0)), "bert"), "none", "somebody else took the seat");
});
