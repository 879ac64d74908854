// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { outcomeText as treasures } from "../../games/static/games/board/forgotten_treasures/status.js";
import { outcomeText as pyramido } from "../../games/static/games/board/pyramido/status.js";
import { outcomeText as silverGold } from "../../games/static/games/board/silver_gold_pyramids/status.js";
import { pointsText } from "../../games/static/games/board/table/outcome.js";
import { addressed } from "../../games/static/games/board/table/players.js";

/** @type {any} */
const table = {
  seats: [0, 1, 2].map((seat) => ({
    seat,
    kind: "explorer",
    ai: null,
    you: seat === 0,
    player: { id: `p${seat}`, name: ["Ada", "Ben", "Cleo"][seat] },
  })),
};
const said = (/** @type {number | null} */ me, /** @type {number[]} */ points, /** @type {number[]} */ by) =>
  pointsText(table, me, /** @type {any} */ ({ scores: points, winners: by }));

test("points are counted by themselves, however many have won", () => {
  assert.equal(said(0, [0, 1, 0], [1]), "Ben wins with 1 point.");
  assert.equal(said(0, [0, 2, 0], [1]), "Ben wins with 2 points.");
  assert.equal(said(0, [0, 1, 1], [1, 2]), "Ben and Cleo share the victory with 1 point.");
  assert.equal(said(0, [0, 7, 7], [1, 2]), "Ben and Cleo share the victory with 7 points.");
  assert.equal(said(0, [1, 0, 0], [0]), "You win with 1 point!");
  assert.equal(said(0, [1, 1, 0], [0, 1]), "You share the victory with 1 point.");
  assert.equal(said(0, [-5, -1, -3], [1]), "Ben wins with -1 point.");
  assert.equal(said(0, [0, 0, 0], [0, 1]), "You share the victory with 0 points.");
});

/** @param {number | null} me @param {object | null} outcome @param {object[]} [seats] @returns {any} */
const ended = (
  me,
  outcome,
  seats = [
    { seat: 0, out: 1 },
    { seat: 1, out: null },
    { seat: 2, out: 2 },
  ],
) => ({ view: { outcome, seats }, table, me });
const scores = [3, 9, 4];

test("each game says its own ends itself, and leaves the others to the points", () => {
  for (const text of [treasures, pyramido, silverGold]) {
    assert.equal(text(ended(0, null)), "The game is over.");
    assert.equal(text(ended(0, { reason: "completed", scores, winners: [1] })), "Ben wins with 9 points.");
  }
  const explorer = { reason: "last_explorer", scores, winners: [1] };
  assert.equal(silverGold(ended(1, explorer)), "You win: all the others have left.");
  assert.equal(silverGold(ended(0, explorer)), "Ben wins with 9 points.");
  assert.equal(treasures(ended(1, explorer)), "You win: all the others have left.");
  assert.equal(treasures(ended(0, explorer)), "The game ended because Cleo left: Ben wins.");
  assert.equal(treasures(ended(2, explorer)), "The game ended because you left: Ben wins.");
  const architect = { reason: "last_architect", scores, winners: [1] };
  assert.equal(pyramido(ended(1, architect)), "You win: all the others are out.");
  assert.equal(pyramido(ended(0, architect)), "Ben wins: all the others are out.");
});

test("where one person plays all seats, each seat has its name, the winner too", () => {
  const byHand = { ...table, by_hand: true };
  const text = (/** @type {(game: any) => string} */ of, /** @type {number} */ me, /** @type {object} */ outcome) =>
    of({ ...ended(me, outcome), table: byHand });
  for (const of of [treasures, pyramido, silverGold])
    assert.equal(text(of, 1, { reason: "completed", scores, winners: [1] }), "Ben wins with 9 points.");
  const explorer = { reason: "last_explorer", scores, winners: [1] };
  assert.equal(text(treasures, 2, explorer), "The game ended because Cleo left: Ben wins.");
  assert.equal(addressed(byHand, 1), null);
  assert.equal(addressed(table, 1), 1);
});

test("the Legend wins in words of its own", () => {
  const seats = [
    { seat: 0, kind: "explorer" },
    { seat: 1, kind: "legend" },
  ];
  assert.equal(
    treasures(ended(0, { reason: "completed", scores: [1, 2], winners: [1] }, seats)),
    "The Legend wins with 2 points. The pyramid keeps its secret, for now.",
  );
});

/** @param {number[]} ranks @param {number[]} points of the seats @returns {object} */
const completed = (ranks, points) => ({
  reason: "completed",
  scores: points,
  ranks,
  winners: ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : [])),
});
const rows = (/** @type {number[]} */ ...points) => points.map((one) => ({ points: one }));

test("a tie says what has decided it: gems left, then the best stage", () => {
  const seats = [
    { seat: 0, gems: { red: 1, mythical: 2 }, scores: rows(30, 20) },
    { seat: 1, gems: { red: 1 }, scores: rows(40, 10) },
    { seat: 2, gems: { blue: 1 }, scores: rows(26, 24) },
  ];
  assert.equal(
    treasures(ended(0, completed([1, 2, 3], [50, 50, 9]), seats)),
    "50–50: you win on the tiebreak, 3 gems left against 1.",
  );
  assert.equal(
    treasures(ended(1, completed([1, 2, 3], [50, 50, 9]), seats)),
    "50–50: Ada wins on the tiebreak, 3 gems left against 1.",
  );
  const stage = ended(2, completed([3, 1, 2], [9, 50, 50]), seats);
  assert.equal(treasures(stage), "50–50: Ben wins on the tiebreak, best stage 40 to 26.");
  assert.equal(treasures(ended(2, completed([1, 2, 3], [51, 50, 50]), seats)), "Ada wins with 51 points.");
});

test("a shared victory says so, and in what the players are equal", () => {
  const seats = [
    { seat: 0, cards: [1], scores: rows(30, 20) },
    { seat: 1, cards: [2], scores: rows(20, 30) },
    { seat: 2, cards: [], scores: rows(50) },
  ];
  const shared = completed([1, 1, 3], [50, 50, 50]);
  assert.equal(pyramido(ended(2, shared, seats)), "50–50–50: Ada and Ben share the victory, 1 card left against 0.");
  assert.equal(
    pyramido(ended(0, completed([1, 1, 3], [50, 50, 9]), seats)),
    "50–50: you share the victory, with equal cards left and equal best stages.",
  );
  assert.equal(
    pyramido(ended(null, completed([2, 3, 1], [50, 9, 50]), [{ ...seats[0], out: 1 }, seats[1], seats[2]])),
    "Cleo wins with 50 points.",
  );
});

test("the lowest pyramid explored breaks a tie", () => {
  const seats = [{ finished: [12, 7] }, { finished: [30, 9] }, { finished: [] }].map(({ finished }, seat) => ({
    seat,
    finished: finished.map((number) => ({ number })),
  }));
  const told = (/** @type {number[]} */ ranks, /** @type {number[]} */ points) =>
    silverGold(ended(1, completed(ranks, points), seats));
  assert.equal(
    told([1, 2, 3], [8, 8, 3]),
    "8–8: Ada wins on the tiebreak, lowest pyramid explored: number 7 against number 9.",
  );
  assert.equal(
    told([3, 1, 2], [3, 8, 8]),
    "8–8: you win on the tiebreak, lowest pyramid explored: number 9 against none.",
  );
  const none = seats.map(({ seat }) => ({ seat, finished: [] }));
  assert.equal(
    silverGold(ended(1, completed([1, 1, 3], [8, 8, 3]), none)),
    "8–8: you share the victory, with no pyramid explored.",
  );
});

test("a tie with the Legend is lost", () => {
  const seats = [
    { seat: 0, kind: "explorer", out: null },
    { seat: 1, kind: "legend" },
  ];
  assert.equal(
    treasures(ended(0, { reason: "completed", scores: [47, 47], winners: [1] }, seats)),
    "47–47: the Legend wins ties. You need more points than it has.",
  );
});
