// @ts-check
/**
 * The board of Pyramido (2023): holds what the player has chosen but not sent (drafts), and assembles the page's parts.
 * @typedef {import("./types").View} View
 * @typedef {import("./types").Seat} Seat
 * @typedef {import("./types").Action} Action
 * @typedef {import("../types").DesertColour} DesertColour
 * @typedef {import("../types").Session} Session
 * @typedef {import("../types").BoardComponent} BoardComponent
 */
import { desertDefinitions } from "../art/desert.js";
import { blocksOf } from "../pyramid/geometry.js";
import { logLines } from "../pyramid/log.js";
import { PyramidBoard } from "../pyramid/pyramid_board.js";
import { actions } from "./actions.js";
import { Cards } from "./cards.js";
import { gapWords } from "./gap_words.js";
import { line } from "./log.js";
import { others } from "./others.js";
import { ownPyramid } from "./own_pyramid.js";
import { carried, enlarged, result } from "./panels.js";
import { paths } from "./paths.js";
import { PieceDrag } from "./piece_drag.js";
import { markedAreas, progress, reckon, withCards } from "./pieces.js";
import { plans } from "./plans.js";
import { quarry } from "./quarry.js";
import { scoreSheet } from "./score_sheet.js";
import { status } from "./status.js";
import { suggest } from "./suggest.js";
import { tray } from "./tray.js";
import { spotSentence } from "./trial.js";

/**
 * @typedef {object} Ui
 * @property {string} key identifies the decision that the drafts are for
 * @property {number | null} quarry the quarry space whose domino is in hand
 * @property {number | null} block the block to be marked
 * @property {number | null} pile the pile to replenish from
 * @property {number | null} enlarged the seat whose pyramid is shown large
 * @property {number} watched the seat whose pyramid spectators see in the middle
 * @property {boolean} resultHidden
 */

/**
 * @extends {PyramidBoard<View, Ui, DesertColour>}
 * @implements {BoardComponent}
 */
export class Pyramido extends PyramidBoard {
  /**
   * @param {Session} session @param {import("./types").DesertFaces} faces
   * @param {() => void} update asks for a rendering @param {Record<string, string>} urls
   */
  constructor(session, faces, update, urls) {
    super(session, faces, update, urls, {
      key: "",
      quarry: null,
      block: null,
      pile: null,
      enlarged: null,
      watched: 0,
      resultHidden: false,
    });
    this.cards = new Cards(this);
    this.drag = new PieceDrag(this);
    this.plans = plans;
    /** @type {import("../sound/voices.js").SoundsOfFacts} */
    this.sounds = { placed: "stone", stage_scored: "stage", marked: "gem", resurfaced: "card", filled: "card" };
    this.definitions = desertDefinitions();
    if (session.state.view) this.newDrafts();
  }

  get placeable() {
    return super.placeable && this.ui.quarry !== null;
  }
  /** The domino in hand. @returns {number | null} */
  get inHand() {
    const { decision } = this.view;
    return decision?.kind === "place"
      ? (decision.quarry.find((one) => one.space === this.ui.quarry)?.domino ?? null)
      : null;
  }

  /** @param {Seat} seat */
  blocks(seat) {
    return this.once(`blocks-${seat.seat}`, [seat.dominoes, seat.resurfaced], () =>
      withCards(blocksOf(seat.dominoes, this.faces), seat.resurfaced),
    );
  }

  /** Return the areas of a pyramid and what they would score now. @param {Seat} seat */
  reckoning(seat) {
    return this.once(`reckoning-${seat.seat}`, [this.blocks(seat), seat.marked, this.view.stage], () =>
      reckon(markedAreas(this.blocks(seat), this.view.stage, seat.marked)),
    );
  }

  // --- what came in --------------------------------------------------------------------------------------------

  /** @override @param {import("../types").GameEvent[]} events */
  paths(events) {
    return paths(this, events);
  }

  /** @override */
  newDrafts() {
    const { view, ui } = this;
    const key = JSON.stringify([view.decision, view.stage, view.current]);
    if (key === ui.key) return;
    Object.assign(ui, { key, quarry: null, block: null, pile: null });
    this.hint.over();
    this.placer.reset();
    this.drag.stop();
    this.cards.reset();
  }

  // --- choosing ------------------------------------------------------------------------------------------------

  /** Take a domino of the quarry in hand; if it is in hand already, lay it on the pyramid. @param {number} space */
  chooseQuarry(space) {
    if (this.view.decision?.kind !== "place") return;
    if (this.ui.quarry === space) this.placer.setDown();
    else this.hold(space);
    this.update();
  }

  /** Hold a domino of the quarry as it is shown there; it replaces one on trial. @param {number} space */
  hold(space) {
    if (this.ui.quarry === space) return;
    this.ui.quarry = space;
    this.placer.unturn();
  }

  /** @param {number} block */
  chooseBlock(block) {
    if (this.ui.block === block) this.confirm();
    else this.ui.block = block;
    this.update();
  }

  /** @param {number} pile */
  choosePile(pile) {
    if (this.ui.pile === pile) this.confirm();
    else {
      this.cards.reset();
      this.ui.pile = pile;
    }
    this.update();
  }

  spotSentence() {
    return spotSentence(this);
  }

  /** @override @param {import("../pyramid/gaps.js").Gaps} gaps */
  gapWords(gaps) {
    return gapWords(this, gaps);
  }

  // --- a hint -------------------------------------------------------------------------------------------------------

  /** @param {Action} action */
  suggest(action) {
    return suggest(this, action);
  }

  // --- sending -----------------------------------------------------------------------------------------------------

  /** Return the action that `confirm` would send, or null while a choice is missing. @returns {Action | null} */
  ready() {
    const { view, ui, placing } = this;
    if (this.busy) return null;
    switch (view.decision?.kind) {
      case "place":
        return ui.quarry !== null && placing.down && placing.spot
          ? { type: "place", quarry: ui.quarry, ...placing.spot }
          : null;
      case "mark":
        return ui.block === null ? null : { type: "mark", block: ui.block };
      case "finish":
        return ui.pile !== null ? { type: "replenish", pile: ui.pile } : this.cards.action();
      case "fill":
        return this.cards.action();
      default:
        return null;
    }
  }

  /** Only replenishing shows something new. @param {{type: string}} action */
  final(action) {
    return action.type === "replenish";
  }

  /** Take back the last step that has not been sent (Escape). @returns {boolean} */
  cancel() {
    const { ui, placing } = this;
    this.drag.stop();
    if (ui.enlarged !== null) ui.enlarged = null;
    else if (placing.float || placing.spot) this.placer.pickUp();
    else if (this.cards.started) this.cards.reset();
    else if (ui.quarry !== null || ui.block !== null || ui.pile !== null)
      Object.assign(ui, { quarry: null, block: null, pile: null });
    else return false;
    this.update();
    return true;
  }

  /** Turn the domino in hand, or else a card. @override @param {number} quarters */
  turnInHand(quarters) {
    return super.turnInHand(quarters) || this.cards.rotate(quarters);
  }

  // --- showing -----------------------------------------------------------------------------------------------------

  status() {
    return status(this);
  }

  /** @override @param {Seat} seat */
  note(seat) {
    if (this.view.phase === "over") return null;
    const { laid, size } = progress(seat, this.view.stage);
    return `${laid}/${size}`;
  }

  /** @param {import("../types").GameEvent[]} events */
  logLines(events) {
    return logLines(events, this.reader, line);
  }

  /** @override */
  everybody() {
    return [this.definitions, others(this, this.view.seats)];
  }

  /** @returns {import("../types").Parts} */
  render() {
    const { view, table } = this;
    const laying = view.decision?.kind === "mark" || view.decision?.kind === "fill";
    return {
      focus: view.phase === "over" ? "result" : laying ? "pyramid" : "market",
      market: quarry(this),
      pyramid: ownPyramid(this),
      tray: tray(this),
      actions: actions(this),
      others: () => this.once("others", [view, table, this.main.seat, this.session.state.events], () => others(this)),
      sheet: () => this.once("sheet", [view, table], () => scoreSheet(this)),
      overlay: [this.definitions, result(this), enlarged(this), carried(this)],
    };
  }
}
