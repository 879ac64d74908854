// @ts-check
/**
 * What others did since the reader looked, played back on a second board: each deed is told, what it takes is marked,
 * and then where it has gone. It can be skipped, and seen again. Nothing plays by itself for readers who prefer reduced
 * motion.
 * @typedef {import("../types").BoardComponent} BoardComponent
 * @typedef {import("../types").Session} Session
 * @typedef {import("../types").Change} Change
 * @typedef {import("./scenes.js").Scene} Scene
 */
import { applyPatch } from "../patch.js";
import { paths, RequestError, request } from "../rest.js";
import { SideSession } from "../side_session.js";
import { stillness } from "../table/motion.js";
import { mySeat } from "../table/players.js";
import { present } from "../table/presence.js";
import { onceRendered } from "../table/rendered.js";
import { Marks } from "./marks.js";
import { latestDeeds, scenesOf } from "./scenes.js";

/** Time (ms) for what is about to be taken; then for where it has gone, at least and for each letter to be read. */
const TAKEN_MS = 600;
const GONE_MS = 900;
const LETTER_MS = 22;

/** The last scenes are played, and no more of them. */
const MOST_SCENES = 12;
/** How many events back they are looked for. */
const MOST_EVENTS = 60;

/** Time (ms) for which a page that is opened waits for what it has to play back before it shows the board. */
const PATIENCE_MS = 1500;

export class Playback {
  /**
   * @param {Session} real @param {(session: Session) => Promise<BoardComponent>} open makes another board of the game
   * @param {() => void} update @param {import("./seen.js").Seen} seen
   */
  constructor(real, open, update, seen) {
    this.real = real;
    this.open = open;
    this.update = update;
    this.seen = seen;
    this.paths = paths(real.state.table.id);
    this.marks = new Marks();
    /** @type {SideSession | null} */
    this.session = null;
    /** @type {BoardComponent | null} */
    this.game = null;
    /** @type {Scene[]} */
    this.scenes = [];
    /** the scene that is shown */
    this.at = -1;
    /** resolves when the page need not wait any longer with the board for what is played back */
    this.held = Promise.resolve();
    this.release = () => {};
    /** whether the reader looks at something else */
    this.elsewhere = () => false;
    this.begun = false;
    this.loading = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    real.listen((change) => this.follow(change));
    document.addEventListener("presence", () => this.follow());
    document.addEventListener("pointerdown", ({ target }) => {
      if (this.active && target instanceof Element && target.closest(".stage-of-play")) this.skip();
    });
  }

  get active() {
    return this.at >= 0;
  }
  get me() {
    return mySeat(this.real.state.table);
  }
  /** Whether the page has all events, so that the latest deeds are known. */
  get complete() {
    const { events, seq } = this.real.state;
    return events.length > seq;
  }
  /** Whether there is something to see again. */
  get offered() {
    return !this.active && this.complete && latestDeeds(this.real.state.events, this.me) !== null;
  }

  /** The table has changed, or the reader has come or gone. @param {Change} [change] */
  follow(change) {
    const { view, seq, table } = this.real.state;
    if (!view || this.active || this.loading || this.elsewhere() || !present()) return;
    const { seq: seen } = this.seen;
    if (!this.begun && seen === null && table.status === "running" && this.me !== null) {
      // A game that was never shown in this browser: the reader has seen what came before the latest deeds.
      if (!this.complete) return;
      const since = latestDeeds(this.real.state.events, this.me);
      this.begun = true;
      if (since !== null) void this.begin(since);
      else this.seen.seq = seq;
      return;
    }
    const opened = !this.begun;
    this.begun = true;
    if (seen === null || seen >= seq || (change?.events.length && !opened) || stillness()) {
      this.seen.seq = seq; // it was shown as it came
      return;
    }
    if (!document.querySelector(".board[data-phase]")) this.hold();
    void this.begin(seen);
  }

  hold() {
    this.held = new Promise((resolve) => (this.release = () => resolve(undefined)));
    setTimeout(this.release, PATIENCE_MS);
  }

  /** Play the latest deeds once more. */
  again() {
    const since = latestDeeds(this.real.state.events, this.me);
    if (since !== null && !this.active) void this.begin(since, true);
  }

  /**
   * Play what has happened after an event.
   * @param {number} since @param {boolean} [asked] whether the reader wants to see it
   */
  async begin(since, asked = false) {
    if (this.loading || (stillness() && !asked)) return;
    this.loading = true;
    try {
      const scenes = await this.load(since, asked);
      this.loading = false;
      if (scenes.length > 0 && present() && (asked || this.real.state.sending === null)) this.play(scenes);
      else if (present()) this.seen.seq = this.real.state.seq;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
    } finally {
      this.loading = false;
      this.release();
    }
  }

  /** Fetch the steps after an event, and open the board for them. @param {number} since @param {boolean} asked */
  async load(since, asked) {
    const { state } = this.real;
    const session = new SideSession(this.real, { to_move: [] });
    const first = Math.max(since, state.seq - MOST_EVENTS);
    const [{ view, steps }, game] = await Promise.all([
      request("GET", this.paths.steps(first)),
      this.open(/** @type {Session} */ (session)),
      this.caughtUp(),
    ]);
    if (!view) return [];
    /** @type {Scene[]} */
    let scenes = [];
    const lines = game.logLines(state.events);
    let before = view;
    for (const step of steps) {
      const after = applyPatch(before, step.patch);
      const mine = step.events.some(
        (/** @type {import("../types").GameEvent} */ { kind, seat }) => seat === this.me && kind === "action",
      );
      if (mine && !asked) scenes = []; // the reader has looked since, elsewhere
      scenes.push(...scenesOf(step, before, after, lines, this.me));
      before = after;
    }
    Object.assign(this, { session, game });
    game.status = () => ({ text: this.scenes[this.at]?.text ?? "", yours: false });
    return scenes.slice(-MOST_SCENES);
  }

  /** Resolve when the page has all events, since some sentences need them all. @returns {Promise<void>} */
  caughtUp() {
    return new Promise((done) => {
      const look = () => this.complete && done();
      this.real.listen(look);
      look();
    });
  }

  /** @param {Scene[]} scenes */
  play(scenes) {
    this.scenes = scenes;
    this.show(0);
  }

  /** Show a scene from its beginning. @param {number} at */
  show(at) {
    const { session, game } = this;
    const scene = this.scenes[at];
    if (!session || !game || !scene) {
      this.skip();
      return;
    }
    this.at = at;
    const { seat, before, view } = scene;
    const told = view.seats[seat ?? -1];
    game.spotlight = told && game.builds(told) ? told.seat : this.me;
    game.ui.resultHidden = true;
    if (before) this.position(before, this.events(scene, true));
    const taken = before ? game.paths(scene.events).filter((path) => path.seat === seat && path.from) : [];
    if (taken.length === 0) {
      this.lead();
      return;
    }
    this.mark(taken.map((path) => path.from ?? []));
    this.timer = setTimeout(() => this.lead(), TAKEN_MS);
  }

  /** Show what the scene has led to. */
  lead() {
    const { game, session } = this;
    const scene = this.scenes[this.at];
    if (!game || !session || !scene) return;
    if (scene.before) {
      const before = session.state.view;
      this.position(scene.view, this.events(scene, false));
      game.arrived({ events: scene.events, before });
    }
    const gone = game.paths(scene.events).filter((path) => path.seat === scene.seat);
    this.mark(gone.map((path) => path.to));
    this.timer = setTimeout(() => this.show(this.at + 1), GONE_MS + LETTER_MS * scene.text.length);
  }

  /** Render the page, and mark these places on it. @param {string[][]} places */
  mark(places) {
    this.marks.show([]);
    this.update();
    onceRendered(() => this.active && this.marks.show(places));
  }

  /** @param {any} view @param {import("../types").GameEvent[]} events */
  position(view, events) {
    this.session?.set({ view: { ...view, decision: null, submission: null }, events });
  }

  /** The log until a scene, or after it. @param {Scene} scene @param {boolean} until */
  events(scene, until) {
    const first = scene.events[0].seq;
    return this.real.state.events.filter(({ seq }) => (until ? seq < first : seq <= scene.seq));
  }

  /** End the playback; the board shows the game as it is. */
  skip() {
    clearTimeout(this.timer);
    this.marks.end();
    this.at = -1;
    this.seen.seq = this.real.state.seq;
    this.update();
  }
}
