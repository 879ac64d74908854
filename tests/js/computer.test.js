// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { badge, learnCharacters, levelAt, playedOn, thinking } from "../../games/static/games/board/table/computer.js";
import { linesOf } from "../../games/static/games/board/table/log_lines.js";
import { seatName } from "../../games/static/games/board/table/players.js";

/** @typedef {import("../../games/static/games/board/types").Table} Table */

learnCharacters({
  levels: {
    greedy: { name: "Nebu", face: "/nebu.svg", url: "/opponents/#nebu" },
    "search:300ms": { name: "Akhet", face: "/akhet.svg", url: "/opponents/#akhet" },
  },
});

/** @param {[string | null, string | null][]} seats name and level of each @returns {Table} */
const table = (...seats) =>
  /** @type {any} */ ({
    seats: seats.map(([name, ai], seat) => ({
      seat,
      kind: "explorer",
      player: name && { id: name, name, guest: false },
      ai,
      you: seat === 0,
    })),
  });

test("computer players of one level at one table are counted", () => {
  const four = table(["Anna", null], [null, "greedy"], [null, "search:300ms"], [null, "greedy"]);
  assert.deepEqual(
    four.seats.map(({ seat }) => seatName(four, seat)),
    ["Anna", "Nebu 1", "Akhet", "Nebu 2"],
  );
});

test("a level that the page does not name goes by its key", () => {
  assert.equal(seatName(table([null, "search:9ms"]), 0), "search:9ms");
});

test("whoever has left keeps their name, and it is said who takes over", () => {
  const three = table(["Anna", null], ["Berta", "greedy"], [null, "greedy"]);
  assert.deepEqual(
    three.seats.map(({ seat }) => seatName(three, seat)),
    ["Anna", "Berta", "Nebu"],
  );
  assert.deepEqual(
    [0, 1, 2].map((seat) => playedOn(three, seat)),
    ["", "now played by the computer (Nebu)", ""],
  );
  assert.deepEqual(
    [0, 1, 2].map((seat) => levelAt(three, seat)),
    [null, "greedy", "greedy"],
  );
  assert.equal(badge(three, 0), null);
  assert.equal(badge(three, 1)?.props.title, "now played by the computer (Nebu)");
  assert.equal(badge(three, 2)?.props.title, "computer player");
});

test("thinking is said only while nobody else is awaited", () => {
  const four = table(["Anna", null], ["Berta", "greedy"], [null, "search:300ms"], [null, "greedy"]);
  assert.equal(thinking(four, [2]), "Akhet is thinking…");
  assert.equal(thinking(four, [1]), "The computer (Nebu) is thinking in place of Berta…");
  assert.equal(thinking(four, [1, 2, 3]), "Berta, Akhet, and Nebu are thinking…");
  assert.equal(thinking(four, [0, 2]), "");
  assert.equal(thinking(four, []), "");
});

test("the log tells who has left and who takes over", () => {
  const three = table(["Anna", null], ["Berta", "greedy"], ["Carla", null]);
  const event = { seq: 7, seat: 1, kind: "taken_over", payload: { ai: "greedy" }, at_ms: 1 };
  const told = (/** @type {number | null} */ me) =>
    linesOf(
      [event],
      { table: three, me },
      () => null,
      () => null,
    ).map(({ text }) => text);
  assert.deepEqual(told(null), ["Berta leaves; the computer (Nebu) takes over."]);
  assert.deepEqual(told(1), ["You leave; the computer (Nebu) takes over your seat."]);
});
