// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { StudyTree } from "../../games/static/games/board/study/study_tree.js";

/** @param {number} number @param {number} parent @param {number} [place] */
const move = (number, parent, place = 0) => ({
  number,
  parent,
  place,
  seat: 0,
  action: {},
  comment: "",
  glyph: "",
  events: [{ seq: 1, seat: 0, kind: "action", at_ms: 0 }],
  patch: [{ op: "replace", path: "/at", value: number }],
});

/** 1 – 2 – 3, and beside 2: 4 – 5, 6. */
const tree = () => {
  const made = new StudyTree({ at: 0 }, "");
  made.add([move(1, 0), move(2, 1), move(3, 2), move(4, 1), move(5, 4), move(6, 1)]);
  return made;
};

/** @param {import("../../games/static/games/board/study/study_tree.js").Row[]} rows @returns {any} */
const numbers = (rows) =>
  rows.flatMap(({ node, variations }) => [node.number, ...variations.map((line) => numbers(line))]);

test("each move has its view, and lines have their variations", () => {
  const made = tree();
  assert.deepEqual(
    [...made.nodes.values()].map(({ number, view }) => [number, view.at]),
    [0, 1, 2, 3, 4, 5, 6].map((number) => [number, number]),
  );
  assert.deepEqual(numbers(made.rows()), [1, 2, [4, 5], [6], 3]);
  assert.deepEqual(
    made.line(5).map(({ number }) => number),
    [1, 4, 5],
  );
  assert.deepEqual([made.end(0), made.end(4), made.end(6)], [3, 5, 6]);
});

test("one goes from variation to variation", () => {
  const made = tree();
  assert.deepEqual([made.beside(2, 1), made.beside(4, 1), made.beside(6, 1), made.beside(2, -1)], [4, 6, 6, 2]);
  assert.equal(made.beside(0, 1), 0);
});

test("a promoted variation is the main line, a deleted one is gone with all that follows", () => {
  const made = tree();
  made.promote(4);
  assert.deepEqual(numbers(made.rows()), [1, 4, [2, 3], [6], 5]);
  made.remove(4);
  assert.deepEqual(numbers(made.rows()), [1, 2, [6], 3]);
  assert.equal(made.at(5), made.beginning);
  made.remove(0);
  assert.equal(made.nodes.size, 5);
});

test("moves that come twice or that follow none change nothing", () => {
  const made = tree();
  made.add([move(3, 2), move(9, 8)]);
  assert.deepEqual([made.nodes.size, made.last], [7, 6]);
});
