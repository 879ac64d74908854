// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { logPanel } from "../../games/static/games/board/table/log_panel.js";

test("however far a jump goes, it makes only the rows anew that lose or get its mark", () => {
  const lines = Array.from({ length: 400 }, (_, at) => ({ key: `${at}-0`, text: `Move ${at}`, seat: null }));
  const table = /** @type {any} */ ({ seats: [] });
  const rows = (/** @type {number} */ moment) => {
    const past = { go: () => {}, shown: (/** @type {{key: string}} */ { key }) => key === `${moment}-0` };
    const panel = /** @type {any} */ (logPanel(lines, table, past));
    return panel.children.at(-1).children;
  };
  let before = rows(5);
  for (const moment of [390, 391, 5, 200]) {
    const now = rows(moment);
    const made = now.filter((/** @type {unknown} */ row, /** @type {number} */ at) => row !== before[at]);
    assert.equal(made.length, 2, `moment ${moment}`);
    before = now;
  }
  const next = rows(3);
  assert.deepEqual(next.map((/** @type {any} */ row) => row.children[0].props["aria-current"]).filter(Boolean), [
    "step",
  ]);
});
