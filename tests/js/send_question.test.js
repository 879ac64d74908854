// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { samples } from "./samples.js";

const listens = { addEventListener: () => {} };
Object.assign(globalThis, {
  window: { ...listens, matchMedia: () => ({ matches: false, ...listens }) },
  document: { ...listens, createElement: () => ({ append() {} }), documentElement: { lang: "en" } },
  Element: class {},
});

const { TableSession } = await import("../../games/static/games/board/session.js");
const { answerByKey, stillAsked } = await import("../../games/static/games/board/table/send_question.js");
const boards = {
  "forgotten-treasures": (await import("../../games/static/games/board/forgotten_treasures/game.js"))
    .ForgottenTreasures,
  pyramido: (await import("../../games/static/games/board/pyramido/game.js")).Pyramido,
  "silver-gold-pyramids": (await import("../../games/static/games/board/silver_gold_pyramids/game.js"))
    .SilverGoldPyramids,
};

test("the boards know which moves are final, as the engine does", () => {
  const wrong = samples.final_moves.filter(({ game, solo, type, final }) => {
    const board = Object.create(boards[/** @type {keyof typeof boards} */ (game)].prototype, { solo: { value: solo } });
    return board.final({ type }) !== final;
  });
  assert.deepEqual(wrong, []);
  assert.ok(samples.final_moves.some(({ final }) => final) && samples.final_moves.some(({ final }) => !final));
});

/** A session whose requests are kept. @param {boolean} asks */
function session(asks) {
  const made = new TableSession(/** @type {any} */ ({ id: "abc" }), asks);
  /** @type {any[]} */
  const sent = [];
  made.ask = (_kind, fields) => sent.push(fields.action);
  return { made, sent };
}

const MOVE = /** @type {any} */ ({ type: "take", space: 1, gem: "red" });

test("a final move is asked about once, and sent or left", () => {
  const { made, sent } = session(true);
  made.act(MOVE, true);
  assert.deepEqual([sent, made.state.question], [[], MOVE]);
  made.answerQuestion(false);
  assert.deepEqual([sent, made.state.question], [[], null]);
  made.act(MOVE, true);
  made.answerQuestion(true);
  made.answerQuestion(true);
  assert.deepEqual([sent, made.state.question], [[MOVE], null]);
  made.act(MOVE, false);
  assert.equal(sent.length, 2, "it can be taken back");
  const other = session(false);
  other.made.act(MOVE, true);
  assert.deepEqual(other.sent, [MOVE], "the reader does not want to be asked");
});

test("the question ends when another move is laid out, or none", () => {
  for (const [ready, asked] of /** @type {[any, boolean][]} */ ([
    [{ ...MOVE }, true],
    [{ ...MOVE, space: 2 }, false],
    [null, false],
  ])) {
    const { made } = session(true);
    made.act(MOVE, true);
    assert.equal(stillAsked(made.state, { ready: () => ready }), asked);
    assert.equal(made.state.question !== null, asked);
  }
});

test("Enter sends and Escape does not, but not a key that is held, nor Enter on a button", () => {
  class Button extends Element {
    closest() {
      return this;
    }
  }
  const cases = /** @type {[any, boolean, number][]} */ ([
    [{ key: "Enter" }, true, 1],
    [{ key: "Escape" }, true, 0],
    [{ key: "Enter", repeat: true }, false, 0],
    [{ key: "Enter", target: new Button() }, false, 0],
    [{ key: "Escape", target: new Button() }, true, 0],
    [{ key: "x" }, false, 0],
  ]);
  for (const [event, answers, count] of cases) {
    const { made, sent } = session(true);
    made.act(MOVE, true);
    assert.equal(answerByKey(made, event), answers, JSON.stringify(event));
    assert.equal(sent.length, count);
  }
});
