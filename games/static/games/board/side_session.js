// @ts-check
/**
 * The session of a second board of the game, which shows another position than the game's latest: one that the player
 * plans, or one that is played back. Nothing is sent.
 * @typedef {import("./types").Action} Action
 * @typedef {import("./types").Change} Change
 * @typedef {import("./types").Session} Session
 * @typedef {import("./types").SessionState} SessionState
 */

/** @implements {Session} */
export class SideSession {
  /**
   * @param {Session} real @param {Partial<import("./types").Table>} changes how the table differs
   * @param {(action: Action) => void} [acted] is called with each action
   */
  constructor(real, changes, acted = () => {}) {
    this.acted = acted;
    this.onChat = () => {};
    /** @type {((change: Change) => void)[]} */
    this.listeners = [];
    const { state } = real;
    /** @type {SessionState} */
    this.state = {
      ...state,
      table: { ...state.table, can_take_back: false, ...changes },
      hint: null,
      problem: null,
      question: null,
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
    if (this.state.sending === null) this.acted(action);
  }

  dismissProblem() {
    this.set({ problem: null });
  }

  // nothing else is needed
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
