// @ts-check
/**
 * The player's scoring: what is chosen so far, and how each press changes it.
 * @typedef {import("./game.js").ForgottenTreasures} Game
 */
import { gettext } from "../i18n.js";
import { announce } from "../table/announce.js";
import { actionOf, areaKey, bill, cycled, draftOf, emptyDraft, paidIn } from "./score_draft.js";

export class ScoreDesk {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
  }

  /** Return what the draft costs and brings, or null outside scoring. */
  bill() {
    const { decision } = this.game.view;
    if (decision?.kind !== "score" || this.game.me === null) return null;
    const seat = this.game.view.seats[this.game.me];
    const areas = decision.areas.map((area) => ({ ...area, quadrants: [] }));
    return this.game.once("bill", [this.game.ui.score, decision, seat.gems], () =>
      bill(this.game.ui.score, areas, seat.gems, decision.keep),
    );
  }

  /** @param {string} key of an area */
  cycleArea(key) {
    const { decision } = this.game.view;
    if (decision?.kind !== "score" || !decision.areas.some((area) => areaKey(area) === key)) return;
    this.game.ui.score = cycled(this.game.ui.score, key);
    this.game.update();
  }

  /** @param {string} key @param {number} units */
  payMythical(key, units) {
    this.game.ui.score = paidIn(this.game.ui.score, key, units);
    this.game.update();
  }

  /** @param {import("../types").GemCounts} discard */
  setDiscard(discard) {
    this.game.ui.score = { ...this.game.ui.score, discard };
    this.game.update();
  }

  clear() {
    this.game.ui.score = emptyDraft();
    this.game.update();
  }

  mostPoints() {
    const { decision } = this.game.view;
    if (decision?.kind !== "score") return;
    this.game.ui.score = draftOf(decision.best);
    announce(gettext("Filled in: the choice that scores most now."));
    this.game.update();
  }

  /** Whether the draft differs from what has been sent. */
  get changed() {
    const { submission } = this.game.view;
    const now = this.bill();
    if (!submission || !now) return true;
    const plain = (/** @type {import("../types").ScoreAction} */ action) =>
      JSON.stringify([
        action.activate.map((one) => [one.x, one.y, one.double ?? false, one.mythical ?? 0]).sort(),
        Object.entries(action.discard).sort(),
      ]);
    return plain(submission) !== plain(actionOf(now));
  }
}
