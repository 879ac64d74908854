// @ts-check
/**
 * The base of both Pyramido boards: dominoes, and the pyramid on which they are placed.
 * @typedef {import("../types").GameEvent} GameEvent
 */
import { gettext, interpolate } from "../i18n.js";
import { Board } from "../table/board.js";
import { DominoPlacement } from "./domino_placement.js";
import { press } from "./keys.js";
import { spotsOf } from "./legal_spots.js";

/**
 * @typedef {object} PyramidView
 * @property {{kind: string, placements?: [number, number, import("../types").Rotation][]} | null} decision
 * @property {string} phase
 * @property {number} stage
 * @property {number[]} to_move
 * @property {any[]} seats
 */

/**
 * @template {PyramidView} View
 * @template {{key: string, watched: number, enlarged: any, resultHidden: boolean}} Ui
 * @template {string} Colour
 * @extends {Board<View, Ui>}
 */
export class PyramidBoard extends Board {
  /**
   * @param {import("../types").Session} session @param {import("../types").Faces<Colour>} faces
   * @param {() => void} update asks for a rendering @param {Record<string, string>} urls @param {Ui} ui
   */
  constructor(session, faces, update, urls, ui) {
    super(session, update, urls, ui);
    this.faces = faces;
    this.placer = new DominoPlacement(this);
  }

  get placing() {
    return this.placer.placing;
  }
  /** Whether a domino is in hand and can be placed. */
  get placeable() {
    return this.view.decision?.kind === "place";
  }
  /** All legal places of the domino in hand, or of the one to be taken. @returns {import("../types").Spot[]} */
  get spots() {
    const { decision } = this.view;
    const { placements } = decision ?? {};
    return placements ? this.once("spots", [decision], () => spotsOf(placements)) : [];
  }

  /** @param {number} id @returns {import("../types").DominoFace<Colour>} */
  face(id) {
    const face = this.faces.get(id);
    if (!face) throw new Error(`no domino ${id} among the faces`);
    return face;
  }

  /** @param {import("../types").Change} change */
  arrived(change) {
    if (!this.session.state.view) return;
    this.newDrafts();
    this.fly(change.events);
  }

  /** Reset drafts that were for another decision. */
  newDrafts() {}

  stageNote() {
    return this.stageOf(this.view);
  }

  /** @override @param {PyramidView} view */
  stageOf({ stage }) {
    return interpolate(gettext("Stage %(stage)s"), { stage });
  }

  /**
   * Show the pyramid of another seat: enlarged over the page, or for spectators in the middle.
   * @param {number} seat
   */
  look(seat) {
    this.show(/** @type {Partial<Ui>} */ (this.me === null ? { watched: seat } : { enlarged: seat }));
  }

  /** Turn the piece in hand, 1 to the right, −1 to the left; return whether there is one. @param {number} quarters */
  turnInHand(quarters) {
    if (!this.placeable) return false;
    this.placer.rotate(quarters);
    return true;
  }

  /** @param {string} key @param {boolean} shift */
  press(key, shift) {
    return press(key, shift, (quarters) => this.turnInHand(quarters));
  }

  /** Describe what the ghost's place would bring. */
  spotSentence() {
    return "";
  }

  /**
   * Say what gaps cost that no domino can fill.
   * @param {import("./gaps.js").Gaps} _gaps @returns {{text: string, fatal: boolean}} `fatal`: they cost the game
   */
  gapWords(_gaps) {
    return { text: "", fatal: false };
  }
}
