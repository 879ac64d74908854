// @ts-check
/**
 * The moments of a game, from the pages of steps that the server sends (docs/formats/api.md). Pure.
 * @typedef {import("../types").GameEvent} GameEvent
 * @typedef {{seq: number, events: GameEvent[], patch: any[]}} Step
 * @typedef {{since: number | null, view: any, steps: Step[]}} StepsPage
 *
 * @typedef {object} Moment what the reader could see after a step
 * @property {number} first seq of the step's first event
 * @property {number} seq of its last event
 * @property {GameEvent[]} events of the step
 * @property {any} view
 *
 * @typedef {{at: number, name: string}} Mark where a stage or round begins
 */
import { applyPatch } from "../patch.js";

/** Kinds of events that keep a decision secret until the others have decided. */
const SECRET = ["submission", "submitted"];

export class Moments {
  constructor() {
    /**
     * Those that stand, in order: steps that changed nothing on the board are left out, and those taken back. Each has
     * its whole view, and views share what a patch leaves alone, so that any moment is shown at once.
     * @type {Moment[]}
     */
    this.all = [];
    /** the last known event */
    this.seq = -1;
    /** the view after it @type {any} */
    this.view = null;
  }

  /** The number of the latest moment. */
  get last() {
    return this.all.length - 1;
  }

  /** Add the page of steps that follows the last known event. @param {StepsPage} page */
  add({ since, view, steps }) {
    if (since === null) return;
    if (this.seq < 0) {
      this.all.push({ first: 0, seq: since, events: [], view });
      this.seq = since;
      this.view = view;
    }
    for (const step of steps) this.follow(step);
  }

  /** @param {Step} step */
  follow({ seq, events, patch }) {
    this.view = applyPatch(this.view, patch);
    this.seq = seq;
    const back = events.find(({ kind }) => kind === "taken_back");
    if (back) this.all = this.all.filter((moment) => moment.seq <= back.payload?.to);
    else if (patch.length > 0) this.all.push({ first: events[0].seq, seq, events, view: this.view });
  }

  /** Return the number of the moment that shows an event: the one before, if it was taken back. @param {number} seq */
  at(seq) {
    return Math.max(
      0,
      this.all.findLastIndex((moment) => moment.first <= seq),
    );
  }
}

/** Whether a step has only kept a decision secret, so that no piece has moved. @param {Moment} moment */
export const keepsSecret = ({ events }) => events.length > 0 && events.every(({ kind }) => SECRET.includes(kind));

/**
 * Return the seat whose deed led to the moment, or null if it was not one player's.
 * @param {Moment} moment @returns {number | null}
 */
export function doer({ events }) {
  if (events.some(({ kind }) => kind === "revealed" || SECRET.includes(kind))) return null;
  return events.find(({ seat }) => seat !== null)?.seat ?? null;
}

/**
 * Return where stages begin after the first moment.
 * @param {Moment[]} moments @param {(view: any) => string} stageOf the name of a view's stage, or ""
 * @returns {Mark[]}
 */
export function marks(moments, stageOf) {
  const names = moments.map(({ view }) => stageOf(view));
  return names.flatMap((name, at) => (at > 0 && name !== "" && name !== names[at - 1] ? [{ at, name }] : []));
}

/** Return the points of all seats at each moment. @param {Moment[]} moments @returns {number[][]} */
export const pointsOf = (moments) =>
  moments.map(({ view }) => view.seats.map((/** @type {{total: number}} */ { total }) => total));

/**
 * Return the numbers of the moments at which points have changed.
 * @param {number[][]} points by moment @returns {number[]}
 */
export const changes = (points) =>
  points.flatMap((now, at) => (at > 0 && now.some((n, seat) => n !== points[at - 1][seat]) ? [at] : []));
