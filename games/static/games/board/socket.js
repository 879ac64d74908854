// @ts-check
/**
 * A WebSocket that reconnects, with growing pauses, tells the server what is known, and notices a dead connection.
 * While the reader looks on and the line is `busy`, silence is told within three seconds.
 */

const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 8000;
const PING_EVERY_MS = 20000;
const ANSWER_WITHIN_MS = 8000;
/** After so long without a frame a busy line asks for one … */
const BEAT_MS = 1400;
/** … and without an answer it counts as silent after so long. */
const SILENT_MS = 1400;
const BEAT = "beat";

/**
 * @typedef {object} Handlers
 * @property {(frame: any) => void} frame a frame from the server
 * @property {(open: boolean, attempt: number) => void} link the connection opened, or was lost for the `attempt`th time
 *   in a row
 * @property {(silent: boolean) => void} silent the open connection has fallen silent, or is heard again
 * @property {() => boolean} busy whether the reader needs to know at once that the connection is silent
 * @property {() => number | null} since returns the cursor, or null to ask for the whole view
 */

export class Line {
  /** @param {string} path @param {Handlers} handlers */
  constructor(path, handlers) {
    this.path = path;
    this.handlers = handlers;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.attempt = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.retry = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.watch = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.beat = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.quiet = undefined;
    this.silent = false;
    window.addEventListener("online", () => this.hurry());
    window.addEventListener("offline", () => this.drop());
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) return;
      this.hurry();
      if (this.open) this.heard();
    });
  }

  get open() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  connect() {
    clearTimeout(this.retry);
    const since = this.handlers.since();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${this.path}${since === null ? "" : `?since=${since}`}`);
    this.socket = socket;
    socket.onopen = () => {
      this.silent = false;
      this.handlers.link(true, 0);
      this.heard();
      this.ping();
    };
    socket.onmessage = (message) => {
      if (this.socket !== socket) return;
      this.heard();
      const frame = JSON.parse(message.data);
      if (frame.type !== "error") this.attempt = 0; // a server counts as healthy only once it sends what it should
      if (frame.ref !== BEAT) this.ping();
      if (frame.type !== "pong") this.handlers.frame(frame);
    };
    socket.onclose = () => {
      if (this.socket === socket) this.lost();
    };
  }

  lost() {
    clearTimeout(this.watch);
    clearTimeout(this.beat);
    clearTimeout(this.quiet);
    this.socket = null;
    this.attempt += 1;
    this.handlers.link(false, this.attempt);
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.attempt - 1));
    this.retry = setTimeout(() => this.connect(), pause * (0.75 + Math.random() / 2));
  }

  /** Close the connection for good. */
  end() {
    for (const timer of [this.retry, this.watch, this.beat, this.quiet]) clearTimeout(timer);
    const { socket } = this;
    this.socket = null;
    this.attempt = 0;
    socket?.close();
  }

  /** Reconnect at once: the network or the player is back. */
  hurry() {
    if (this.socket === null && this.attempt > 0) this.connect();
  }

  /** A frame has come: the connection works. */
  heard() {
    clearTimeout(this.watch);
    this.tell(false);
    clearTimeout(this.beat);
    this.beat = setTimeout(() => {
      if (document.hidden || !this.handlers.busy()) return;
      this.ask({ type: "ping", ref: BEAT });
    }, BEAT_MS);
  }

  /** Tell that the connection is silent unless a frame comes soon. */
  listen() {
    clearTimeout(this.beat);
    this.beat = setTimeout(() => this.tell(true), SILENT_MS);
  }

  /** @param {boolean} silent */
  tell(silent) {
    if (this.silent === silent) return;
    this.silent = silent;
    this.handlers.silent(silent);
  }

  /** Ask for what may have been lost after a quiet time, in which beats do not count. */
  ping() {
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => {
      const since = this.handlers.since(); // frames are sent once and can be lost: `sync` brings them, too
      this.send(since === null ? { type: "ping", ref: "ping" } : { type: "sync", since });
      this.expect();
    }, PING_EVERY_MS);
  }

  drop() {
    const socket = this.socket;
    if (!socket) return;
    this.lost();
    socket.close();
  }

  /** Close the connection unless a frame comes soon. */
  expect() {
    clearTimeout(this.watch);
    this.watch = setTimeout(() => this.drop(), ANSWER_WITHIN_MS);
  }

  /**
   * Send a request, which the server always answers.
   * @param {Record<string, unknown>} frame @returns {boolean} whether it could be sent
   */
  ask(frame) {
    const sent = this.send(frame);
    if (sent) {
      this.expect();
      this.listen();
    }
    return sent;
  }

  /** @param {Record<string, unknown>} frame @returns {boolean} whether it could be sent */
  send(frame) {
    if (!this.socket || !this.open) return false;
    this.socket.send(JSON.stringify(frame));
    return true;
  }
}
