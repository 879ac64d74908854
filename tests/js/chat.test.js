// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { Chat } from "../../games/static/games/board/chat/chat.js";
import { joined, merged, timeLabel, toldKeys, unread } from "../../games/static/games/board/chat/rooms.js";

/** @param {number} n @param {string} by @returns {import("../../games/static/games/board/types").ChatLine} */
const line = (n, by = "anna") => ({
  id: `l${n}`,
  room: "players",
  by: { id: by, name: by, guest: false, bot: false },
  seat: 0,
  text: `line ${n}`,
  hidden: false,
  at_ms: n,
});
/** @param {{id: string}[]} lines */
const ids = (lines) => lines.map(({ id }) => id);

test("lines stand once and in order, whichever way they came", () => {
  const lines = merged(merged([line(1), line(2)], [line(4)]), [line(3), { ...line(2), hidden: true }]);
  assert.deepEqual(ids(lines), ["l1", "l2", "l3", "l4"]);
  assert.equal(lines[1].hidden, true);
});

test("a page that touches what is known joins it, one that does not replaces it", () => {
  const known = { lines: [line(2), line(3)], before: "l2" };
  const near = joined(known, { lines: [line(3), line(4)], before: "l3" });
  assert.deepEqual([ids(near.lines), near.before], [["l2", "l3", "l4"], "l2"]);
  const far = joined(known, { lines: [line(8), line(9)], before: "l8" });
  assert.deepEqual([ids(far.lines), far.before], [["l8", "l9"], "l8"]);
  const pushedFirst = joined({ lines: [line(9)], before: null }, { lines: [line(7), line(8)], before: null });
  assert.deepEqual(ids(pushedFirst.lines), ["l7", "l8", "l9"]);
});

test("unread are later lines of others", () => {
  const lines = [line(1), line(2, "bert"), line(3, "anna"), { ...line(4), hidden: true }];
  assert.equal(unread(lines, 0, "bert"), 2);
  assert.equal(unread(lines, 1, "bert"), 1);
  assert.equal(unread(lines, 3, "bert"), 0);
});

test("the keys of what others have said are those of the bell", () => {
  const hour = 3600000;
  const lines = [
    line(hour - 1),
    line(hour),
    line(hour + 5),
    line(hour + 6, "bert"),
    { ...line(hour + 7), room: /** @type {const} */ ("spectators") },
  ];
  assert.deepEqual(toldKeys("T", lines, 0, "bert"), ["chat:T:anna:0", "chat:T:anna:1"]);
  assert.deepEqual(toldKeys("T", lines, hour - 1, "bert"), ["chat:T:anna:1"]);
});

test("a time is the hour today, and has its day before", () => {
  const now = new Date(2026, 0, 31, 18).getTime();
  assert.equal(timeLabel(new Date(2026, 0, 31, 9, 5).getTime(), now, "en-GB"), "09:05");
  assert.equal(timeLabel(new Date(2026, 0, 30, 9, 5).getTime(), now, "en-GB"), "30 Jan, 09:05");
  assert.equal(timeLabel(new Date(2025, 11, 30, 9, 5).getTime(), now, "en-GB"), "30 Dec 2025, 09:05");
});

test("what somebody says whom the reader blocks is folded, is no news, and can be shown", () => {
  const chat = new Chat("T", /** @type {any} */ ({ chat: () => "/chat" }), "bert", () => {});
  chat.allowed({
    read: ["players"],
    write: ["players"],
    room: "players",
    results: [line(1)],
    next: null,
    muted: ["anna"],
    silenced: null,
  });
  assert.equal(chat.hear(line(2)), false);
  assert.equal(chat.hear(line(3, "carla")), true);
  assert.equal(chat.allUnread, 1);
  const [first, second] = chat.rooms.players.lines;
  chat.unfold(second);
  assert.deepEqual([chat.folded(first), chat.folded(second)], [true, false]);
});
