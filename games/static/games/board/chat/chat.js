// @ts-check
/**
 * The chat of a table, in the rooms that the reader may read. A line is shown once the server has stored it.
 * @typedef {import("../types").ChatLine} ChatLine
 * @typedef {import("../types").ChatPage} ChatPage
 * @typedef {import("../types").Room} Room
 */
import { freshKey, RequestError, request } from "../rest.js";
import { joined, merged, pageOf, toldKeys, unread } from "./rooms.js";

export class Chat {
  /**
   * @param {string} table its id @param {import("../rest").Paths} paths
   * @param {string} me the reader's public id, or "" @param {() => void} update
   */
  constructor(table, paths, me, update) {
    this.table = table;
    this.paths = paths;
    this.me = me;
    this.update = update;
    /** @type {Room[]} */
    this.read = [];
    /** @type {Room[]} */
    this.write = [];
    /** @type {Room | null} the room that is shown */
    this.room = null;
    /** @type {Record<Room, {lines: ChatLine[], before: string | null}>} */
    this.rooms = { players: { lines: [], before: null }, spectators: { lines: [], before: null } };
    /** @type {Record<Room, string>} what has been typed */
    this.drafts = { players: "", spectators: "" };
    this.loaded = false;
    this.sending = false;
    /** @type {string | null} why something was not said, a sentence */
    this.error = null;
    /** @type {string | null} why nothing could be read */
    this.trouble = null;
    /** @type {Set<string>} lines that the reader has reported */
    this.reported = new Set();
    /** @type {Set<string>} people whom the reader blocks */
    this.muted = new Set();
    /** @type {string | null} why the reader writes nowhere, by the moderators' decision */
    this.silenced = null;
    /** @type {Set<string>} lines of such people that the reader wanted to see */
    this.unfolded = new Set();
    /** whether the open room is visible on the screen */
    this.inSight = false;
    /** @type {Record<string, number>} room → the time up to which it has been read */
    this.seen = remembered(paths.chat());
    /** @type {{room: Room, text: string, key: string} | null} what may have been kept though no answer came */
    this.doubtful = null;
    this.asking = false;
    this.askAgain = false;
  }

  /** Ask for the newest lines of every room. */
  async load() {
    this.askAgain = this.asking;
    if (this.asking) return;
    this.asking = true;
    try {
      const first = await request("GET", this.paths.chat());
      this.allowed(first);
      for (const room of this.read.slice(1)) this.take(await request("GET", this.paths.chat(room)));
      this.loaded = true;
      this.trouble = null;
    } catch (error) {
      this.trouble = sentence(error);
    } finally {
      this.asking = false;
    }
    if (this.askAgain) await this.load();
    else this.changed();
  }

  /** @param {ChatPage} answer */
  allowed(answer) {
    this.read = answer.read;
    this.write = answer.write;
    this.muted = new Set(answer.muted);
    this.silenced = answer.silenced;
    if (this.room === null || !this.read.includes(this.room)) this.room = answer.room;
    this.take(answer);
  }

  /** @param {ChatPage} answer */
  take(answer) {
    if (answer.room) this.rooms[answer.room] = joined(this.rooms[answer.room], pageOf(answer));
  }

  /** Fetch the lines before the known ones. @returns {Promise<void>} */
  async older() {
    const { room } = this;
    if (!room || this.asking) return;
    const known = this.rooms[room];
    if (known.before === null) return;
    this.asking = true;
    try {
      const answer = await request("GET", known.before);
      const { lines, before } = pageOf(answer);
      this.rooms[room] = { lines: merged(this.rooms[room].lines, lines), before };
      this.trouble = null;
    } catch (error) {
      this.trouble = sentence(error);
    } finally {
      this.asking = false;
    }
    this.update();
  }

  /** Take in a line from the server. @param {ChatLine} line @returns {boolean} whether it is new to the reader */
  hear(line) {
    const room = this.rooms[line.room];
    const known = room.lines.some((one) => one.id === line.id);
    room.lines = merged(room.lines, [line]);
    this.changed();
    return !known && line.by.id !== this.me && !this.muted.has(line.by.id);
  }

  /** @param {string} text @returns {Promise<boolean>} whether it has been said */
  async say(text) {
    const { room } = this;
    if (!room || this.sending || text.trim() === "") return false;
    this.sending = true;
    this.error = null;
    this.update();
    const { doubtful } = this;
    const key = doubtful?.room === room && doubtful.text === text ? doubtful.key : freshKey();
    try {
      const line = await request("POST", this.paths.chat(), { room, text }, { "Idempotency-Key": key });
      this.doubtful = null;
      this.hear(line);
      return true;
    } catch (error) {
      this.doubtful =
        error instanceof RequestError && (error.status === 0 || error.status >= 500) ? { room, text, key } : null;
      this.error = sentence(error);
      if (error instanceof RequestError && error.status === 403) void this.load(); // who may write may have changed
      return false;
    } finally {
      this.sending = false;
      this.update();
    }
  }

  /** Mark the line whose report page has this address as reported, if there is one. @param {string} address */
  wasReported(address) {
    for (const { lines } of Object.values(this.rooms)) {
      const line = lines.find((one) => this.paths.report(one.id) === address);
      if (line) this.reported.add(line.id);
    }
    this.update();
  }

  /** Whether a line is folded away. @param {ChatLine} line */
  folded(line) {
    return this.muted.has(line.by.id) && !this.unfolded.has(line.id);
  }

  /** @param {ChatLine} line */
  unfold(line) {
    this.unfolded.add(line.id);
    this.update();
  }

  /** @param {Room} room */
  show(room) {
    this.room = room;
    this.error = null;
    this.changed();
  }

  /** @param {boolean} inSight */
  look(inSight) {
    if (inSight === this.inSight) return;
    this.inSight = inSight;
    this.changed();
  }

  /** Mark notifications of lines that have been read here as read. @param {string[]} keys of notifications */
  async rung(keys) {
    try {
      await request("POST", this.paths.notificationsRead, { keys });
    } catch (error) {
      sentence(error); // without an answer the bell keeps its number
    }
  }

  /** @param {Room} room */
  unread(room) {
    const lines = this.rooms[room].lines.filter((line) => !this.muted.has(line.by.id));
    return this.read.includes(room) ? unread(lines, this.seen[room] ?? 0, this.me) : 0;
  }

  get allUnread() {
    return this.read.reduce((sum, room) => sum + this.unread(room), 0);
  }

  /** Mark what is visible as read. */
  changed() {
    const { room } = this;
    const last = room && this.rooms[room].lines.at(-1);
    if (room && last && this.inSight && last.at_ms > (this.seen[room] ?? 0)) {
      const keys = toldKeys(this.table, this.rooms[room].lines, this.seen[room] ?? 0, this.me);
      if (keys.length > 0 && this.me) void this.rung(keys);
      this.seen[room] = last.at_ms;
      remember(this.paths.chat(), this.seen);
    }
    this.update();
  }
}

/** Return the sentence of a failed request; throw any other error again. @param {unknown} error */
function sentence(error) {
  if (!(error instanceof RequestError)) throw error;
  return error.message;
}

/** @param {string} key @returns {Record<string, number>} */
function remembered(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}");
  } catch {
    return {}; // without storage, everything counts as unread when the page is loaded
  }
}

/** @param {string} key @param {Record<string, number>} seen */
function remember(key, seen) {
  try {
    localStorage.setItem(key, JSON.stringify(seen));
  } catch {
    return; // as above
  }
}
