// @ts-check
/**
 * One WebSocket that comes back: reconnects with growing pauses, says what is known already, and notices a silent line.
 */

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 8000;
const PING_EVERY = 20000;
const ANSWER_WITHIN = 8000;

/**
 * @typedef {object} Handlers
 * @property {(frame: any) => void} frame a frame from the server
 * @property {(open: boolean, attempt: number) => void} link the line opened, or was lost for the `attempt`th time in a row
 * @property {() => number | null} since the cursor, or null to be sent the whole view
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
    window.addEventListener("online", () => this.hurry());
    window.addEventListener("offline", () => this.drop());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.hurry();
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
      this.handlers.link(true, 0);
      this.ping();
    };
    socket.onmessage = (message) => {
      if (this.socket !== socket) return;
      this.attempt = 0; // a server that opens and has nothing to say is not well yet
      this.ping();
      const frame = JSON.parse(message.data);
      if (frame.type !== "pong") this.handlers.frame(frame);
    };
    socket.onclose = () => {
      if (this.socket === socket) this.lost();
    };
  }

  lost() {
    clearTimeout(this.watch);
    this.socket = null;
    this.attempt += 1;
    this.handlers.link(false, this.attempt);
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (this.attempt - 1));
    this.retry = setTimeout(() => this.connect(), pause * (0.75 + Math.random() / 2));
  }

  /** The network or the player came back: do not sit out a long pause. */
  hurry() {
    if (this.socket === null && this.attempt > 0) this.connect();
  }

  /** After a quiet while ask whether anybody is there; no answer means that the line is dead. */
  ping() {
    clearTimeout(this.watch);
    this.watch = setTimeout(() => {
      const since = this.handlers.since(); // a frame is sent once and may be lost: asking for what is new finds that too
      this.send(since === null ? { type: "ping", ref: "ping" } : { type: "sync", since });
      this.expect();
    }, PING_EVERY);
  }

  drop() {
    const socket = this.socket;
    if (!socket) return;
    this.lost();
    socket.close();
  }

  /** The next frame has to come soon, or the line is dead. */
  expect() {
    clearTimeout(this.watch);
    this.watch = setTimeout(() => this.drop(), ANSWER_WITHIN);
  }

  /** For a request, which is always answered. @param {Record<string, unknown>} frame @returns {boolean} whether it could be sent */
  ask(frame) {
    const sent = this.send(frame);
    if (sent) this.expect();
    return sent;
  }

  /** @param {Record<string, unknown>} frame @returns {boolean} whether it could be sent */
  send(frame) {
    if (!this.socket || !this.open) return false;
    this.socket.send(JSON.stringify(frame));
    return true;
  }
}
