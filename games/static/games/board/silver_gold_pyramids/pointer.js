// @ts-check
/**
 * Dragging the shape with mouse or finger, from the expedition card or from where it lies. A hovering mouse also moves
 * it, and a tap lays it down. During a drag a tap with a second finger turns it, and mirrors it after each full turn.
 * @typedef {import("./game.js").SilverGoldPyramids} Game
 * @typedef {import("./geometry.js").Point} Point
 */
import { afterTheClick } from "../table/tap_or_drag.js";
import { cell, SIZE } from "./geometry.js";

/** Movement (CSS pixels) below which a press is a tap. */
const SLACK = 7;
/** How far above the finger the shape is held (CSS pixels), so that the finger does not hide it. */
const ABOVE_FINGER = 56;

export class ShapePointer {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /**
     * @type {{id: number, startX: number, startY: number, moved: boolean, touch: boolean, taps: number, before:
     *   import("./types").Draft | null} | null}
     */
    this.carry = null;
    /** where the shape is in the window while it is beside the cards @type {Point | null} */
    this.float = null;
    this.justDropped = false;
    this.listening = new AbortController();
  }

  /**
   * Return the card under a point of the window.
   * @param {number} x @param {number} y @returns {{card: number, point: Point, bit: number} | null}
   */
  cardAt(x, y) {
    for (const drawing of document.querySelectorAll(".work-card .card-drawing")) {
      const box = drawing.getBoundingClientRect();
      if (!(drawing instanceof SVGSVGElement) || x < box.left || x > box.right || y < box.top || y > box.bottom)
        continue;
      const matrix = drawing.getScreenCTM();
      if (!matrix) return null;
      const at = new DOMPoint(x, y).matrixTransform(matrix.inverse());
      /** @type {Point} */
      const point = [at.x / 100, at.y / 100];
      const [column, row] = point.map((value) => Math.min(SIZE - 1, Math.max(0, Math.floor(value))));
      return { card: Number(drawing.dataset.card), point, bit: cell(column, row) };
    }
    return null;
  }

  /** @param {PointerEvent} event */
  hover(event) {
    if (this.carry || event.pointerType !== "mouse") return;
    const under = this.cardAt(event.clientX, event.clientY);
    if (under) this.game.marker.hover(under.card, under.point);
  }

  leave() {
    if (!this.carry) this.game.marker.leave();
  }

  /** Start a drag where the shape lies on a card. @param {PointerEvent} event */
  pressCard(event) {
    const { first, extra } = this.game.marker.draft;
    const under = this.cardAt(event.clientX, event.clientY);
    if (event.button !== 0 || this.carry || !under || !first || extra.length > 0) return;
    if (under.card === first.card && first.mask & under.bit) this.begin(event);
  }

  /** Keep the page from scrolling while a finger drags the shape. @param {TouchEvent} event */
  holdPage(event) {
    if (this.carry) event.preventDefault();
  }

  /** @param {MouseEvent} event */
  clickCard(event) {
    if (this.justDropped) return;
    const under = this.cardAt(event.clientX, event.clientY);
    if (under) this.game.marker.tap(under.card, under.bit, under.point);
  }

  /** @param {PointerEvent} event */
  pressShape(event) {
    if (event.button === 0 && !this.carry && this.game.marker.draft.extra.length === 0) this.begin(event);
  }

  /** @param {PointerEvent} event */
  begin(event) {
    this.carry = {
      id: event.pointerId,
      startX: event.clientX,
      startY: event.clientY,
      moved: false,
      touch: event.pointerType === "touch",
      taps: 0,
      before: null,
    };
    this.listening = new AbortController();
    const { signal } = this.listening;
    window.addEventListener("pointermove", (move) => this.moved(move), { signal });
    window.addEventListener("pointerup", (up) => this.released(up), { signal });
    window.addEventListener(
      "pointercancel",
      (lost) => {
        if (this.carry?.id === lost.pointerId) this.cancel();
      },
      { signal },
    );
    window.addEventListener(
      "pointerdown",
      (second) => {
        if (this.carry?.moved && second.pointerId !== this.carry.id) this.tapped(this.carry);
      },
      { signal },
    );
  }

  /** A tap with a second finger: the next way to hold the shape. @param {{taps: number}} carry */
  tapped(carry) {
    const { marker } = this.game;
    carry.taps += 1;
    if (carry.taps % 4 === 0 && marker.handed) marker.mirror();
    else marker.turn(1);
  }

  /** @param {PointerEvent} event */
  moved(event) {
    const { carry, game } = this;
    if (!carry || event.pointerId !== carry.id) return;
    if (!carry.moved && Math.hypot(event.clientX - carry.startX, event.clientY - carry.startY) < SLACK) return;
    if (!carry.moved && game.marker.draft.first) {
      carry.before = game.marker.draft;
      game.marker.clear();
    }
    carry.moved = true;
    const [x, y] = [event.clientX, event.clientY - (carry.touch ? ABOVE_FINGER : 0)];
    const under = this.cardAt(x, y);
    this.float = under ? null : [x, y];
    if (under) game.marker.hover(under.card, under.point);
    else game.marker.leave();
    game.update();
  }

  /** @param {PointerEvent} event */
  released(event) {
    const { carry, game } = this;
    if (!carry || event.pointerId !== carry.id) return;
    const { ghost } = game.marker;
    this.stop();
    if (!carry.moved) return;
    // the click that follows this release belongs to the drag
    this.justDropped = true;
    afterTheClick(() => (this.justDropped = false));
    if (ghost?.legal) game.marker.put(ghost.card, ghost.lie);
    else this.back(carry);
    game.update();
  }

  /** Put the shape back where it was picked up. @param {{before: import("./types").Draft | null}} carry */
  back({ before }) {
    if (before) this.game.marker.draft = before;
    this.game.marker.leave();
    this.game.update();
  }

  stop() {
    this.listening.abort();
    this.carry = null;
    this.float = null;
  }

  cancel() {
    const { carry } = this;
    if (!carry) return;
    this.stop();
    this.back(carry);
  }
}
