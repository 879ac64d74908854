// @ts-check
/**
 * What the boards of all games have in common: the session they follow, drafts, sending, and drawings kept while nothing changes.
 * @typedef {import("../types").Session} Session
 */
import { genericPlans } from "../planning/generic.js";
import { levelAt } from "./computer.js";
import { Hint } from "./hint.js";
import { mySeat } from "./players.js";
import { restingText } from "./standing.js";

/**
 * @template {{decision: unknown, seats: any[]}} View the view of this game
 * @template {{key: string, watched: number}} Ui what the player has in mind but has not sent; `key` is the decision
 *   it is for, `watched` the seat that a mere watcher has in the middle
 */
export class Board {
  /** @param {Session} session @param {() => void} update asks for a rendering @param {Record<string, string>} urls @param {Ui} ui */
  constructor(session, update, urls, ui) {
    this.session = session;
    this.update = update;
    this.urls = urls;
    this.ui = ui;
    /** @type {Map<string, {needs: unknown[], made: any}>} */
    this.made = new Map();
    this.hint = new Hint(this);
    /** @type {import("../types").Plans} */
    this.plans = genericPlans;
  }

  /** The view; whoever has left and is played on for decides no more, and nobody does while the game rests. */
  get view() {
    const view = /** @type {View} */ (/** @type {unknown} */ (this.session.state.view));
    if (!view?.decision) return view;
    if (restingText(this.session.state) !== null)
      return this.once("resting-view", [view], () => ({ ...view, decision: null }));
    if (levelAt(this.table, this.me) === null) return view;
    return this.once("left-view", [view], () => ({ ...view, decision: null, submission: null }));
  }
  get table() {
    return this.session.state.table;
  }
  get me() {
    return mySeat(this.table);
  }
  /** The seat in the middle: one's own, or for those who watch the one they chose. @returns {View["seats"][number]} */
  get main() {
    return this.view.seats[this.me ?? this.ui.watched];
  }
  get busy() {
    return this.session.state.sending !== null;
  }

  /** What was made from the same things is not made again. @template T @param {string} name @param {unknown[]} needs @param {() => T} make @returns {T} */
  once(name, needs, make) {
    const known = this.made.get(name);
    if (known && known.needs.length === needs.length && known.needs.every((need, at) => need === needs[at]))
      return known.made;
    const made = make();
    this.made.set(name, { needs, made });
    return made;
  }

  /** @param {Partial<Ui>} changes */
  show(changes) {
    Object.assign(this.ui, changes);
    this.update();
  }

  /** Whether a decision is owed that has not been sent, or that is being changed. */
  get owes() {
    return this.view.decision !== null && this.status().yours;
  }

  /** @returns {{text: string, yours: boolean}} */
  status() {
    return { text: "", yours: false };
  }

  /** Lay out an action that is suggested, and say it in a sentence. @param {any} action @returns {import("./hint.js").Suggestion} */
  suggest(action) {
    throw new Error(`no way to suggest ${action.type}`);
  }

  /** What `confirm` would send now; null while something is still to be chosen. @returns {{type: string} | null} */
  ready() {
    return null;
  }

  confirm() {
    const action = this.ready();
    if (action) this.session.act(/** @type {any} */ (action));
  }

  /** Escape: one step back from whatever has been begun. @returns {boolean} */
  cancel() {
    return false;
  }

  /** A key of the game's own. @param {string} _key in lower case @param {boolean} _shift @returns {boolean} */
  press(_key, _shift) {
    return false;
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key has been dealt with */
  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return false;
    return event.key === "Escape" ? this.cancel() : this.press(event.key.toLowerCase(), event.shiftKey);
  }
}

/** A game's own style sheet. @param {string | URL} address @returns {Promise<void>} when it applies, or cannot be had */
export function style(address) {
  return new Promise((done) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = String(address);
    link.addEventListener("load", () => done());
    link.addEventListener("error", () => done());
    document.head.append(link);
  });
}
