// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

const listens = { addEventListener: () => {} };
Object.assign(globalThis, { window: listens, document: listens });

const { TableSession } = await import("../../games/static/games/board/session.js");

/** @param {number} seq */
const event = (seq) => ({ seq, seat: 0, kind: "action", payload: {}, at_ms: seq });

/**
 * A session at a table whose server sends the log in pages.
 * @param {number} most events a page @param {{fails?: (since: number) => boolean}} [server]
 */
function at(most, { fails = () => false } = {}) {
  /** @type {string[]} */
  const asked = [];
  const session = new TableSession(/** @type {any} */ ({ id: "abc" }));
  globalThis.fetch = /** @type {any} */ (
    async (/** @type {string} */ address) => {
      asked.push(address);
      const since = Number(new URL(address, "http://site").searchParams.get("since"));
      if (fails(since)) throw new TypeError("no network");
      const seqs = Array.from({ length: session.state.seq - since }, (_, i) => since + 1 + i).slice(0, most);
      const last = seqs[seqs.length - 1];
      const next = last < session.state.seq ? `/api/v1/games/abc/events?since=${last}` : null;
      return { ok: true, status: 200, json: async () => ({ seq: session.state.seq, events: seqs.map(event), next }) };
    }
  );
  return { session, asked };
}

/** @param {number} seq */
const view = (seq) => ({
  seq,
  broken_at: null,
  table: /** @type {any} */ ({ id: "abc" }),
  view: /** @type {any} */ ({}),
});

/** @param {import("../../games/static/games/board/session.js").TableSession} session */
const seqs = (session) => session.state.events.map((one) => one.seq);

const settled = () => new Promise((done) => setTimeout(done, 5));

test("a long log is read to its end, page by page", async () => {
  const { session, asked } = at(1000);
  session.whole(view(2345));
  await settled();
  assert.deepEqual(
    asked,
    ["-1", "999", "1999"].map((since) => `/api/v1/games/abc/events?since=${since}`),
  );
  assert.deepEqual(
    seqs(session),
    Array.from({ length: 2346 }, (_, seq) => seq),
  );
});

test("what was missed in the middle is asked for again", async () => {
  let down = true;
  const { session, asked } = at(10, { fails: (since) => down && since === 9 });
  session.whole(view(25));
  await settled();
  session.receive({ type: "events", from: 25, seq: 26, events: [event(26)], patch: [] });
  assert.deepEqual(seqs(session), [...Array(10).keys(), 26]);
  down = false;
  session.whole(view(27));
  await settled();
  assert.deepEqual(seqs(session), [...Array(28).keys()]);
  session.whole(view(27));
  await settled();
  assert.equal(asked.length, 4, "nothing is missing");
});

test("who leaves a game sees what watchers see, even if that is an earlier moment", async () => {
  const { session } = at(10);
  const seen = (/** @type {number} */ seq, /** @type {boolean} */ you) => ({
    ...view(seq),
    table: /** @type {any} */ ({ id: "abc", seats: [{ seat: 0, you }] }),
  });
  session.whole(seen(5, true));
  session.whole(seen(3, true));
  assert.equal(session.state.seq, 5, "an answer that comes late is not shown");
  session.whole(seen(3, false));
  assert.equal(session.state.seq, 3);
  await settled();
});
