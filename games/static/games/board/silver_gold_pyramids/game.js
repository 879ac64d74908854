// @ts-check
/**
 * The board of Silver & Gold: Pyramids: holds what the player has chosen but not sent (drafts), and assembles the
 * page's parts.
 * @typedef {import("./types").View} View
 * @typedef {import("./types").Seat} Seat
 * @typedef {import("./types").Action} Action
 * @typedef {import("../types").Session} Session
 * @typedef {import("../types").BoardComponent} BoardComponent
 */
import { gettext, interpolate } from "../i18n.js";
import { Board } from "../table/board.js";
import { compact } from "../table/screen.js";
import { actions } from "./actions.js";
import { definitions } from "./art_symbols.js";
import { lastMarks, partsOf } from "./history.js";
import { logLines, STEPS_A_ROUND } from "./log.js";
import { Marker } from "./marker.js";
import { market } from "./market.js";
import { note, others } from "./others.js";
import { enlarged, result } from "./panels.js";
import { paths } from "./paths.js";
import { plans } from "./plans.js";
import { ShapePointer } from "./pointer.js";
import { scoreTray } from "./score_card.js";
import { status } from "./status.js";
import { suggest } from "./suggest.js";
import { floating } from "./tool.js";
import { totals } from "./totals.js";
import { workplace } from "./workplace.js";

/**
 * @typedef {object} Ui
 * @property {string} key identifies the decision that the drafts are for
 * @property {number[]} kept cards chosen from those dealt
 * @property {number | null} replacement the card chosen to replace a finished one; 0 is the unseen top of the deck
 * @property {{card: number, cell: number} | null} cursor the keyboard's cell
 * @property {number | null} active the card that is shown large where there is no room for both
 * @property {{seat: number} | {card: number} | {sheet: number} | null} enlarged a seat's pyramids, a card, or a seat's
 *   score card
 * @property {number} watched the seat that spectators see in the middle
 * @property {boolean} resultHidden
 */

/** @param {number[]} numbers */
const inOrder = (numbers) => [...numbers].sort((a, b) => a - b).join();

/**
 * @extends {Board<View, Ui>}
 * @implements {BoardComponent}
 */
export class SilverGoldPyramids extends Board {
  /**
   * @param {Session} session @param {import("./types").Cards} cards @param {() => void} update asks for a rendering
   * @param {Record<string, string>} urls
   */
  constructor(session, cards, update, urls) {
    super(session, update, urls, {
      key: "",
      kept: [],
      replacement: null,
      cursor: null,
      active: null,
      enlarged: null,
      watched: 0,
      resultHidden: false,
    });
    this.cards = cards;
    this.marker = new Marker(this);
    this.pointer = new ShapePointer(this);
    this.plans = plans;
    this.definitions = definitions();
    /** @type {import("../sound/voices.js").SoundsOfFacts} */
    this.sounds = { kept: "card", replaced: "card" };
    if (session.state.view) this.newDrafts();
  }

  /** @override */
  get hides() {
    return true;
  }
  /** Whether the decision has been sent (it can still be changed). */
  get sent() {
    return this.view.submission !== null;
  }
  /** Whether the player is changing a decision that has been sent. */
  get edited() {
    const { submission } = this.view;
    if (submission?.type === "mark") return this.marker.changed;
    return submission?.type === "keep" && inOrder(submission.cards) !== inOrder(this.ui.kept);
  }
  /** Cells marked in the latest step, by card. */
  get fresh() {
    const { events } = this.session.state;
    return this.once("fresh", [events], () => lastMarks(events));
  }

  /** @param {number} number @returns {import("./types").Card} */
  card(number) {
    const card = this.cards.get(number);
    if (!card) throw new Error(`no card ${number} among the cards`);
    return card;
  }

  // --- what came in --------------------------------------------------------------------------------------------

  /** @param {import("../types").Change} change */
  arrived({ events }) {
    if (!this.session.state.view) return;
    this.newDrafts();
    this.fly(events);
  }

  /** Reset drafts that were for another decision. */
  newDrafts() {
    const { view, ui } = this;
    const key = JSON.stringify([view.decision, view.step, view.dealt, this.past && view.submission]);
    if (key === ui.key) return;
    ui.key = key;
    this.hint.over();
    this.pointer.cancel();
    this.marker.begin();
    ui.kept = view.submission?.type === "keep" ? [...view.submission.cards] : [];
    ui.replacement = null;
    ui.active = null;
    if (ui.cursor && !this.main.cards.some((card) => card.number === ui.cursor?.card)) ui.cursor = null;
  }

  // --- choosing cards ---------------------------------------------------------------------------------------------

  /** @param {number} number of a dealt card */
  toggleKept(number) {
    const { ui } = this;
    if (ui.kept.includes(number)) ui.kept = ui.kept.filter((one) => one !== number);
    else ui.kept = [...ui.kept.slice(-1), number];
    this.update();
  }

  /** @param {number} number of the reserve, or 0 */
  chooseReplacement(number) {
    this.ui.replacement = this.ui.replacement === number ? null : number;
    this.update();
  }

  // --- a hint -------------------------------------------------------------------------------------------------------

  /** @param {Action} action */
  suggest(action) {
    return suggest(this, action);
  }

  /** @param {any} fact */
  soundOf(fact) {
    if (fact.type === "step_begun") return fact.step > 1 && fact.step % STEPS_A_ROUND === 1 ? "stage" : null;
    if (fact.type !== "marked") return super.soundOf(fact);
    const marks = this.me === null ? fact.seats : [fact.seats[this.me]];
    return marks.some((/** @type {any} */ action) => action?.type === "mark" && this.findsGem(action)) ? "gem" : "card";
  }

  /** @param {import("./types").MarkAction} action */
  findsGem(action) {
    return partsOf(action).some(({ number, set }) => {
      const { red_gem, green_gem } = this.card(number);
      return ((red_gem | green_gem) & set) !== 0;
    });
  }

  // --- sending -----------------------------------------------------------------------------------------------------

  /** Return the action that `confirm` would send, or null while a choice is missing. @returns {Action | null} */
  ready() {
    const { view, ui } = this;
    if (this.busy || !view.decision) return null;
    switch (view.decision.kind) {
      case "keep": {
        const cards = [...ui.kept].sort((a, b) => a - b);
        return cards.length === 2 && (this.edited || !this.sent) ? { type: "keep", cards } : null;
      }
      case "mark":
        return this.marker.changed ? this.marker.action : null;
      case "replace":
        return ui.replacement === null ? null : { type: "replace", card: ui.replacement };
      default:
        return null;
    }
  }

  /** Discard the change and go back to what was sent. */
  restore() {
    this.ui.key = "";
    this.newDrafts();
    this.update();
  }

  /** Take back the last step that has not been sent (Escape). @returns {boolean} */
  cancel() {
    const { ui, marker } = this;
    if (ui.enlarged) ui.enlarged = null;
    else if (this.pointer.carry) this.pointer.cancel();
    else if (this.view.decision?.kind === "mark" && marker.undo()) return true;
    else if (ui.replacement !== null) ui.replacement = null;
    else if (this.edited) this.restore();
    else return false;
    this.update();
    return true;
  }

  /** @param {string} key @param {boolean} shift */
  press(key, shift) {
    if (this.view.decision?.kind !== "mark") return false;
    switch (key) {
      case "r":
        this.marker.turn(shift ? -1 : 1);
        return true;
      case "f":
      case "m":
        this.marker.mirror();
        return true;
      case "s":
        this.marker.use(!this.marker.single);
        return true;
      case "backspace":
        return this.marker.undo();
      default:
        return false;
    }
  }

  // --- showing -----------------------------------------------------------------------------------------------------

  status() {
    return status(this);
  }

  /** @override @param {Seat} seat @returns {import("../types").VChild} */
  note(seat) {
    return note(this, seat);
  }

  stageNote() {
    const { round, step } = this.view;
    return step === null
      ? ""
      : interpolate(gettext("Round %(round)s · step %(step)s of 28"), { round: round ?? 1, step });
  }

  /** @override @param {View} view */
  stageOf({ round }) {
    return round === null ? "" : interpolate(gettext("Round %(round)s"), { round });
  }

  /**
   * Show a seat's pyramids and score card: enlarged over the page, or for spectators in the middle.
   * @param {number} seat
   */
  look(seat) {
    this.show(this.me === null ? { watched: seat } : { enlarged: { seat } });
  }

  /** @param {import("../types").GameEvent[]} events */
  logLines(events) {
    return logLines(events, { ...this.reader, cards: this.cards });
  }

  /** @override @param {import("../types").GameEvent[]} events */
  paths(events) {
    return paths(this, events);
  }

  /** @override */
  everybody() {
    return [this.definitions, others(this, this.view.seats)];
  }

  /** @returns {import("../types").Parts} */
  render() {
    const { view, ui, table } = this;
    const small = compact(); // the score card is in the panel
    return {
      focus: view.phase === "over" ? "result" : view.decision?.kind === "replace" ? "market" : "pyramid",
      market: this.once("market", [view, ui.replacement, table, this.hint.action], () => market(this)),
      pyramid: workplace(this),
      tray: !small && scoreTray(this),
      actions: actions(this),
      others: () => [
        small && scoreTray(this),
        this.once("others", [view, table, this.fresh, this.main.seat], () => others(this)),
      ],
      sheet: () => this.once("totals", [view, table], () => totals(this)),
      overlay: [this.definitions, result(this), enlarged(this), floating(this)],
    };
  }
}
