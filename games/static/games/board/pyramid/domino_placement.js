// @ts-check
/**
 * Placing a domino, before it is sent: its rotation, its ghost's place, whether it is set down. For both
 * Pyramido games.
 * @typedef {import("../types").Spot} Spot
 * @typedef {import("../types").Rotation} Rotation
 * @typedef {{rotation: Rotation, spot: Spot | null, down: boolean, float: {x: number, y: number} | null}} Placing
 *   `float` is where the domino is in the window while it is dragged beside the pyramid
 */
import { gettext, interpolate } from "../i18n.js";
import { announce } from "../table/announce.js";
import { DominoDrag } from "./drag.js";
import { centre, ROTATIONS, turn } from "./geometry.js";
import { firstSpot, nearest, sameSpot, stepped, turned } from "./legal_spots.js";

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

  /** Start a new decision: the domino is in the hand, in a rotation that has a legal place. */
  reset() {
    this.drag.cancel();
    const { spots } = this.host;
    const fits = spots.length === 0 || spots.some((spot) => spot.rotation === this.placing.rotation);
    Object.assign(this.placing, {
      spot: null,
      down: false,
      float: null,
      rotation: fits ? this.placing.rotation : spots[0].rotation,
    });
  }

  /** @param {Spot | null} spot @param {boolean} [down] */
  moveTo(spot, down = this.placing.down) {
    const { placing } = this;
    if (sameSpot(spot, placing.spot) && down === placing.down) return;
    placing.spot = spot;
    placing.down = down && spot !== null;
    if (spot) placing.rotation = spot.rotation;
    this.update();
  }

  /**
   * Move the ghost to the legal place nearest to a point in cells.
   * @param {[number, number]} point @param {boolean} [down]
   */
  pointAt(point, down) {
    this.moveTo(nearest(this.host.spots, this.placing.rotation, point, REACH), down);
  }

  /** Place the domino at a tapped point, turned if it fits only so. @param {[number, number]} point */
  tapAt(point) {
    const { rotation } = this.placing;
    const turnedToo = ROTATIONS.map((quarter) => turn(rotation, quarter / 90));
    const fitting = turnedToo.map((way) => nearest(this.host.spots, way, point, 1.2)).find((spot) => spot !== null);
    this.moveTo(fitting ?? nearest(this.host.spots, rotation, point, REACH), true);
  }

  /** @param {number} quarters */
  rotate(quarters) {
    const { placing, host } = this;
    if (!this.placeable) return;
    const around = this.drag.point ?? (placing.spot ? centre(placing.spot) : null);
    const next = turned(host.spots, placing.rotation, quarters, around);
    placing.rotation = next.rotation;
    placing.spot = next.spot ?? (placing.down ? firstSpot(host.spots, next.rotation) : null);
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
