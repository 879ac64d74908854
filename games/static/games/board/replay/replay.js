// @ts-check
/**
 * The past of a game on its own page: a second board shows any moment, all of which are loaded at the first use. The
 * address names the moment (`#42` is the one after event 42).
 * @typedef {import("../types").BoardComponent} BoardComponent
 * @typedef {import("../types").LogLine} LogLine
 * @typedef {import("../types").Session} Session
 * @typedef {import("./moments.js").Moment} Moment
 */
import { paths, RequestError, request } from "../rest.js";
import { SideSession } from "../side_session.js";
import { copied, select } from "../table/copying.js";
import { mySeat } from "../table/players.js";
import { onceRendered } from "../table/rendered.js";
import { narrow } from "../table/screen.js";
import { Eyes } from "./eyes.js";
import { doer, keepsSecret, marks, pointsOf } from "./moments.js";

/** Time (ms) for each moment at the three speeds, and for one at which no piece has moved. */
const PACES_MS = [2400, 1200, 500];
const SECRET_MS = 200;
/** Time (ms) after which the address names the moment: browsers limit how often it may change. */
const ADDRESS_MS = 250;

/** Return the seq of the event that a line tells of. @param {LogLine} line */
const eventOf = (line) => Number.parseInt(line.key, 10);

const ADDRESS = /^#(\d{1,9})$/;

export class Replay {
  /**
   * @param {Session} real @param {(session: Session) => Promise<BoardComponent>} open makes another board of the game
   * @param {import("../page.js").Page} page
   */
  constructor(real, open, page) {
    this.real = real;
    this.open = open;
    this.page = page;
    this.paths = paths(real.state.table.id);
    this.eyes = new Eyes(this);
    /** @type {SideSession | null} */
    this.session = null;
    /** @type {BoardComponent | null} */
    this.game = null;
    /** the number of the moment that is shown; null: the game as it is now @type {number | null} */
    this.at = null;
    /** the seat that the reader wants to see, or null for the one that acts @type {number | null} */
    this.watched = null;
    /** which of the three speeds */
    this.pace = 0;
    this.playing = false;
    /** whether the address of this moment has been copied, or the browser refused to */
    this.copied = false;
    this.refused = false;
    /** why nothing could be loaded, or "" */
    this.trouble = "";
    /** @type {Promise<boolean> | null} */
    this.loading = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.naming = undefined;
    /** @type {Map<string, {needs: unknown, made: any}>} */
    this.made = new Map();
    real.listen(() => this.follow());
    document.addEventListener("replay", () => void this.play());
    window.addEventListener("hashchange", () => void this.readAddress());
  }

  get active() {
    return this.at !== null;
  }
  /** Whether it is active, or will be. */
  get wanted() {
    return this.active || ADDRESS.test(location.hash);
  }
  /** Whether the game has a past, and its controls are always shown. */
  get over() {
    return this.offered && this.real.state.table.status !== "running";
  }
  get offered() {
    return this.real.state.view !== null && this.real.state.seq > 0;
  }
  /** Whether all moments are known. */
  get ready() {
    return this.game !== null && this.moments.last > 0;
  }
  get moments() {
    return this.eyes.moments();
  }
  /** The number of the moment that is shown; now is the latest one. */
  get place() {
    return this.at ?? this.moments.last;
  }
  /** @returns {Moment | null} */
  get moment() {
    return this.at === null ? null : this.moments.all[this.at];
  }

  /** @template T @param {string} name @param {unknown} needs @param {() => T} make @returns {T} */
  once(name, needs, make) {
    const known = this.made.get(name);
    if (known && known.needs === needs) return known.made;
    const made = make();
    this.made.set(name, { needs, made });
    return made;
  }

  /** Where the game's stages begin. */
  get marks() {
    const { game, moments } = this;
    return this.once("marks", moments.view, () => (game ? marks(moments.all, (view) => game.stageOf(view)) : []));
  }
  /** The points of all seats at each moment. */
  get points() {
    return this.once("points", this.moments.view, () => pointsOf(this.moments.all));
  }

  /** The game goes on while its past is shown. */
  follow() {
    const { table, seq } = this.real.state;
    this.session?.set({ table: { ...table, to_move: [], can_take_back: false } });
    if (this.active && seq > this.moments.seq) void this.load();
  }

  /** Load what is not known yet. @param {number | null} [seat] @returns {Promise<boolean>} whether there is anything */
  load(seat = this.eyes.seat) {
    const { seq } = this.eyes.moments(seat); // if it is all known, nothing is rendered before the moment is shown
    if (this.ready && !this.trouble && !this.loading && seq >= this.real.state.seq) return Promise.resolve(true);
    this.loading ??= this.fetch(seat).then((done) => {
      this.loading = null;
      if (this.at !== null && this.at > this.moments.last) this.leave();
      this.page.update();
      return done;
    });
    return this.loading;
  }

  /** @param {number | null} seat */
  async fetch(seat) {
    const { page, real } = this;
    const moments = this.eyes.moments(seat);
    this.trouble = "";
    try {
      while (moments.seq < real.state.seq) {
        const known = moments.seq;
        moments.add(await request("GET", this.paths.steps(known, seat)));
        if (moments.seq === known) break;
      }
      if (!this.game) {
        this.session = new SideSession(real, { to_move: [] });
        const game = await this.open(/** @type {Session} */ (this.session));
        const look = game.look.bind(game);
        game.look = (other) => (game.builds(this.moments.view.seats[other]) ? this.watch(other) : look(other));
        game.status = () => ({ text: this.text, yours: false });
        Object.assign(game, { past: true, turns: page.game?.turns ?? game.turns }); // one takes the other's place
        game.ui.resultHidden = true;
        this.game = game;
      }
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      this.trouble = error.problem.detail;
    }
    return this.trouble === "" && moments.last > 0;
  }

  /** Show the moment that the address names. */
  async readAddress() {
    const named = ADDRESS.exec(location.hash);
    if (named && this.offered) await this.goTo(Number(named[1]));
    else if (this.eyes.seat !== null) await this.load();
  }

  /** Show the moment after an event. @param {number} seq */
  async goTo(seq) {
    this.stop();
    if (await this.load()) this.show(this.moments.at(seq));
  }

  /** Show the moment that is so many steps away. @param {number} by */
  async step(by) {
    this.stop();
    if (await this.load()) this.show(this.place + by);
  }

  /** Show a moment by its number, as the reader has asked. @param {number} at */
  jump(at) {
    this.stop();
    this.show(at);
  }

  /** @param {number} at the latest moment is the game as it is now */
  show(at) {
    const { moments, session, game } = this;
    if (at >= moments.last || !session || !game) {
      this.leave();
      return;
    }
    const before = session.state.view;
    game.leaps = this.at === null || at !== this.at + 1;
    this.at = Math.max(0, at);
    this.copied = this.refused = false;
    const { view, seq, events } = moments.all[this.at];
    session.set({
      view: { ...view, decision: null },
      seq,
      events: this.real.state.events.filter((event) => event.seq <= seq),
    });
    this.turnTo(doer(moments.all[this.at]));
    game.arrived({ events: game.leaps ? [] : events, before });
    if (this.page.game) this.page.game.ui.resultHidden = true;
    clearTimeout(this.naming);
    this.naming = setTimeout(() => history.replaceState(null, "", `#${seq}`), ADDRESS_MS);
    this.page.update();
    onceRendered(() => this.page.revealLine());
  }

  /** Have a seat in the middle, unless the reader has chosen one. @param {number | null} seat */
  turnTo(seat) {
    const { game, watched } = this;
    if (!game) return;
    const told = this.moment?.view.seats[watched ?? this.eyes.seat ?? seat ?? -1];
    const shown = told && game.builds(told) ? told.seat : null;
    if (mySeat(this.real.state.table) !== null) game.spotlight = shown;
    else if (shown !== null) game.ui.watched = shown;
  }

  /** Keep a seat in the middle. @param {number} seat */
  watch(seat) {
    this.watched = seat;
    this.turnTo(seat);
    this.page.update();
  }

  /** Show the game as it is now. */
  leave() {
    this.stop();
    clearTimeout(this.naming);
    this.copied = this.refused = false;
    this.at = null;
    this.watched = null;
    if (this.page.game) this.page.game.leaps = true; // until it is rendered
    if (ADDRESS.test(location.hash)) history.replaceState(null, "", location.pathname + location.search);
    this.page.update();
    onceRendered(() => this.page.revealLine());
  }

  // --- playing ------------------------------------------------------------------------------------------------------

  async play() {
    if (this.playing || !(await this.load())) {
      this.stop();
      return;
    }
    if (!this.active) this.show(0);
    this.playing = this.active;
    this.later();
    this.page.update();
  }

  later() {
    const { moment } = this;
    clearTimeout(this.timer);
    if (!this.playing || !moment) return;
    const next = this.moments.all[this.place + 1];
    this.timer = setTimeout(
      () => {
        this.show(this.place + 1);
        this.later();
      },
      next && keepsSecret(next) ? SECRET_MS : PACES_MS[this.pace],
    );
  }

  stop() {
    clearTimeout(this.timer);
    if (!this.playing) return;
    this.playing = false;
    this.page.update();
  }

  changePace() {
    this.pace = (this.pace + 1) % PACES_MS.length;
    if (this.playing) this.later();
    this.page.update();
  }

  // --- words --------------------------------------------------------------------------------------------------------

  /** The log's lines by event. @returns {Map<number, LogLine[]>} */
  get lines() {
    const { game } = this.page;
    const lines = game ? this.page.lines(game) : [];
    return this.once("lines", lines, () => {
      /** @type {Map<number, LogLine[]>} */
      const bySeq = new Map();
      for (const line of lines) {
        const seq = eventOf(line);
        bySeq.set(seq, [...(bySeq.get(seq) ?? []), line]);
      }
      return bySeq;
    });
  }

  /** What has led to the moment that is shown. @returns {string} */
  get text() {
    const { moment } = this;
    if (!moment) return "";
    const told = [...this.lines].flatMap(([seq, lines]) => (seq >= moment.first && seq <= moment.seq ? lines : []));
    const aloud = told.filter(({ tone }) => tone !== "quiet");
    return (aloud.length > 0 ? aloud : told).map(({ text }) => text).join(" ") || (this.game?.stageNote() ?? "");
  }

  /** The address of the moment that is shown. */
  get link() {
    const seq = this.moment?.seq ?? this.real.state.seq;
    return new URL(`/games/${this.real.state.table.id}/${this.eyes.query}#${seq}`, location.href).href;
  }

  async copy() {
    this.copied = await copied(this.link);
    this.refused = !this.copied;
    this.page.update();
    if (this.refused) select(".replay-address input");
  }

  /** What the log does with its lines. */
  get inLog() {
    const { moment } = this;
    return {
      go: (/** @type {LogLine} */ line) => {
        if (narrow()) this.page.openSide(false);
        void this.goTo(eventOf(line));
      },
      shown: (/** @type {LogLine} */ line) =>
        moment !== null && eventOf(line) >= moment.first && eventOf(line) <= moment.seq,
    };
  }

  /** Handle a key that no control has used; return whether it did anything. @param {KeyboardEvent} event */
  key({ key }) {
    if (key === "ArrowLeft" && (this.active || this.over)) void this.step(-1);
    else if (!this.active) return false;
    else if (key === "ArrowRight") void this.step(1);
    else if (key === "Home") this.jump(0);
    else if (key === "End" || key === "Escape") this.leave();
    else return false;
    return true;
  }
}
