// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

const listens = { addEventListener: () => {} };
const page = { ...listens, querySelector: () => null, cookie: "" };
Object.assign(globalThis, { window: listens, document: page, HTMLInputElement: class {}, WebSocket: { OPEN: 1 } });

const { TableSession } = await import("../../games/static/games/board/session.js");

/** @typedef {{address: string, method: string, body: any, key: string | null}} Sent */

const answered = () => new Promise((done) => setTimeout(done, 5));

/** A session whose network is lost until `online` is called. */
function offline() {
  /** @type {Sent[]} */
  const sent = [];
  let network = false;
  const session = new TableSession(/** @type {any} */ ({ id: "abc" }));
  globalThis.fetch = /** @type {any} */ (
    async (/** @type {string} */ address, /** @type {any} */ { method, body, headers }) => {
      const key = new Headers(headers).get("Idempotency-Key");
      if (method === "POST") sent.push({ address, method, body: JSON.parse(body), key });
      if (!network) throw new TypeError("no network");
      return { ok: true, status: 200, json: async () => ({ seq: 4 }) };
    }
  );
  const online = () => {
    network = true;
  };
  return { session, sent, online };
}

test("a move without a network is kept, and sent again with the same key when the network returns", async () => {
  const { session, sent, online } = offline();
  session.act(/** @type {any} */ ({ type: "pass" }));
  await answered();
  assert.equal(session.state.problem?.code, "unreachable");
  assert.equal(session.state.sending, "act");

  online();
  session.fetchView = async () => {};
  session.linkChanged(true, 0);
  await answered();
  assert.equal(session.state.problem, null);
  assert.equal(session.unsent.pending, null);
  assert.deepEqual(sent[1], sent[0]);
  assert.ok(sent[0].key);
});

test("another move is not sent while one waits", async () => {
  const { session, sent } = offline();
  session.act(/** @type {any} */ ({ type: "pass" }));
  session.resign();
  await answered();
  assert.equal(sent.length, 1);
  assert.equal(session.state.sending, "act");
});
