// @ts-check
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

/** @type {any} */
const page = Object.assign(new EventTarget(), { hidden: false, cookie: "", querySelector: () => null });
Object.assign(globalThis, { document: page, HTMLInputElement: class {} });
let now = 1_000_000;
Date.now = () => now;
/** What waits for a time; how long the reader is away is said by the clock alone. @type {(() => void)[]} */
let waiting = [];
globalThis.setTimeout = /** @type {any} */ ((/** @type {() => void} */ call) => waiting.push(call));

const { ShownEvents } = await import("../../games/static/games/board/shown_events.js");
const { present, watchPresence } = await import("../../games/static/games/board/table/presence.js");
watchPresence();

const MINUTE_MS = 60_000;

/** @type {any[]} */
let sent = [];
/** @type {() => any} */
let answers = () => ({ ok: true, status: 200, json: async () => ({ unread: 0 }) });
globalThis.fetch = /** @type {any} */ (
  async (/** @type {string} */ _path, /** @type {any} */ { body }) => {
    sent.push(JSON.parse(body));
    return answers();
  }
);

/** A page of table abc, on seat 0. @param {{seq?: number, unread?: number, you?: boolean}} [at] */
function open({ seq = 7, unread = 0, you = true } = {}) {
  /** @type {(() => void)[]} */
  const listeners = [];
  const session = {
    state: { table: { id: "abc", seats: [{ you }, { you: false }] }, seq, view: {}, link: "live" },
    paths: { notificationsRead: "/read" },
    listen: (/** @type {() => void} */ listener) => listeners.push(listener),
    /** @param {object} changes */
    set(changes) {
      Object.assign(session.state, changes);
      for (const listener of listeners) listener();
    },
  };
  const shown = new ShownEvents(/** @type {any} */ (session), unread);
  return { session, shown };
}

const notification = { type: "notification", subject: "abc", seq: 7 };
const settled = () => new Promise((done) => setImmediate(done));

/** @param {boolean} hidden */
function hide(hidden) {
  page.hidden = hidden;
  page.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  sent = [];
  waiting = [];
  answers = () => ({ ok: true, status: 200, json: async () => ({ unread: 0 }) });
  hide(false);
});

test("what the page shows is said once, as soon as it is told", async () => {
  const { shown } = open();
  shown.told(notification);
  await settled();
  assert.deepEqual(sent, [{ subject: "abc", seq: 7 }]);
  shown.told({ type: "notification", subject: "other", seq: 3 });
  shown.told({ type: "notification", subject: "abc", seq: null });
  shown.told({ type: "turn" });
  await settled();
  assert.equal(sent.length, 1);
});

test("an event counts only when the page has shown it", async () => {
  const { session, shown } = open({ seq: 6 });
  shown.told(notification);
  await settled();
  assert.deepEqual(sent, []);
  session.set({ seq: 8 });
  await settled();
  assert.deepEqual(sent, [{ subject: "abc", seq: 8 }]);
});

test("a page that nobody looks at says nothing until somebody does", async () => {
  const { shown } = open();
  hide(true);
  shown.told(notification);
  await settled();
  assert.deepEqual(sent, []);
  hide(false);
  await settled();
  assert.deepEqual(sent, [{ subject: "abc", seq: 7 }]);

  now += 6 * MINUTE_MS;
  assert.equal(present(), false);
  shown.told(notification);
  await settled();
  assert.equal(sent.length, 1);
  page.dispatchEvent(new Event("keydown"));
  await settled();
  assert.equal(sent.length, 2);
});

test("a bell that has risen is asked about: a page that is opened, and one whose frames were lost", async () => {
  const { session } = open({ unread: 2 });
  session.set({ seq: 9 });
  await settled();
  assert.deepEqual(sent, [{ subject: "abc", seq: 9 }]);
  const { shown } = open();
  shown.rung(1);
  shown.rung(1);
  shown.rung(0);
  await settled();
  assert.equal(sent.length, 2);
});

test("without an answer it is said again after a while, though nothing changes", async () => {
  const { shown } = open();
  answers = () => ({ ok: false, status: 503, json: async () => ({ code: "unavailable", detail: "Later." }) });
  waiting = [];
  shown.told(notification);
  await settled();
  answers = () => ({ ok: true, status: 200, json: async () => ({ unread: 0 }) });
  for (let turns = 0; turns < 2; turns++) {
    for (const call of waiting.splice(0)) call();
    await settled();
  }
  assert.equal(sent.length, 2);
});

test("without an answer it is said again; a spectator says nothing", async () => {
  const { session, shown } = open();
  answers = () => {
    throw new TypeError("no network");
  };
  shown.told(notification);
  await settled();
  answers = () => ({ ok: false, status: 400, json: async () => ({ code: "malformed", detail: "No." }) });
  session.set({});
  await settled();
  session.set({});
  await settled();
  assert.equal(sent.length, 2);
  const { shown: watching } = open({ you: false });
  watching.told(notification);
  await settled();
  assert.equal(sent.length, 2);
});
