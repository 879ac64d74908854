// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { RequestError } from "../../games/static/games/board/rest.js";
import { learnCharacters } from "../../games/static/games/board/table/computer.js";
import { Hint } from "../../games/static/games/board/table/hint.js";

learnCharacters({ levels: { greedy: { name: "Nebu", face: "/nebu.svg", url: "/opponents/#nebu" } } });
/** @type {any} */ (globalThis).document = { querySelector: () => null };

const ACTION = { type: "take", space: 3, gem: "red" };

/** A table with the reader, the computer and perhaps another seat. @param {any} [third] a seat */
function board(third) {
  /** @type {(() => void)[]} */
  const listeners = [];
  /** @type {((answer: any) => void)[]} */
  const answers = [];
  const seats = [
    { seat: 0, kind: "explorer", player: { id: "a", name: "Anna", guest: false }, ai: null, you: true },
    { seat: 1, kind: "explorer", player: null, ai: "greedy", you: false },
    ...(third
      ? [
          {
            seat: 2,
            kind: "explorer",
            player: { id: "b", name: "Berta", guest: false },
            ai: null,
            you: false,
            ...third,
          },
        ]
      : []),
  ];
  /** @type {any} */
  const state = {
    table: { seats, to_move: [0] },
    view: { seats: seats.map(({ seat }) => ({ seat, out: null })) },
    events: [],
    hint: null,
  };
  const session = {
    state,
    listen: (/** @type {() => void} */ listener) => listeners.push(listener),
    askHint: () =>
      new Promise((resolve, reject) =>
        answers.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer))),
      ),
    readHint: async () => {},
  };
  /** @type {any[]} */
  const suggested = [];
  const host = {
    session: /** @type {any} */ (session),
    owes: true,
    busy: false,
    me: 0,
    draft: /** @type {any} */ (null),
    update: () => {},
    ready: () => (host.busy ? null : host.draft),
    suggest: (/** @type {any} */ action) => {
      suggested.push(action);
      host.draft = { ...action };
      return { what: "take it." };
    },
  };
  const hint = new Hint(host);
  return {
    hint,
    host,
    session,
    state,
    suggested,
    answer: async (/** @type {any} */ what) => {
      answers.shift()?.(what);
      await new Promise((resolve) => setImmediate(resolve));
    },
    frame: (/** @type {number} */ seq) => {
      state.hint = { seq, action: ACTION };
      for (const listener of listeners) listener();
    },
  };
}

test("what comes is laid out and said", async () => {
  const { hint, suggested, answer, frame } = board();
  void hint.ask();
  assert.equal(hint.state, "thinking");
  await answer(7);
  frame(7);
  assert.deepEqual([hint.state, hint.text, suggested], ["there", "Hint: take it.", [ACTION]]);
  hint.over();
  assert.deepEqual([hint.state, hint.action, hint.text], ["none", null, ""]);
});

test("a hint is over as soon as the draft is another one", async () => {
  const { hint, host, answer, frame } = board();
  hint.follow();
  assert.equal(hint.state, "none");
  void hint.ask();
  hint.follow();
  assert.equal(hint.state, "thinking");
  await answer(7);
  frame(7);
  hint.follow();
  host.busy = true; // the hint is being sent
  hint.follow();
  assert.equal(hint.state, "there");
  host.busy = false;
  host.draft = { ...ACTION, gem: "blue" };
  hint.follow();
  assert.deepEqual([hint.state, hint.action, hint.text], ["none", null, ""]);
});

test("a frame may be faster than the answer to the request", async () => {
  const { hint, suggested, answer, frame } = board();
  void hint.ask();
  frame(7);
  assert.equal(hint.state, "thinking");
  await answer(7);
  assert.deepEqual([hint.state, suggested], ["there", [ACTION]]);
  hint.over();
});

test("a hint for another decision is left alone", async () => {
  const { hint, suggested, answer, frame } = board();
  void hint.ask();
  await answer(7);
  frame(3);
  assert.deepEqual([hint.state, suggested], ["thinking", []]);
  hint.over();
  frame(7);
  assert.deepEqual([hint.state, suggested], ["none", []]);
});

test("an answer that comes after the decision has changed does nothing", async () => {
  const { hint, answer } = board();
  void hint.ask();
  hint.over();
  await answer(7);
  assert.equal(hint.state, "none");
  void hint.ask();
  hint.over();
  await answer(new RequestError({ code: "stale", detail: "Too late." }, 409));
  assert.equal(hint.state, "none");
});

test("a refusal is said, and one may ask again", async () => {
  const { hint, answer } = board();
  void hint.ask();
  await answer(new RequestError({ code: "throttled", detail: "Slowly." }, 429));
  assert.deepEqual([hint.state, hint.text], ["failed", "Slowly."]);
  void hint.ask();
  assert.equal(hint.state, "thinking");
  hint.over();
});

test("a hint is waited for until the server has given it up, and then asked for again", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { hint, session, answer } = board();
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const late = async () => {
    t.mock.timers.tick(2500);
    await settled();
  };
  void hint.ask();
  await answer(7);
  for (let looks = 0; looks < 20; looks++) await late();
  assert.equal(hint.state, "thinking");
  session.readHint = async () => {
    throw new RequestError({ code: "unreachable", detail: "No answer." }, 0);
  };
  await late();
  assert.equal(hint.state, "thinking");
  session.readHint = async () => {
    throw new RequestError({ code: "no_hint", detail: "None." }, 404);
  };
  await late();
  assert.deepEqual([hint.state, hint.text], ["failed", "The hint took too long. You can ask again."]);
  void hint.ask();
  assert.equal(hint.state, "thinking");
  hint.over();
});

test("where another person plays there are no hints", () => {
  assert.equal(board().hint.allowed, true);
  assert.equal(board({}).hint.allowed, false);
  assert.equal(board({ ai: "greedy" }).hint.allowed, true);
  const left = board({});
  left.state.view.seats[2].out = 1; // resigned, or lost by the rules
  assert.equal(left.hint.allowed, true);
  left.state.table.to_move = [1];
  assert.equal(left.hint.allowed, false);
});
