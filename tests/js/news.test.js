// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { latest } from "../../games/static/games/board/table/strip.js";

/** @typedef {import("../../games/static/games/board/types").LogLine} LogLine */

/** @param {string} text @param {number | null} seat @param {Partial<LogLine>} [more] @returns {LogLine} */
const line = (text, seat, more) => ({ key: text, text, seat, ...more });
const scored = line("Stage 1 is scored.", null, { tone: "result" });
const begun = line("Stage 2 begins.", null, { tone: "stage" });

test("how a stage was scored stays until the reader has played on", () => {
  const lines = [line("You build.", 0), scored, begun];
  assert.deepEqual(latest(lines, 0), { text: "Stage 1 is scored.", gems: [], scored: true });
  const theirs = [...lines, line("Nebu builds.", 1), line("Filled.", null, { tone: "quiet" })];
  assert.equal(latest(theirs, 0)?.text, "Stage 1 is scored.");
  assert.equal(latest([...theirs, line("You build again.", 0)], 0)?.text, "Nebu builds.");
  assert.equal(latest(theirs, null)?.text, "Nebu builds.", "for spectators until the next line");
});

test("what a reader was given stays until the reader has played on", () => {
  const given = line("Second green pyramid: +10.", 0, { tone: "result", news: true });
  const lines = [line("Nebu marks.", 1), given, line("You take a card.", 0)];
  assert.equal(latest(lines.slice(0, 2), 0)?.text, given.text);
  assert.equal(latest(lines, 0)?.text, "Nebu marks.");
});

test("the deed told is the last one of others, with all that its turn has taken", () => {
  assert.equal(latest([], 0), null);
  assert.equal(latest([line("You build.", 0)], 0), null);
  const turns = [
    line("Nebu takes.", 1, { gems: ["red"] }),
    line("Nebu builds.", 1),
    line("You take.", 0, { gems: ["green"] }),
    line("You build.", 0),
    line("Nebu takes.", 1, { gems: ["blue"] }),
    line("Nebu builds.", 1),
    line("You take.", 0, { gems: ["orange"] }),
  ];
  assert.deepEqual(latest(turns, 0), { text: "Nebu builds.", gems: ["blue"], scored: false });
  const marked = [line("Nebu builds.", 1), line("Nebu marks.", 1, { gems: ["red"] })];
  assert.deepEqual(latest(marked, 0), { text: "Nebu builds.", gems: ["red"], scored: false });
  const legend = [line("It takes.", 1, { gems: ["red"] }), line("It draws.", 1, { gems: ["blue"] })];
  assert.deepEqual(latest(legend, 0), { text: "It draws.", gems: ["blue"], scored: false });
});

test("that the reader's own stage has ended comes before that others' has, and until they play on", () => {
  const mine = line("You have no room.", 0, { tone: "end" });
  const theirs = line("Nebu has no room.", 1, { tone: "end" });
  const before = [scored, line("You build.", 0), line("Nebu builds.", 1)];
  for (const ends of [[mine, theirs], [theirs, mine], [mine]])
    assert.deepEqual(latest([...before, ...ends], 0), { text: "You have no room.", gems: [], scored: true });
  assert.deepEqual(latest([...before, theirs], 0), { text: "Nebu has no room.", gems: [], scored: true });
  assert.equal(latest([...before, mine, line("Nebu builds on.", 1)], 0)?.text, "Nebu builds on.");
});
