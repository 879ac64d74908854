// @ts-check
/**
 * The state of a table on the page: frames come in, requests go out. The cursor is the seq of the last known event; if
 * a frame does not follow it, the missing part is fetched. Nothing is shown as done before the server confirms it.
 * In one file, so that the state has one writer.
 * @typedef {import("./types").Action} Action
 * @typedef {import("./types").Change} Change
 * @typedef {import("./types").SessionState} SessionState
 * @typedef {import("./types").Problem} Problem
 * @typedef {import("./types").Session} Session
 */
import { applyPatch, PatchError } from "./patch.js";
import { inPlainWords } from "./refusals.js";
import { freshKey, paths, RequestError, request } from "./rest.js";
import { Line } from "./socket.js";
import { UNREACHABLE, UnsentMove } from "./unsent_move.js";

/** @param {import("./types").Table} table */
const seatOf = (table) => table.seats?.find((seat) => seat.you)?.seat;

/** @implements {Session} */
export class TableSession {
  /**
   * @param {import("./types").Table} table as the page was served with
   * @param {boolean} [asks] whether the reader is asked before a move that cannot be taken back is sent
   */
  constructor(table, asks = false) {
    this.asks = asks;
    /** @type {SessionState} */
    this.state = {
      table,
      view: null,
      seq: -1,
      broken: false,
      events: [],
      link: "connecting",
      sending: null,
      problem: null,
      hint: null,
      ahead_ms: 0,
    };
    this.paths = paths(table.id);
    /** called with each new chat line @type {Session["onChat"]} */
    this.onChat = () => {};
    /** @type {((change: Change) => void)[]} */
    this.listeners = [];
    this.known = false;
    this.fetching = false;
    /** seq at which the page shows the effect of the last accepted request @type {number | undefined} */
    this.awaited = undefined;
    this.line = new Line(this.paths.socket, {
      frame: (frame) => this.receive(frame),
      link: (open, attempt) => this.linkChanged(open, attempt),
      silent: (silent) => this.set({ link: silent ? "silent" : "live" }),
      busy: () => this.state.table.status === "running" && this.state.table.seats.some((seat) => seat.you),
      since: () => (this.known ? this.state.seq : null),
    });
    this.unsent = new UnsentMove(this);
  }

  /** @param {(change: Change) => void} listener */
  listen(listener) {
    this.listeners.push(listener);
  }

  start() {
    this.line.connect();
  }

  stop() {
    this.line.end();
  }

  /** @param {Partial<SessionState>} changes @param {Change} [change] */
  set(changes, change = { events: [], before: this.state.view }) {
    Object.assign(this.state, changes);
    for (const listener of this.listeners) listener(change);
  }

  // --- frames in -----------------------------------------------------------------------------------------------

  /** @param {any} frame */
  receive(frame) {
    this.setClock(frame);
    switch (frame.type) {
      case "view":
        this.whole(frame);
        break;
      case "events":
        this.advance(frame);
        break;
      case "table":
        this.set({ table: frame.table });
        break;
      case "done":
        this.done(frame.ref, frame.seq);
        break;
      case "hint":
        this.hinted(frame);
        break;
      case "chat":
        this.onChat(frame.line);
        break;
      case "rated":
        this.set({ ratings: frame.ratings });
        break;
      case "plan":
        this.set({ plan: frame.plan });
        break;
      case "error":
        this.refused(frame.ref, inPlainWords(frame));
        break;
      default:
        break;
    }
  }

  /** Set the difference between the server's clock and the browser's. @param {{server_now_ms?: number}} frame */
  setClock({ server_now_ms }) {
    if (server_now_ms !== undefined) this.state.ahead_ms = server_now_ms - Date.now();
  }

  /**
   * @param {{seq: number | null, broken_at: number | null, table: import("./types").Table, view: import("./types").View
   *   | null}} frame
   */
  whole(frame) {
    const before = this.state.view;
    const seq = frame.seq ?? -1;
    const isSame = seatOf(frame.table) === seatOf(this.state.table); // watchers may see less than a player who has left
    if (this.known && isSame && seq < this.state.seq) return;
    this.known = true;
    this.set(
      {
        table: frame.table,
        view: frame.view,
        seq,
        broken: frame.broken_at !== null,
        sending: this.unsent.pending ? this.state.sending : null,
      },
      { events: [], before },
    );
    this.settle();
    this.catchUp();
  }

  /** @param {{from: number | null, seq: number, events: import("./types").GameEvent[], patch: any[]}} frame */
  advance(frame) {
    const { state } = this;
    const from = frame.from ?? -1;
    if (frame.seq <= state.seq) return;
    if (!this.known) {
      this.fetchView();
      return;
    }
    if (from !== state.seq) {
      this.sync();
      return;
    }
    let next;
    try {
      next = applyPatch({ table: state.table, view: state.view }, frame.patch);
    } catch (error) {
      if (!(error instanceof PatchError)) throw error;
      this.known = false; // the view here is no longer reliable
      this.fetchView();
      return;
    }
    const before = state.view;
    const fresh = frame.events.filter((event) => event.seq > state.seq);
    state.events = this.merged(fresh);
    this.set({ ...next, seq: frame.seq }, { events: fresh, before });
    this.settle();
  }

  /** @param {import("./types").GameEvent[]} events */
  merged(events) {
    const bySeq = new Map(this.state.events.map((event) => [event.seq, event]));
    for (const event of events) bySeq.set(event.seq, event);
    return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
  }

  /** Ask the server for what is missing. */
  sync() {
    if (!this.line.send({ type: "sync", since: this.state.seq })) this.fetchView();
  }

  /** Fetch missing events of the log: a view has the position, but not how it came about. */
  async catchUp() {
    const { state } = this;
    const missing = state.events.findIndex((event, place) => event.seq !== place);
    const last = (missing < 0 ? state.events.length : missing) - 1;
    if (state.seq <= last) return;
    try {
      for (let address = this.paths.events(last); address; ) {
        const answer = await request("GET", address);
        state.events = this.merged(answer.events);
        this.set({});
        address = answer.next;
      }
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (error.status !== 0) this.set({ problem: error.problem });
    }
  }

  // --- requests out ----------------------------------------------------------------------------------------------

  /** @param {Action} action @param {boolean} [final] whether it cannot be taken back */
  act(action, final = false) {
    if (final && this.asks && this.state.sending === null) this.set({ question: action });
    else this.send(action);
  }

  /** @param {boolean} send */
  answerQuestion(send) {
    const { question } = this.state;
    this.set({ question: null });
    if (question && send) this.send(question);
  }

  /** @param {Action} action */
  send(action) {
    this.ask("act", { expected_seq: this.state.seq, action, idempotency_key: freshKey() });
  }

  takeBack() {
    this.ask("take_back", { expected_seq: this.state.seq });
  }

  resign() {
    this.ask("resign", {});
  }

  abort() {
    this.ask("abort", { idempotency_key: freshKey() });
  }

  /** @param {import("./types").What} what */
  askFor(what) {
    this.ask("ask", { what, idempotency_key: freshKey() });
  }

  /** @param {boolean} agree @param {number} asked_seq */
  answer(agree, asked_seq) {
    this.ask("answer", { agree, asked_seq, idempotency_key: freshKey() });
  }

  goOn() {
    this.ask("resume", { idempotency_key: freshKey() });
  }

  /**
   * Ask for a hint.
   * @returns {Promise<number>} seq of the decision, which `state.hint` will have @throws {RequestError}
   */
  async askHint() {
    return this.hinted(await request("POST", this.paths.hint, { expected_seq: this.state.seq }));
  }

  /** Fetch the hint, in case its frame was lost. @throws {RequestError} */
  async readHint() {
    this.hinted(await request("GET", this.paths.hint));
  }

  /** @param {{seq: number, action: Action | null}} answer `action` is null while the computer is thinking */
  hinted({ seq, action }) {
    if (action) this.set({ hint: { seq, action } });
    return seq;
  }

  /** @param {import("./types").Sending} kind @param {Record<string, unknown>} fields */
  ask(kind, fields) {
    this.unsent.ask(kind, fields);
  }

  /** @param {string} ref @param {number} seq */
  done(ref, seq) {
    if (this.unsent.pending?.ref !== ref) return;
    this.unsent.end();
    this.awaited = seq;
    this.settle();
  }

  /** End the request once the page shows its effect. */
  settle() {
    if (this.unsent.pending || this.state.sending === null) return;
    if (this.awaited !== undefined && this.state.seq < this.awaited) return;
    this.awaited = undefined;
    this.set({ sending: null });
  }

  /** @param {string | undefined} ref @param {Problem} problem */
  refused(ref, problem) {
    if (ref !== undefined && ref !== null && this.unsent.pending?.ref !== ref) return;
    this.unsent.end();
    this.set({ sending: null, problem });
    if (problem.code === "stale") this.sync();
  }

  dismissProblem() {
    this.set({ problem: null });
  }

  // --- the line ----------------------------------------------------------------------------------------------------

  /** @param {boolean} open @param {number} attempt */
  linkChanged(open, attempt) {
    if (open) {
      this.set({ link: "live", problem: this.state.problem?.code === UNREACHABLE ? null : this.state.problem });
      this.unsent.sendAgain();
    } else {
      this.set({ link: this.state.link === "polling" ? "polling" : "lost" });
      if (this.unsent.pending) void this.unsent.post(this.unsent.pending);
      else if (attempt > 1) this.fetchView();
    }
  }

  /** Fetch the view over REST. */
  async fetchView() {
    if (this.fetching) return;
    this.fetching = true;
    try {
      const answer = await request("GET", this.paths.view);
      if (this.state.link === "lost") this.state.link = "polling";
      this.setClock(answer);
      this.whole(answer);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (error.status === 0) this.set({ link: "lost" });
      else this.set({ problem: error.problem });
    } finally {
      this.fetching = false;
    }
  }
}
