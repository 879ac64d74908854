// @ts-check
/**
 * Placing a domino, before it is sent: its rotation, its ghost's place, whether it is set down. For both
 * Pyramido games.
 * @typedef {import("../types").Spot} Spot
 * @typedef {import("../types").Rotation} Rotation
 * @typedef {{rotation: Rotation, spot: Spot | null, down: boolean, float: {x: number, y: number} | null}} Placing
 *   `rotation` is that of the domino in hand, which a place alone does not change; `float` is where it is in the window
 *   while it is dragged beside the pyramid
 */
import { gettext, interpolate } from "../i18n.js";
import { announce } from "../table/announce.js";
import { DominoDrag } from "./drag.js";
import { ROTATIONS } from "./geometry.js";
import { firstSpot, nearest, nextRotation, sameSpot, stepped, tapped, turned } from "./legal_spots.js";

/** Greatest distance between the pointer and a legal place, in cells. */
const REACH = 2.2;

/**
 * @typedef {object} Host what a game tells it
 * @property {Spot[]} spots every legal place of the domino in hand
 * @property {boolean} placeable a domino is in hand and may be placed
 * @property {{stage: number}} view
 * @property {() => string} spotSentence describes what the ghost's place would bring
 * @property {() => void} confirm
 * @property {() => void} update
 */

export class DominoPlacement {
  /** @param {Host} host */
  constructor(host) {
    this.host = host;
    /** @type {Placing} */
    this.placing = { rotation: 0, spot: null, down: false, float: null };
    this.drag = new DominoDrag(this);
  }

  get placeable() {
    return this.host.placeable;
  }
  get stage() {
    return this.host.view.stage;
  }
  update() {
    this.host.update();
  }

  /** Start a new decision: the domino is in the hand. */
  reset() {
    this.drag.cancel();
    Object.assign(this.placing, { spot: null, down: false, float: null });
    this.unturn();
  }

  /** Hold the domino as it is shown where it was taken from, or in the next rotation that has a legal place. */
  unturn() {
    const { spots } = this.host;
    const fits = (/** @type {Rotation} */ rotation) => spots.some((spot) => spot.rotation === rotation);
    this.placing.rotation = ROTATIONS.find(fits) ?? 0;
  }

  /** @param {Spot | null} spot @param {boolean} [down] */
  moveTo(spot, down = this.placing.down) {
    const { placing } = this;
    if (sameSpot(spot, placing.spot) && down === placing.down) return;
    placing.spot = spot;
    placing.down = down && spot !== null;
    this.update();
  }

  /**
   * Move the ghost to the legal place nearest to a point in cells.
   * @param {[number, number]} point @param {boolean} [down]
   */
  pointAt(point, down) {
    this.moveTo(nearest(this.host.spots, this.placing.rotation, point, REACH), down);
  }

  /**
   * Place the domino at a tapped point, or show where a click would place it.
   * @param {[number, number]} point in cells @param {boolean} [down]
   */
  tapAt(point, down = true) {
    this.moveTo(tapped(this.host.spots, this.placing.rotation, point, REACH), down);
  }

  /** @param {number} quarters */
  rotate(quarters) {
    const { placing, host, drag } = this;
    if (!this.placeable) return;
    const { spot } = placing;
    placing.rotation = nextRotation(host.spots, spot?.rotation ?? placing.rotation, quarters);
    if (drag.carry) placing.spot = drag.point && nearest(host.spots, placing.rotation, drag.point);
    else if (drag.point && !placing.down) placing.spot = tapped(host.spots, placing.rotation, drag.point, REACH);
    else placing.spot = spot && turned(host.spots, spot, quarters);
    if (placing.spot) announce(host.spotSentence());
    this.update();
  }

  /** @param {number} dx @param {number} dy */
  step(dx, dy) {
    const { placing, host } = this;
    const spot = placing.spot ? stepped(host.spots, placing.spot, dx, dy) : firstSpot(host.spots, placing.rotation);
    this.moveTo(spot);
    announce(host.spotSentence());
  }

  setDown() {
    const { placing } = this;
    if (!placing.spot) placing.spot = firstSpot(this.host.spots, placing.rotation);
    placing.down = placing.spot !== null;
    this.update();
  }

  pickUp() {
    this.drag.cancel();
    Object.assign(this.placing, { down: false, spot: null, float: null });
    this.update();
  }

  /** Arrows move the domino; Enter sets it down, then confirms. @param {KeyboardEvent} event */
  key(event) {
    /** @type {Record<string, [number, number]>} */
    const arrows = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const arrow = arrows[event.key];
    if (arrow) {
      this.step(...arrow);
    } else if (event.key === "Enter" || event.key === " ") {
      if (this.placing.down) this.host.confirm();
      else this.setDown();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * Return what the element around the pyramid's drawing is while a domino is placed.
   * @param {string} title of the pyramid @returns {import("../elements").Props<"div">}
   */
  field(title) {
    return {
      tabindex: "0",
      role: "application",
      focus: "placing",
      "aria-label": interpolate(
        gettext(
          "%(title)s. Arrow keys move the domino from one legal place to the next, R rotates it, Enter sets it " +
            "down and confirms it, Escape picks it up.",
        ),
        { title },
      ),
      onkeydown: (event) => this.key(event),
    };
  }

  /**
   * Return the listeners of the pyramid's drawing while a domino is placed.
   * @returns {import("../elements").Props<"svg">}
   */
  listeners() {
    return {
      onpointermove: (event) => this.drag.hover(event),
      onpointerleave: () => this.drag.leave(),
      onpointerdown: (event) => this.drag.pressPyramid(event),
      onclick: (event) => this.drag.clickPyramid(event),
    };
  }
}
