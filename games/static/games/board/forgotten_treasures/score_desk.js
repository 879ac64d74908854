// @ts-check
/**
 * The player's scoring: what is chosen so far, and how each press changes it.
 * @typedef {import("./game.js").ForgottenTreasures} Game
 */
import { gettext } from "../i18n.js";
import { announce } from "../table/announce.js";
import { wastes } from "./score_advice.js";
import { actionOf, areaKey, bill, cycled, draftOf, emptyDraft, openDraft, paidIn, same } from "./score_draft.js";

export class ScoreDesk {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
  }

  /** What the player has to score with, or null outside scoring. */
  get means() {
    const { view, me } = this.game;
    const { decision } = view;
    if (decision?.kind !== "score" || me === null) return null;
    return this.game.once("means", [decision, view.seats[me].gems], () => ({
      areas: decision.areas.map((area) => ({ ...area, quadrants: [] })),
      gems: view.seats[me].gems,
      keep: decision.keep,
      best: decision.best,
    }));
  }

  /** @param {import("../types").ScoreAction} action @returns {import("./score_draft.js").Draft} */
  draftOf(action) {
    const { means } = this;
    return means ? openDraft(action, means.areas, means.gems, means.keep) : emptyDraft();
  }

  /** The draft that a scoring begins with: what has been sent, or else the plan with the most points now. */
  begun() {
    const { means } = this;
    return means ? this.draftOf(this.game.view.submission ?? means.best) : emptyDraft();
  }

  /** In the past: what the seat in the middle had sent in secret, or null. */
  get sent() {
    const { past, main, view } = this.game;
    const { submission } = view;
    if (!past || !submission || view.seat !== main.seat) return null;
    return this.game.once("sent", [submission], () => bill(draftOf(submission), main.areas ?? [], main.gems, null));
  }

  /** Return what the draft costs and brings, or null outside scoring. */
  bill() {
    const { means, game } = this;
    if (!means) return null;
    return game.once("bill", [game.ui.score, means], () => bill(game.ui.score, means.areas, means.gems, means.keep));
  }

  /** Return what the best plan costs and brings, or null outside scoring. */
  bestBill() {
    const { means } = this;
    if (!means) return null;
    return this.game.once("best-bill", [means], () =>
      bill(this.draftOf(means.best), means.areas, means.gems, means.keep),
    );
  }

  /** Whether the draft leaves points that the gems it keeps are not worth. */
  get wastes() {
    const { means } = this;
    const [mine, best] = [this.bill(), this.bestBill()];
    return !!means && !!mine && !!best && wastes(mine, best, means);
  }

  /** @param {string} key of an area */
  cycleArea(key) {
    const { means } = this;
    if (!means?.areas.some((area) => areaKey(area) === key)) return;
    this.game.ui.score = cycled(this.game.ui.score, key, means);
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

  /** Fill in the plan with the most points now. */
  mostPoints() {
    const { means, game } = this;
    if (!means) return;
    Object.assign(game.ui, { score: this.draftOf(means.best), asked: false });
    announce(gettext("Filled in: the choice that scores most now."));
    game.update();
  }

  /** Whether the draft is the best plan. */
  get isBest() {
    const { means } = this;
    const now = this.bill();
    return !!means && !!now && same(actionOf(now), means.best);
  }

  /** Whether the draft differs from what has been sent. */
  get changed() {
    const { submission } = this.game.view;
    const now = this.bill();
    return !submission || !now || !same(submission, actionOf(now));
  }
}
