// @ts-check
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

/** Longest time until a reader is told that the server has fallen silent. */
const TOLD_WITHIN_MS = 3000;
const WAY_MS = 40;
const STEP_MS = 20;

/** @type {Record<string, () => void>} */
const heard = {};
const listens = {
  addEventListener: (/** @type {string} */ type, /** @type {() => void} */ listener) => {
    heard[type] = listener;
  },
};

/** A server that answers each frame while `answers`. */
class Server {
  static OPEN = 1;
  /** @type {Server[]} */
  static opened = [];
  static answers = true;
  constructor() {
    this.readyState = Server.OPEN;
    /** @type {any[]} */
    this.got = [];
    /** @type {any} */
    this.onopen = undefined;
    /** @type {any} */
    this.onmessage = undefined;
    /** @type {any} */
    this.onclose = undefined;
    Server.opened.push(this);
  }
  /** @param {string} text */
  send(text) {
    const frame = JSON.parse(text);
    this.got.push(frame);
    const answer = { type: frame.type === "ping" ? "pong" : "events", ref: frame.ref };
    if (Server.answers) setTimeout(() => this.say(answer), WAY_MS);
  }
  /** @param {unknown} frame */
  say(frame) {
    this.onmessage({ data: JSON.stringify(frame) });
  }
  close() {
    this.readyState = 3;
  }
}
const page = { ...listens, hidden: false };
Object.assign(globalThis, { window: listens, document: page, location: { protocol: "https:" }, WebSocket: Server });
const { Line } = await import("../../games/static/games/board/socket.js");

/** What a page says of its line, with the time. @returns {{told: [string, number][], line: any, server: Server}} */
function opened({ busy = true } = {}) {
  /** @type {[string, number][]} */
  const told = [];
  const line = new Line("/ws", {
    frame: () => {},
    link: (open) => told.push([open ? "open" : "lost", Date.now()]),
    silent: (silent) => told.push([silent ? "silent" : "heard", Date.now()]),
    busy: () => busy,
    since: () => 7,
  });
  line.connect();
  const server = /** @type {Server} */ (Server.opened.at(-1));
  server.onopen();
  server.say({ type: "view" });
  told.length = 0;
  return { told, line, server };
}

/** @param {number} ms */
function pass(ms) {
  for (let passed = 0; passed < ms; passed += STEP_MS) mock.timers.tick(STEP_MS);
}

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  Server.answers = true;
  page.hidden = false;
});
afterEach(() => mock.timers.reset());

test("silence is told within three seconds, whenever it begins, and given up after eight more", () => {
  for (const before of [0, 700, 1300, 1400, 5000]) {
    Server.answers = true;
    const { told, server } = opened();
    pass(before);
    assert.equal(told.length, 0);
    Server.answers = false;
    const begun = Date.now();
    pass(TOLD_WITHIN_MS);
    assert.deepEqual(
      told.map(([what]) => what),
      ["silent"],
    );
    assert.ok(told[0][1] - begun <= TOLD_WITHIN_MS);
    pass(8000);
    assert.equal(told[1][0], "lost");
    assert.equal(server.readyState, 3);
  }
});

test("a server that speaks again is heard at once", () => {
  const { told, server } = opened();
  Server.answers = false;
  pass(TOLD_WITHIN_MS);
  server.say({ type: "events" });
  assert.deepEqual(
    told.map(([what]) => what),
    ["silent", "heard"],
  );
  Server.answers = true;
  pass(20000);
  assert.equal(told.length, 2);
});

test("a server that only refuses is asked less and less often", () => {
  const { line } = opened();
  let longest = 0;
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const server = /** @type {Server} */ (Server.opened.at(-1));
    server.onopen();
    server.say({ type: "error", code: "throttled", limit: "connections" });
    server.onclose();
    assert.equal(line.attempt, attempt);
    const closed = Date.now();
    while (Server.opened.at(-1) === server) pass(STEP_MS);
    assert.ok(Date.now() - closed > longest);
    longest = Date.now() - closed;
  }
  line.end();
});

test("a request without an answer is told within three seconds, too", () => {
  const { told, line } = opened({ busy: false });
  Server.answers = false;
  line.ask({ type: "act" });
  pass(TOLD_WITHIN_MS);
  assert.equal(told[0][0], "silent");
});

test("signs of life do not keep the line from asking for frames that were lost", () => {
  const { server } = opened();
  pass(21000);
  assert.ok(server.got.some((frame) => frame.type === "sync" && frame.since === 7));
});

test("who does not look, or only looks on, is not asked every moment", () => {
  for (const hidden of [true, false]) {
    page.hidden = hidden;
    const { server, told } = opened({ busy: hidden });
    pass(19000);
    assert.deepEqual(server.got, []);
    assert.deepEqual(told, []);
  }
});

test("the device's word that it is offline is told at once", () => {
  const { told } = opened();
  heard.offline();
  assert.equal(told[0][0], "lost");
});
