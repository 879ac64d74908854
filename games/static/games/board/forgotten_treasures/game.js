// @ts-check
/**
 * Forgotten Treasures on the page: holds what the player has in mind but has not sent (drafts), and puts the parts together.
 * @typedef {import("../types").View} View
 * @typedef {import("../types").Seat} Seat
 * @typedef {import("../types").Session} Session
 * @typedef {import("../types").Gem} Gem
 * @typedef {import("../types").Spot} Spot
 * @typedef {import("../types").Rotation} Rotation
 * @typedef {import("../types").BoardComponent} BoardComponent
 */
import { mySeat } from "../table/players.js";
import { land } from "../table/motion.js";
import { announce } from "../table/announce.js";
import { blocksOf, centre, ROTATIONS, turn } from "../pyramid/geometry.js";
import { firstSpot, nearest, sameSpot, spotsOf, stepped, turned } from "../pyramid/placing.js";
import { DominoDrag } from "../pyramid/drag.js";
import { actionOf, draftOf, emptyDraft } from "./score_draft.js";
import { ScoreDesk } from "./score_desk.js";
import { flights } from "./flights.js";
import { logLines } from "./log.js";
import { status } from "./status.js";
import { market } from "./market.js";
import { ownPyramid, spotSentence } from "./own_pyramid.js";
import { actions, carried, tray } from "./tray.js";
import { others } from "./others.js";
import { scoreSheet } from "./score_sheet.js";
import { enlarged, result } from "./panels.js";

/**
 * @typedef {object} Ui
 * @property {string} key the decision that the drafts are for
 * @property {{space: number, gem: Gem | null, at: number | null} | null} take
 * @property {number | null} reveal
 * @property {{rotation: Rotation, spot: Spot | null, down: boolean, float: {x: number, y: number} | null}} placing
 * @property {import("./score_draft.js").Draft} score
 * @property {string | null} area the area under the pointer or in focus
 * @property {number | null} enlarged a seat whose pyramid is shown large
 * @property {boolean} resultHidden
 */

/** How far from the pointer a legal place may lie, in cells. */
const REACH = 2.2;

/** @implements {BoardComponent} */
export class ForgottenTreasures {
  /** @param {Session} session @param {import("../types").Faces} faces @param {() => void} update asks for a rendering @param {Record<string, string>} urls */
  constructor(session, faces, update, urls) {
    this.session = session;
    this.faces = faces;
    this.update = update;
    this.urls = urls;
    /** @type {Ui} */
    this.ui = {
      key: "", take: null, reveal: null, placing: { rotation: 0, spot: null, down: false, float: null },
      score: emptyDraft(), area: null, enlarged: null, resultHidden: false,
    };
    this.desk = new ScoreDesk(this);
    this.drag = new DominoDrag(this);
    /** @type {Map<string, {needs: unknown[], made: any}>} */
    this.made = new Map();
    if (session.state.view) this.newDrafts();
  }

  get view() {
    return /** @type {View} */ (this.session.state.view);
  }
  get table() {
    return this.session.state.table;
  }
  get me() {
    return mySeat(this.table);
  }
  get solo() {
    return this.view.seats.some((seat) => seat.kind === "legend");
  }
  get busy() {
    return this.session.state.sending !== null;
  }
  /** The seat whose pyramid stands in the middle: one's own, or for those who watch the first one. @returns {Seat} */
  get main() {
    return this.view.seats[this.me ?? 0];
  }
  get spots() {
    const { decision } = this.view;
    return decision?.kind === "place" ? this.once("spots", [decision], () => spotsOf(decision.placements)) : [];
  }

  /** @param {number} id @returns {import("../types").DominoFace} */
  face(id) {
    const face = this.faces.get(id);
    if (!face) throw new Error(`no domino ${id} among the faces`);
    return face;
  }

  /** @param {Seat} seat */
  blocks(seat) {
    return this.once(`blocks-${seat.seat}`, [seat.dominoes], () => blocksOf(seat.dominoes ?? [], this.faces));
  }

  /** What was made from the same things is not made again. @template T @param {string} name @param {unknown[]} needs @param {() => T} make @returns {T} */
  once(name, needs, make) {
    const known = this.made.get(name);
    if (known && known.needs.length === needs.length && known.needs.every((need, at) => need === needs[at])) return known.made;
    const made = make();
    this.made.set(name, { needs, made });
    return made;
  }

  // --- what came in --------------------------------------------------------------------------------------------

  /** @param {import("../types").Change} change */
  arrived(change) {
    if (!this.session.state.view) return;
    this.newDrafts();
    const taken = flights(this, change.events);
    if (taken.length > 0) setTimeout(() => land(taken), 0);
  }

  /** Drafts live as long as the decision they are for. */
  newDrafts() {
    const { view, ui } = this;
    const key = JSON.stringify([view.decision, view.stage, view.hand]);
    if (key === ui.key) return;
    ui.key = key;
    ui.take = null;
    ui.reveal = null;
    ui.area = null;
    this.drag.cancel();
    ui.placing = { rotation: ui.placing.rotation, spot: null, down: false, float: null };
    if (view.decision?.kind === "place" && !this.spots.some((spot) => spot.rotation === ui.placing.rotation)) {
      ui.placing.rotation = this.spots[0]?.rotation ?? 0;
    }
    ui.score = view.submission ? draftOf(view.submission) : emptyDraft();
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

  /** @param {number} space @param {Gem} gem @param {number} at which of the space's gems */
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

  // --- placing ---------------------------------------------------------------------------------------------------------

  /** @param {Spot | null} spot @param {boolean} [down] */
  moveTo(spot, down = this.ui.placing.down) {
    const { placing } = this.ui;
    if (sameSpot(spot, placing.spot) && down === placing.down) return;
    placing.spot = spot;
    placing.down = down && spot !== null;
    if (spot) placing.rotation = spot.rotation;
    this.update();
  }

  /** The pointer is over the pyramid, at a point in cells. @param {[number, number]} point @param {boolean} [down] */
  pointAt(point, down) {
    this.moveTo(nearest(this.spots, this.ui.placing.rotation, point, REACH), down);
  }

  /** A tap means this place: where the domino fits only when turned, it turns. @param {[number, number]} point */
  tapAt(point) {
    const { rotation } = this.ui.placing;
    const turnedToo = ROTATIONS.map((quarter) => turn(rotation, quarter / 90));
    const fitting = turnedToo.map((way) => nearest(this.spots, way, point, 1.2)).find((spot) => spot !== null);
    this.moveTo(fitting ?? nearest(this.spots, rotation, point, REACH), true);
  }

  /** @param {number} quarters */
  rotate(quarters) {
    const { placing } = this.ui;
    if (this.view.decision?.kind !== "place") return;
    const around = this.drag.point ?? (placing.spot ? centre(placing.spot) : null);
    const next = turned(this.spots, placing.rotation, quarters, around);
    placing.rotation = next.rotation;
    placing.spot = next.spot ?? (placing.down ? firstSpot(this.spots, next.rotation) : null);
    if (placing.spot) announce(spotSentence(this));
    this.update();
  }

  /** @param {number} dx @param {number} dy */
  step(dx, dy) {
    const { placing } = this.ui;
    const spot = placing.spot ? stepped(this.spots, placing.spot, dx, dy) : firstSpot(this.spots, placing.rotation);
    this.moveTo(spot);
    announce(spotSentence(this));
  }

  setDown() {
    const { placing } = this.ui;
    if (!placing.spot) placing.spot = firstSpot(this.spots, placing.rotation);
    placing.down = placing.spot !== null;
    this.update();
  }

  pickUp() {
    this.drag.cancel();
    this.ui.placing.down = false;
    this.ui.placing.spot = null;
    this.update();
  }

  // --- sending -----------------------------------------------------------------------------------------------------

  /** What `confirm` would send now; null while something is still to be chosen. @returns {import("../types").Action | null} */
  ready() {
    const { decision } = this.view;
    const { ui } = this;
    if (this.busy || !decision) return null;
    if (decision.kind === "take" && ui.take?.gem) return { type: "take", space: ui.take.space, gem: ui.take.gem };
    if (decision.kind === "reveal" && ui.reveal !== null) return { type: "reveal", space: ui.reveal };
    if (decision.kind === "place" && ui.placing.down && ui.placing.spot) return { type: "place", ...ui.placing.spot };
    if (decision.kind === "score") {
      const now = this.desk.bill();
      return now?.ready && this.desk.changed ? actionOf(now) : null;
    }
    return null;
  }

  confirm() {
    const action = this.ready();
    if (action) this.session.act(action);
  }

  showResult() {
    this.ui.resultHidden = false;
    this.update();
  }

  /** Escape: one step back from whatever has been begun. @returns {boolean} */
  cancel() {
    const { ui } = this;
    if (ui.enlarged !== null) ui.enlarged = null;
    else if (ui.placing.float || ui.placing.spot) this.pickUp();
    else if (ui.take || ui.reveal !== null) Object.assign(ui, { take: null, reveal: null });
    else return false;
    this.update();
    return true;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return false;
    if (event.key === "Escape") return this.cancel();
    if (this.view.decision?.kind === "place" && event.key.toLowerCase() === "r") {
      this.rotate(event.shiftKey ? -1 : 1);
      return true;
    }
    return false;
  }

  // --- showing -----------------------------------------------------------------------------------------------------

  status() {
    return status(this);
  }

  /** @param {import("../types").GameEvent[]} events */
  logLines(events) {
    return logLines(events, { table: this.table, me: this.me });
  }

  /** @returns {import("../types").Parts} */
  render() {
    const { view, ui, table } = this;
    const { state } = this.session;
    const kind = view.decision?.kind;
    return {
      focus: view.phase === "over" ? "result" : view.phase === "score" ? "score" : kind === "place" ? "pyramid" : "market",
      market: this.once("market", [view, ui.take, ui.reveal, state.events, table], () => market(this)),
      pyramid: ownPyramid(this),
      tray: tray(this),
      actions: actions(this),
      others: this.once("others", [view, state.events, table, ui.enlarged], () => others(this)),
      sheet: this.once("sheet", [view, table], () => scoreSheet(this)),
      overlay: [result(this), enlarged(this), carried(this)],
    };
  }
}
