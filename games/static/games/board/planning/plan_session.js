// @ts-check
/**
 * The session of a board on which the player plans: the table as if it were their turn. Nothing is sent.
 * @typedef {import("../types").Action} Action
 * @typedef {import("../types").Change} Change
 * @typedef {import("../types").Session} Session
 * @typedef {import("../types").SessionState} SessionState
 */

/** @implements {Session} */
export class PlanSession {
  /** @param {Session} real @param {number} seat @param {(action: Action) => void} planned is called with each action */
  constructor(real, seat, planned) {
    this.real = real;
    this.planned = planned;
    this.onChat = () => {};
    /** @type {((change: Change) => void)[]} */
    this.listeners = [];
    const { state } = real;
    /** @type {SessionState} */
    this.state = {
      ...state,
      table: { ...state.table, to_move: [seat], can_take_back: false },
      hint: null,
      problem: null,
      sending: null,
    };
  }

  /** @param {Partial<SessionState>} changes */
  set(changes) {
    const before = this.state.view;
    Object.assign(this.state, changes);
    for (const listener of this.listeners) listener({ events: [], before });
  }

  /** @param {(change: Change) => void} listener */
  listen(listener) {
    this.listeners.push(listener);
  }

  /** @param {Action} action */
  act(action) {
    if (this.state.sending === null) this.planned(action);
  }

  dismissProblem() {
    this.set({ problem: null });
  }

  // planning needs none of these
  answerQuestion() {}
  start() {}
  takeBack() {}
  resign() {}
  abort() {}
  askFor() {}
  answer() {}
  goOn() {}
  async readHint() {}
  async askHint() {
    return -1;
  }
}
