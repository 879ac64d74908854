// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { countUp } from "../../games/static/games/board/table/count_up.js";
import { broughtLines, marginText } from "../../games/static/games/board/table/ending.js";
import { resultText } from "../../games/static/games/board/table/share.js";

/** @type {any} */
const table = {
  seats: [0, 1, 2].map((seat) => ({
    seat,
    kind: seat === 2 ? "legend" : "explorer",
    ai: null,
    you: seat === 0,
    player: seat === 2 ? null : { id: `p${seat}`, name: ["Ada", "Ben"][seat] },
  })),
};
/** @param {number[]} scores @param {number[]} ranks @param {string} [reason] @returns {any} */
const outcome = (scores, ranks, reason = "completed") => ({
  reason,
  scores,
  ranks,
  winners: ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : [])),
});

test("the margin is told from where the reader sits", () => {
  const ended = outcome([101, 89, 100], [1, 3, 2]);
  assert.equal(marginText(table, 0, ended), "1 point ahead of the Legend");
  assert.equal(marginText(table, null, ended), "1 point ahead of the Legend");
  assert.equal(marginText(table, 1, ended), "12 points behind Ada");
});

test("ties, shared victories and games that points did not decide have no margin", () => {
  assert.equal(marginText(table, 0, outcome([7, 7, 1], [1, 2, 3])), "");
  assert.equal(marginText(table, 1, outcome([7, 7, 1], [1, 2, 3])), "");
  assert.equal(marginText(table, 1, outcome([7, 7, 1], [1, 1, 3])), "");
  assert.equal(marginText(table, 1, outcome([9, 7, 1], [1, 2, 3], "last_explorer")), "");
  assert.equal(marginText(table, 0, outcome([9], [1])), "");
});

const nothing = { points: 40, best_before: null, games: 1, streak: 0, unlocked: [], again: null, harder: null };
const texts = (/** @type {Partial<import("../../games/static/games/board/types").Ending>} */ change) =>
  broughtLines({ ...nothing, ...change }).map(({ text }) => text);

test("what a game brought is said only if it is something", () => {
  assert.deepEqual(texts({}), []);
  assert.deepEqual(texts({ best_before: 40, streak: 1 }), ["Your personal best is 40"]);
  assert.deepEqual(texts({ points: null, best_before: null }), []);
  assert.deepEqual(texts({ best_before: 39, streak: 3, unlocked: [{ options: {}, name: "Become THE Legend" }] }), [
    "Unlocked: Become THE Legend",
    "New personal best: 40 (previously 39)",
    "3 wins in a row",
  ]);
});

test("what is shared names everybody, the reader too, best first", () => {
  assert.equal(resultText(table, outcome([89, 101, 100], [3, 1, 2])), "Ben 101 – The Legend 100 – Ada 89");
});

/** @param {string} text @param {boolean} still @returns {string[]} the texts that a reader sees, one a frame */
function counted(text, still) {
  /** @type {((now: number) => void)[]} */
  const frames = [];
  const page = /** @type {any} */ (globalThis);
  page.window = { matchMedia: () => ({ matches: still }) };
  page.document = { hidden: false };
  page.requestAnimationFrame = (/** @type {(now: number) => void} */ frame) => frames.push(frame);
  const node = { nodeValue: text };
  const seen = [];
  countUp(/** @type {any} */ ({ firstChild: node }));
  for (let now = 0; frames.length > 0; now += 100) {
    frames.shift()?.(now);
    seen.push(node.nodeValue);
  }
  for (const name of ["window", "document", "requestAnimationFrame"]) delete page[name];
  return [...seen, node.nodeValue];
}

test("points count up and end as they are, and stand still for who wants that", () => {
  const seen = counted("-120 points", false);
  assert.ok(new Set(seen).size > 4);
  assert.equal(seen[0], "-0 points");
  assert.equal(seen.at(-1), "-120 points");
  assert.deepEqual(counted("120 points", true), ["120 points"]);
  assert.deepEqual(counted("0 points", false), ["0 points"]);
});
