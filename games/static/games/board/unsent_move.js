// @ts-check
/**
 * The move, or another request, that the server has not answered yet. There is one at a time. It goes over the socket
 * or over REST, is kept while there is no network, and is sent again when the network returns; its key makes it count
 * once. What cannot be sent outlives the page (app/kept.js), for the account that has made it.
 * @typedef {{ref: string, kind: import("./types").Sending, frame: Record<string, unknown>}} Pending
 */
import { ENDED, forgetUnsent, keepUnsent, unsentOf } from "../app/kept.js";
import { gettext } from "./i18n.js";
import { csrfToken, RequestError, request } from "./rest.js";

/** Requests that go over the socket while it is open; all others are rare and go over REST. */
const BY_SOCKET = new Set(["act", "take_back", "resign"]);

/** Code of the problem that the page shows while the move waits for the network. */
export const UNREACHABLE = "unreachable";

export class UnsentMove {
  /** @param {import("./session.js").TableSession} session */
  constructor(session) {
    this.session = session;
    /** @type {Pending | null} */
    this.pending = null;
    this.refs = 0;
    /** key of the move that is kept beyond this page @type {string | null} */
    this.kept = null;
  }

  /** Send a request, unless one is on its way. @param {Pending["kind"]} kind @param {Record<string, unknown>} fields */
  ask(kind, fields) {
    if (this.pending) return;
    this.refs += 1;
    const ref = String(this.refs);
    this.pending = { ref, kind, frame: { type: kind, ref, ...fields } };
    this.session.set({ sending: kind, problem: null });
    this.sendAgain();
  }

  /** Take up the move that an earlier page of this game could not send. @returns {Promise<void>} */
  async restore() {
    const { session } = this;
    const record = await unsentOf(session.state.table.id, document.documentElement.dataset.account ?? null);
    if (!record || this.pending) return;
    if (record.refused !== undefined) {
      const ended = gettext("Your move was not sent: you were signed out before that was possible.");
      session.set({ problem: { code: "refused", detail: record.refused === ENDED ? ended : record.refused } });
      await forgetUnsent(record.game, record.key);
      return;
    }
    const { key: idempotency_key, seq: expected_seq, action } = record;
    this.kept = record.key;
    this.ask("act", { expected_seq, action, idempotency_key });
  }

  /** The server has answered. */
  end() {
    this.pending = null;
    if (this.kept !== null) void forgetUnsent(this.session.state.table.id, this.kept);
    this.kept = null;
  }

  /** Keep a move beyond this page. @param {Pending} pending */
  keep({ kind, frame }) {
    const account = document.documentElement?.dataset.account;
    if (kind !== "act" || account === undefined) return;
    this.kept = String(frame.idempotency_key);
    void keepUnsent(account, {
      game: this.session.state.table.id,
      key: this.kept,
      seq: Number(frame.expected_seq),
      action: frame.action,
      csrf: csrfToken(),
      title: document.getElementById("board-csrf")?.dataset.game ?? "",
    });
  }

  /** Send what waits, over the socket if possible. */
  sendAgain() {
    const { pending } = this;
    if (!pending) return;
    if (!BY_SOCKET.has(pending.kind) || !this.session.line.ask(pending.frame)) void this.post(pending);
  }

  /**
   * Send a request over REST; its key makes it count once even if it also went over the socket.
   * @param {Pending} pending
   */
  async post(pending) {
    const { session } = this;
    const { frame } = pending;
    const { actions: act, takeBack: take_back, resign, abort, requests: ask, answer, resume } = session.paths;
    const path = { act, take_back, resign, abort, ask, answer, resume }[pending.kind];
    const key = frame.idempotency_key;
    this.keep(pending);
    const { type, ref, idempotency_key, ...body } = frame;
    try {
      const reply = await request("POST", path, body, typeof key === "string" ? { "Idempotency-Key": key } : {});
      session.done(pending.ref, reply.seq);
      if (!session.line.open) session.fetchView();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (error.status === 0 && this.pending === pending) {
        session.set({
          problem: {
            code: UNREACHABLE,
            detail: gettext("The server cannot be reached. Your move is saved and will be sent as soon as it answers."),
          },
        });
      } else {
        session.refused(pending.ref, error.problem);
      }
    }
  }
}
