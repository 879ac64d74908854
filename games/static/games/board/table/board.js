// @ts-check
/**
 * The base of all boards: the session, drafts, sending, and a cache of rendered parts.
 *
 * Each game's board calls its own `status.js`, `log.js` and `suggest.js` in a method of one line: to hand these modules
 * to this base would be as many lines in its constructor, and their types would be lost.
 * @typedef {import("../types").Session} Session
 */
import { genericPlans } from "../planning/generic.js";
import { levelAt } from "./computer.js";
import { Hint } from "./hint.js";
import { land, takeOff } from "./motion.js";
import { addressed, mySeat } from "./players.js";
import { onceRendered } from "./rendered.js";
import { restingText } from "./table_state.js";

/**
 * @template {{decision: unknown, phase: string, to_move: number[], seats: any[]}} View of this game
 * @template {{key: string, watched: number, resultHidden: boolean}} Ui what the player has chosen but not sent; `key`
 *   identifies the decision, `watched` is the seat that spectators see in the middle
 */
export class Board {
  /**
   * @param {Session} session @param {() => void} update asks for a rendering @param {Record<string, string>} urls
   * @param {Ui} ui
   */
  constructor(session, update, urls, ui) {
    this.session = session;
    this.update = update;
    this.urls = urls;
    this.ui = ui;
    /** @type {Map<string, {needs: unknown[], made: any}>} */
    this.made = new Map();
    this.hint = new Hint(this);
    /** the seat that a playback shows @type {number | null} */
    this.spotlight = null;
    /** whether it shows a moment of the past, in which nothing can be done */
    this.past = false;
    /** whether what it shows does not follow from what it showed before, so that nothing is animated */
    this.leaps = false;
    /** the piece at each place where pieces are turned over, and its key @type {Map<string, [string, string]>} */
    this.turns = new Map();
    /** @type {import("../types").Plans} */
    this.plans = genericPlans;
    /** the sound of each kind of fact @type {import("../sound/voices.js").SoundsOfFacts} */
    this.sounds = {};
  }

  /** The view, without a decision if the computer plays on for the reader or the game is suspended. */
  get view() {
    const view = /** @type {View} */ (/** @type {unknown} */ (this.session.state.view));
    if (!view?.decision) return view;
    if (restingText(this.session.state) !== null)
      return this.once("resting-view", [view], () => ({ ...view, decision: null }));
    if (levelAt(this.table, this.me) === null) return view;
    return this.once("left-view", [view], () => ({ ...view, decision: null, submission: null }));
  }
  /** Whether each player sees more of the game than spectators do, until a choice is revealed. */
  get hides() {
    return false;
  }
  get table() {
    return this.session.state.table;
  }
  get me() {
    return mySeat(this.table);
  }
  /** Whom sentences address (`about`). @returns {import("./log_lines.js").Reader} */
  get reader() {
    return { table: this.table, me: addressed(this.table, this.me) };
  }
  /**
   * The seat in the middle: the one that is played back, the reader's, or the one that a spectator chose.
   * @returns {View["seats"][number]}
   */
  get main() {
    return this.view.seats[this.spotlight ?? this.me ?? this.ui.watched];
  }
  get busy() {
    return this.session.state.sending !== null;
  }

  /**
   * Return what `make` made the last time if `needs` are the same things as then.
   * @template T @param {string} name @param {unknown[]} needs @param {() => T} make @returns {T}
   */
  once(name, needs, make) {
    const known = this.made.get(name);
    if (known && known.needs.length === needs.length && known.needs.every((need, at) => need === needs[at]))
      return known.made;
    const made = make();
    this.made.set(name, { needs, made });
    return made;
  }

  /**
   * Return a key for the piece at a place: another one if another piece lies there than before, so that its element is
   * made anew and the animation of that runs.
   * @param {string} place @param {string} piece
   */
  turned(place, piece) {
    const [before, key] = this.turns.get(place) ?? [piece, piece];
    const now = before === piece || this.leaps ? key : piece;
    this.turns.set(place, [piece, now]);
    return now;
  }

  /** @param {Partial<Ui>} changes */
  show(changes) {
    Object.assign(this.ui, changes);
    this.update();
  }

  /** What the strip shows of each seat. @returns {import("../types").StripSeat[]} */
  strip() {
    const { view, main } = this;
    return view.seats.map((seat) => ({
      seat: seat.seat,
      kind: seat.kind,
      points: seat.total,
      note: this.note(seat),
      moving: view.to_move.includes(seat.seat),
      out: (seat.out ?? null) !== null,
      main: seat.seat === main.seat,
    }));
  }

  /**
   * Say in a few characters how far a seat is.
   * @param {View["seats"][number]} _seat @returns {import("../types").VChild}
   */
  note(_seat) {
    return null;
  }

  /** Return the name of the stage or round in which a view is, or "". @param {any} _view */
  stageOf(_view) {
    return "";
  }

  /** Return a small picture of every seat's board, with the drawings that it refers to. @returns {import("../types").VChild} */
  everybody() {
    return null;
  }

  /** Whether a seat has built something that can be shown in the middle. @param {View["seats"][number]} _seat */
  builds(_seat) {
    return true;
  }

  /** Return what events have moved. @param {import("../types").GameEvent[]} _events @returns {import("../types").Path[]} */
  paths(_events) {
    return [];
  }

  /** Let fly what events have moved, once the page shows it. @param {import("../types").GameEvent[]} events */
  fly(events) {
    const flights = takeOff(this.paths(events));
    if (flights.length > 0) onceRendered(() => land(flights));
  }

  /** Whether the player has a decision to send, or is changing one. */
  get owes() {
    return this.view.decision !== null && this.status().yours;
  }

  /** @returns {{text: string, yours: boolean}} */
  status() {
    return { text: "", yours: false };
  }

  /**
   * Make a suggested action the draft, and describe it.
   * @param {any} action @returns {import("./hint.js").Suggestion}
   */
  suggest(action) {
    throw new Error(`no way to suggest ${action.type}`);
  }

  /** @param {any} fact of the log @returns {import("../sound/voices.js").SoundName | null} */
  soundOf(fact) {
    return this.sounds[fact.type] ?? null;
  }

  /**
   * Return the action that `confirm` would send, or null while a choice is missing.
   * @returns {{type: string} | null}
   */
  ready() {
    return null;
  }

  confirm() {
    const action = this.ready();
    if (action) this.session.act(/** @type {any} */ (action), this.final(action));
  }

  /**
   * Return whether an action cannot be taken back once it is sent; a submission counts as such an action, since the
   * others' may follow at any moment.
   * @param {{type: string}} _action @returns {boolean}
   */
  final(_action) {
    return true;
  }

  /** Take back the last step that has not been sent (Escape). @returns {boolean} */
  cancel() {
    return false;
  }

  /**
   * Handle a key of this game; return whether it did anything.
   * @param {string} _key in lower case @param {boolean} _shift @returns {boolean}
   */
  press(_key, _shift) {
    return false;
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key did anything */
  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return false;
    return event.key === "Escape" ? this.cancel() : this.press(event.key.toLowerCase(), event.shiftKey);
  }
}
