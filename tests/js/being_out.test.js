// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { lastLeft, whyOver } from "../../games/static/games/board/pyramido/being_out.js";
import { scoreSheet } from "../../games/static/games/board/pyramido/score_sheet.js";

/** @type {any} */
const table = {
  seats: [0, 1].map((seat) => ({ seat, kind: "architect", ai: null, player: { name: ["Ada", "Ben"][seat] } })),
};
const NO_ROOM = [
  {
    kind: "action",
    seat: 0,
    payload: {
      facts: [
        { type: "no_room", seat: 1 },
        { type: "out", seat: 1 },
      ],
    },
  },
];

/**
 * Return a game that Ben has left in stage 2, as `me` sees it.
 * @param {object[]} events @param {number} points @param {number | null} me @returns {any}
 */
const ended = (events, points, me = 0, reason = "last_architect") => ({
  view: {
    phase: "over",
    stage: 2,
    order: [0, 1],
    outcome: { reason, winners: [0], scores: [18, 9] },
    seats: [
      { seat: 0, kind: "architect", out: null, scores: [{ stage: 1, points: 18, areas: [], mino: 0 }], total: 18 },
      { seat: 1, kind: "architect", out: 1, scores: [], total: 0 },
    ],
  },
  table,
  me,
  reader: { table, me },
  session: { state: { events } },
  reckoning: () => ({ points }),
});

test("the result says who is out, why, and that the unfinished stage does not count", () => {
  const game = ended(NO_ROOM, 20);
  assert.equal(lastLeft(game, "Ada", true), "You win: Ben is out.");
  assert.equal(
    whyOver(game),
    "Ben left gaps that no domino fits into, and had too few cards to close them. Stage 2 was not scored, so your 20 points in it do not count.",
  );
  const loser = ended(NO_ROOM, 20, 1);
  assert.equal(lastLeft(loser, "Ada", false), "You are out: Ada wins.");
  assert.equal(
    whyOver(loser),
    "You left gaps that no domino fits into, and had too few cards to close them. Stage 2 was not scored, so the 20 points of Ada in it do not count.",
  );
  const watcher = ended(NO_ROOM, 0, null);
  assert.equal(lastLeft(watcher, "Ada", false), "Ben is out: Ada wins.");
  assert.equal(
    whyOver(watcher),
    "Ben left gaps that no domino fits into, and had too few cards to close them. Stage 2 was not scored.",
  );
});

test("who leaves has left, and nothing is said of what the log does not tell yet, or after another end", () => {
  for (const kind of ["resigned", "timed_out", "removed"])
    assert.equal(whyOver(ended([{ kind, seat: 1 }], 0)), "Ben left the game. Stage 2 was not scored.");
  assert.equal(whyOver(ended([], 0)), "Stage 2 was not scored.");
  assert.equal(whyOver(ended(NO_ROOM, 20, 0, "completed")), "");
});

test("the score sheet has the points of the unfinished stage in brackets", () => {
  /** @param {any} node @returns {string[]} */
  const blanks = (node) =>
    node?.props?.class === "blank"
      ? [`${node.children.flat().join("")} ${node.props["aria-label"]}`]
      : [node?.children ?? node ?? []].flat(9).flatMap((child) => (typeof child === "object" ? blanks(child) : []));
  const sheet = (/** @type {any} */ game) => blanks(scoreSheet(game));
  const out = "– is out";
  assert.deepEqual(sheet(ended([], 20)), [
    out,
    "(20) 20 points, not counted",
    out,
    "· not scored",
    out,
    "· not scored",
    out,
  ]);
  assert.deepEqual(sheet(ended([], 0))[1], "· not scored");
  const running = ended([], 20);
  running.view.phase = "place";
  assert.deepEqual(sheet(running)[1], "· not scored yet");
});
