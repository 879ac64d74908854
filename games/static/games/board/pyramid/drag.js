// @ts-check
/**
 * Dragging a domino with mouse or finger, from the hand or from where it was set down. A tap sets the domino down, a
 * tap on it turns it, and so does a second finger during a drag. Under a hovering mouse the ghost shows what a click
 * would do.
 * @typedef {import("../types").Spot} Spot
 */
import { afterTheClick, Held } from "../table/tap_or_drag.js";
import { LIFT, UNIT } from "./draw.js";
import { cells } from "./geometry.js";

/**
 * @typedef {object} Placer what the drag works on
 * @property {import("./domino_placement.js").Placing} placing
 * @property {number} stage the open stage
 * @property {boolean} placeable whether there is a domino to be placed
 * @property {(point: [number, number], down?: boolean) => void} pointAt
 * @property {(point: [number, number], down?: boolean) => void} tapAt
 * @property {(spot: Spot | null, down?: boolean) => void} moveTo
 * @property {(quarters: number) => void} rotate
 * @property {() => void} setDown
 * @property {() => void} update
 */

export class DominoDrag {
  /** @param {Placer} placer */
  constructor(placer) {
    this.placer = placer;
    /** @type {Held | null} */
    this.carry = null;
    /** the pointer over the pyramid, in cells @type {[number, number] | null} */
    this.point = null;
    /** the click that follows a release belongs to the drag */
    this.justDropped = false;
    /** called when a press turns out to be a tap @type {(() => void) | undefined} */
    this.tapped = undefined;
  }

  get placing() {
    return this.placer.placeable;
  }

  /**
   * Return a point of the window in cells of the open stage, or null outside the drawing.
   * @param {number} x @param {number} y @returns {[number, number] | null}
   */
  cellAt(x, y) {
    const drawing = document.querySelector(".own-pyramid .pyramid-drawing");
    if (!(drawing instanceof SVGSVGElement)) return null;
    const frame = drawing.getBoundingClientRect();
    if (x < frame.left || x > frame.right || y < frame.top || y > frame.bottom) return null;
    const matrix = drawing.getScreenCTM();
    if (!matrix) return null;
    const at = new DOMPoint(x, y).matrixTransform(matrix.inverse());
    const { stage } = this.placer;
    return [(at.x / UNIT - stage + 1) / 2 - 0.5, ((at.y + LIFT * stage) / UNIT - stage + 1) / 2 - 0.5];
  }

  /** @param {[number, number]} point @returns {boolean} whether the ghost lies under a point */
  onGhost(point) {
    const { spot } = this.placer.placing;
    return (
      spot !== null && cells(spot).some(([x, y]) => Math.abs(x - point[0]) <= 0.55 && Math.abs(y - point[1]) <= 0.55)
    );
  }

  // --- over the pyramid ---------------------------------------------------------------------------------------------

  /** @param {PointerEvent} event */
  hover(event) {
    if (!this.placing || this.carry || event.pointerType !== "mouse" || this.placer.placing.down) return;
    this.point = this.cellAt(event.clientX, event.clientY);
    if (this.point) this.placer.tapAt(this.point, false);
  }

  leave() {
    this.point = null;
    if (this.placing && !this.carry && !this.placer.placing.down) this.placer.moveTo(null);
  }

  /** @param {PointerEvent} event */
  pressPyramid(event) {
    if (!this.placing || event.button !== 0 || this.carry) return;
    const point = this.cellAt(event.clientX, event.clientY);
    const { placing } = this.placer;
    if (point && placing.down && placing.spot && this.onGhost(point)) {
      placing.rotation = placing.spot.rotation;
      this.begin(event);
      event.preventDefault();
    }
  }

  /** A tap, unless it ends a drag. @param {MouseEvent} event */
  clickPyramid(event) {
    if (!this.placing || this.justDropped) return;
    const point = this.cellAt(event.clientX, event.clientY);
    if (!point) return;
    if (this.placer.placing.down && this.onGhost(point)) this.placer.rotate(1);
    else this.placer.tapAt(point);
  }

  // --- carrying -----------------------------------------------------------------------------------------------------

  /** @param {PointerEvent} event @param {() => void} [tapped] called if it was only a tap */
  pressHand(event, tapped) {
    if (this.placing && event.button === 0 && !this.carry) this.begin(event, tapped);
  }

  /** @param {PointerEvent} event @param {() => void} [tapped] */
  begin(event, tapped) {
    this.tapped = tapped;
    this.carry = new Held(event, {
      carry: (x, y) => this.moved(x, y),
      drop: () => this.dropped(),
      tap: () => this.cancel(),
      lost: () => {
        this.cancel();
        this.placer.update();
      },
      second: () => this.placer.rotate(1),
    });
  }

  /** @param {number} x @param {number} y */
  moved(x, y) {
    const { placing } = this.placer;
    this.point = this.cellAt(x, y);
    placing.down = false;
    if (this.point) this.placer.pointAt(this.point);
    else placing.spot = null;
    placing.float = placing.spot ? null : { x, y };
    this.placer.update();
  }

  dropped() {
    const { placing } = this.placer;
    this.stop();
    this.justDropped = true;
    afterTheClick(() => (this.justDropped = false));
    placing.float = null;
    if (placing.spot) this.placer.setDown();
    else this.placer.update();
  }

  stop() {
    this.carry?.letGo();
    this.carry = null;
    this.point = null;
  }

  cancel() {
    const { carry } = this;
    if (!carry) return;
    this.stop();
    if (!carry.moved) this.tapped?.();
    this.placer.placing.float = null;
  }
}
