// @ts-check
/**
 * The board of Forgotten Treasures: holds what the player has chosen but not sent (drafts), and assembles the
 * page's parts.
 * @typedef {import("../types").View} View
 * @typedef {import("../types").Seat} Seat
 * @typedef {import("../types").Session} Session
 * @typedef {import("../types").Gem} Gem
 * @typedef {import("../types").BoardComponent} BoardComponent
 */
import { jungleDefinitions } from "../art/jungle.js";
import { blocksOf } from "../pyramid/geometry.js";
import { logLines } from "../pyramid/log.js";
import { PyramidBoard } from "../pyramid/pyramid_board.js";
import { compact } from "../table/screen.js";
import { gapWords } from "./gap_words.js";
import { line, submitted } from "./log.js";
import { market } from "./market.js";
import { note, others } from "./others.js";
import { ownPyramid, spotSentence } from "./own_pyramid.js";
import { enlarged, result } from "./panels.js";
import { paths } from "./paths.js";
import { plans } from "./plans.js";
import { ScoreDesk } from "./score_desk.js";
import { actionOf, emptyDraft } from "./score_draft.js";
import { scoreQuestion } from "./score_question.js";
import { scoreSheet } from "./score_sheet.js";
import { status } from "./status.js";
import { suggest } from "./suggest.js";
import { actions, bag, carried, tray } from "./tray.js";

/**
 * @typedef {object} Ui
 * @property {string} key identifies the decision that the drafts are for
 * @property {{space: number, gem: Gem | null, at: number | null} | null} take
 * @property {number | null} reveal
 * @property {import("./score_draft.js").Draft} score
 * @property {boolean} asked whether to send a scoring that leaves points is being asked
 * @property {string | null} area the area under the pointer or in focus
 * @property {number | null} enlarged the seat whose pyramid is shown large
 * @property {number} watched the seat whose pyramid spectators see in the middle
 * @property {boolean} resultHidden
 */

/**
 * @extends {PyramidBoard<View, Ui, import("../types").Colour>}
 * @implements {BoardComponent}
 */
export class ForgottenTreasures extends PyramidBoard {
  /**
   * @param {Session} session @param {import("../types").Faces} faces
   * @param {() => void} update asks for a rendering @param {Record<string, string>} urls
   */
  constructor(session, faces, update, urls) {
    super(session, faces, update, urls, {
      key: "",
      take: null,
      reveal: null,
      score: emptyDraft(),
      asked: false,
      area: null,
      enlarged: null,
      watched: 0,
      resultHidden: false,
    });
    this.desk = new ScoreDesk(this);
    this.plans = plans;
    this.definitions = jungleDefinitions();
    /** @type {import("../sound/voices.js").SoundsOfFacts} */
    this.sounds = { placed: "stone", stage_scored: "stage", took: "gem", legend_took: "gem", legend_drew: "gem" };
    if (session.state.view) this.newDrafts();
  }

  get solo() {
    return this.view.seats.some((seat) => seat.kind === "legend");
  }
  /** @override what is sent at the end of a stage, until all have sent it */
  get hides() {
    return !this.solo;
  }

  /** @param {Seat} seat */
  blocks(seat) {
    return this.once(`blocks-${seat.seat}`, [seat.dominoes], () => blocksOf(seat.dominoes ?? [], this.faces));
  }

  // --- what came in --------------------------------------------------------------------------------------------

  /** @override @param {import("../types").Seat} seat */
  builds(seat) {
    return seat.kind !== "legend";
  }

  /** @override @param {import("../types").GameEvent[]} events */
  paths(events) {
    return paths(this, events);
  }

  /** @override */
  newDrafts() {
    const { view, ui } = this;
    const key = JSON.stringify([view.decision, view.stage, view.hand]);
    if (key === ui.key) return;
    ui.key = key;
    ui.take = null;
    ui.reveal = null;
    ui.area = null;
    this.hint.over();
    this.placer.reset();
    ui.score = this.desk.begun();
    ui.asked = false;
  }

  // --- take and reveal --------------------------------------------------------------------------------------------

  /** @param {number} number of a space */
  chooseSpace(number) {
    const { decision } = this.view;
    if (decision?.kind !== "take") return;
    const gems = decision.spaces.find((space) => space.space === number)?.gems ?? [];
    if (this.ui.take?.space === number && this.ui.take.gem) this.confirm();
    else this.ui.take = { space: number, gem: gems.length === 1 ? gems[0] : null, at: null };
    this.update();
  }

  /** @param {number} space @param {Gem} gem @param {number | null} at which of the space's gems; null for any */
  chooseGem(space, gem, at) {
    const { take } = this.ui;
    if (take?.space === space && take.gem === gem) this.confirm();
    else this.ui.take = { space, gem, at };
    this.update();
  }

  /** @param {number} space */
  chooseReveal(space) {
    if (this.ui.reveal === space) this.confirm();
    else this.ui.reveal = space;
    this.update();
  }

  spotSentence() {
    return spotSentence(this);
  }

  /** @override @param {import("../pyramid/gaps.js").Gaps} gaps */
  gapWords(gaps) {
    return gapWords(this, gaps);
  }

  /** Placements can be taken back, but in a solo game the Legend answers at once. @param {{type: string}} action */
  final(action) {
    return action.type !== "place" || this.solo;
  }

  // --- a hint -------------------------------------------------------------------------------------------------------

  /** @param {import("../types").Action} action */
  suggest(action) {
    return suggest(this, action);
  }

  // --- sending -----------------------------------------------------------------------------------------------------

  /**
   * Return the action that `confirm` would send, or null while a choice is missing.
   * @returns {import("../types").Action | null}
   */
  ready() {
    const { decision } = this.view;
    const { ui } = this;
    if (this.busy || !decision) return null;
    if (decision.kind === "take" && ui.take?.gem) return { type: "take", space: ui.take.space, gem: ui.take.gem };
    if (decision.kind === "reveal" && ui.reveal !== null) return { type: "reveal", space: ui.reveal };
    if (decision.kind === "place" && this.placing.down && this.placing.spot)
      return { type: "place", ...this.placing.spot };
    if (decision.kind === "score") {
      const now = this.desk.bill();
      return now?.ready && this.desk.changed ? actionOf(now) : null;
    }
    return null;
  }

  /** @override */
  confirm() {
    const hinted = this.hint.state === "there"; // it has said what it saves
    if (this.view.decision?.kind === "score" && this.ready() && this.desk.wastes && !hinted) this.show({ asked: true });
    else super.confirm();
  }

  /** Send the scoring without another question. */
  scoreAnyway() {
    const action = this.ready();
    if (action) this.session.act(/** @type {any} */ (action));
    this.show({ asked: false });
  }

  /** Take back the last step that has not been sent (Escape). @returns {boolean} */
  cancel() {
    const { ui } = this;
    if (ui.enlarged !== null) ui.enlarged = null;
    else if (this.placing.float || this.placing.spot) this.placer.pickUp();
    else if (ui.take || ui.reveal !== null) Object.assign(ui, { take: null, reveal: null });
    else return false;
    this.update();
    return true;
  }

  // --- showing -----------------------------------------------------------------------------------------------------

  status() {
    return status(this);
  }

  /** @override @param {number} seat */
  look(seat) {
    if (this.view.seats[seat].kind === "legend") this.show({ enlarged: seat });
    else super.look(seat);
  }

  /** @override @param {Seat} seat */
  note(seat) {
    return note(this, seat);
  }

  /** @param {import("../types").GameEvent[]} events */
  logLines(events) {
    return logLines(events, this.reader, line, submitted);
  }

  /** @override */
  everybody() {
    return [this.definitions, others(this, this.view.seats)];
  }

  /** @returns {import("../types").Parts} */
  render() {
    const { view, ui, table } = this;
    const { state } = this.session;
    const kind = view.decision?.kind;
    return {
      focus:
        view.phase === "over" ? "result" : view.phase === "score" ? "score" : kind === "place" ? "pyramid" : "market",
      market: this.once("market", [view, ui.take, ui.reveal, state.events, table, this.hint.action, compact()], () =>
        market(this),
      ),
      pyramid: ownPyramid(this),
      tray: tray(this),
      actions: actions(this),
      others: () => [
        compact() && !this.past && view.phase !== "over" && bag(this),
        this.once("others", [view, state.events, table, this.main.seat], () => others(this)),
      ],
      sheet: () => this.once("sheet", [view, table], () => scoreSheet(this)),
      overlay: [this.definitions, result(this), enlarged(this), carried(this), scoreQuestion(this)],
    };
  }
}
