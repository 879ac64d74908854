// @ts-check
/**
 * The session of a lesson: an action is sent to the lesson's address, which answers with what happens next, or says
 * what is meant instead. What follows an action is shown moment by moment.
 * @typedef {import("../types").Action} Action
 * @typedef {import("../types").Change} Change
 * @typedef {import("../types").Session} Session
 * @typedef {import("../types").SessionState} SessionState
 *
 * @typedef {object} Moment
 * @property {number} seq
 * @property {import("../types").GameEvent[]} events
 * @property {import("../types").View} view
 * @property {import("../types").Table} table
 *
 * @typedef {object} Frame what to show before a step, as the server has it (games/learn/selectors.py)
 * @property {number} step counted from 0
 * @property {number} steps
 * @property {string} text
 * @property {Action | null} meant null at the end
 * @property {Action[]} also actions that do as well
 * @property {string[]} free fields of the action that do not matter
 * @property {boolean} marked
 * @property {Action | null} begin what is laid out from the start
 * @property {boolean} draft whether the step is done once what is meant is laid out
 * @property {import("../types").GameEvent[]} past
 * @property {Moment[]} moments
 */
import { RequestError, request } from "../rest.js";
import { stillness } from "../table/motion.js";

/** Time (ms) for which a moment is shown before the next one. */
const MOMENT_MS = 1500;
/** Kinds of events that change nothing on the board: a decision that is still secret. */
const UNSEEN = ["submission", "submitted"];
/** More events than these are a part of the game that is left out. */
const MANY = 8;
const NOT_MEANT = "not_meant";

/** @implements {Session} */
export class LessonSession {
  /** @param {string} address @param {Frame} frame @param {import("./progress.js").Progress} progress */
  constructor(address, frame, progress) {
    this.address = address;
    this.progress = progress;
    this.frame = frame;
    /** what a learner is told who did something else, or "" */
    this.refusal = "";
    /** the moments that are still to be shown @type {Moment[]} */
    this.coming = [];
    this.onChat = () => {};
    /** @type {((change: Change) => void)[]} */
    this.listeners = [];
    const [last] = frame.moments.slice(-1);
    /** @type {SessionState} */
    this.state = {
      table: last.table,
      view: last.view,
      seq: last.seq,
      broken: false,
      events: [],
      link: "live",
      sending: null,
      problem: null,
      hint: null,
      ahead_ms: 0,
      question: null,
    };
    this.jump(frame);
  }

  get over() {
    return this.frame.meant === null;
  }
  /** Whether something is still to be shown before the next step. */
  get moving() {
    return this.coming.length > 0;
  }

  /** @param {Partial<SessionState>} changes @param {Change} [change] */
  set(changes, change = { events: [], before: this.state.view }) {
    Object.assign(this.state, changes);
    for (const listener of this.listeners) listener(change);
  }

  /** @param {(change: Change) => void} listener */
  listen(listener) {
    this.listeners.push(listener);
  }

  /** Show the position of a step at once. @param {Frame} frame */
  jump(frame) {
    this.frame = frame;
    this.refusal = "";
    this.coming = [];
    const [last] = frame.moments.slice(-1);
    const events = [...frame.past, ...frame.moments.flatMap((moment) => moment.events)];
    this.set({ table: last.table, view: last.view, seq: last.seq, events, sending: null, problem: null });
  }

  /** Go to where this browser was in the lesson. */
  async resume() {
    const { step } = this.progress;
    if (step > 0 && step < this.frame.steps) await this.goTo(step);
  }

  /** @param {number} step */
  async goTo(step) {
    const frame = await this.ask({ step });
    if (frame) this.jump(frame);
    if (frame) this.progress.step = step;
  }

  /** @param {Action} action */
  act(action) {
    if (this.state.sending === null && !this.moving) void this.send(action);
  }

  /** @param {Action} action */
  async send(action) {
    this.refusal = "";
    this.set({ sending: "act" });
    const frame = await this.ask({ step: this.frame.step, action });
    if (!frame) return;
    this.frame = frame;
    this.progress.step = frame.step;
    this.coming = frame.moments;
    this.next();
  }

  /** Show the next moment, and go on to the one after it in time. */
  next() {
    const [moment, ...coming] = this.coming;
    if (!moment) return;
    this.coming = coming;
    const before = this.state.view;
    const events = moment.events.length > MANY ? [] : moment.events;
    const view = coming.length > 0 ? { ...moment.view, decision: null } : moment.view;
    const { table, seq } = moment;
    this.set(
      { table, view, seq, events: [...this.state.events, ...moment.events], sending: coming.length > 0 ? "act" : null },
      { events, before },
    );
    if (coming.length === 0) return;
    const wait = stillness() || moment.events.every(({ kind }) => UNSEEN.includes(kind)) ? 0 : MOMENT_MS;
    setTimeout(() => this.next(), wait);
  }

  /** @param {object} body @returns {Promise<Frame | null>} null if it was refused */
  async ask(body) {
    try {
      return await request("POST", this.address, body);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      this.refusal = error.problem.code === NOT_MEANT ? error.problem.detail : "";
      this.set({ sending: null, problem: this.refusal ? null : error.problem });
      return null;
    }
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
