// @ts-check
/**
 * Tells the server which events of the game the reader has seen on this page, so that no bell, push message or mail
 * tells of them again (docs/notifications.md).
 * @typedef {import("./session.js").TableSession} TableSession
 */
import { RequestError, request } from "./rest.js";
import { present } from "./table/presence.js";

/** how long after a request without an answer the server is told again */
const AGAIN_MS = 5000;

export class ShownEvents {
  /** @param {TableSession} session @param {number} unread the bell's number */
  constructor(session, unread) {
    this.session = session;
    this.unread = unread;
    /** whether there may be notifications about what the page has shown */
    this.wanted = unread > 0;
    /** the event that the page must have shown before it says so */
    this.from = 0;
    /** the seq up to which the server was told last */
    this.said = -1;
    /** whether the socket is open; undefined until it was for the first time @type {boolean | undefined} */
    this.live = undefined;
    session.listen(() => this.follow());
    document.addEventListener("account", (event) => this.told(/** @type {CustomEvent} */ (event).detail));
    document.addEventListener("bell", (event) => this.rung(/** @type {CustomEvent<number>} */ (event).detail));
    document.addEventListener("presence", () => this.again());
  }

  /** A frame of the account's socket. @param {{type: string, subject?: string, seq?: number | null}} frame */
  told({ type, subject, seq }) {
    if (type !== "notification" || subject !== this.session.state.table.id || typeof seq !== "number") return;
    this.from = Math.max(this.from, seq);
    this.wanted = true;
    void this.tell();
  }

  /** The bell has another number; frames that would say why may have been lost. @param {number} unread */
  rung(unread) {
    this.wanted = this.wanted || unread > this.unread;
    this.unread = unread;
    void this.tell();
  }

  /** The page is looked at again, or has been brought up to date. */
  again() {
    this.wanted = this.wanted || this.unread > 0;
    void this.tell();
  }

  follow() {
    const { link, seq } = this.session.state;
    const live = link === "live";
    // the first connection often brings nothing that the page was not served with
    if (live && (this.live === false || (this.live === undefined && seq > this.said))) this.again();
    else void this.tell();
    if (live || this.live !== undefined) this.live = live;
  }

  async tell() {
    const { table, seq, view } = this.session.state;
    const seated = table.seats.some((seat) => seat.you);
    if (!this.wanted || !present() || !view || !seated || seq < this.from) return;
    this.wanted = false;
    this.said = seq;
    try {
      await request("POST", this.session.paths.notificationsRead, { subject: table.id, seq });
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      this.wanted = error.status === 0 || error.status >= 500;
      if (this.wanted) setTimeout(() => void this.tell(), AGAIN_MS);
    }
  }
}
