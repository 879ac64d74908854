// @ts-check
/**
 * Dragging cards, markers and tops of piles with mouse or finger. Over a legal place the piece lies on trial; dropped
 * anywhere else it goes back. A dropped piece is a draft like one that was chosen by pressing.
 * @typedef {import("./game.js").Pyramido} Game
 * @typedef {import("../types").DesertColour} DesertColour
 */

import { announce } from "../table/announce.js";
import { afterTheClick, Held } from "../table/tap_or_drag.js";

/**
 * @typedef {object} Piece
 * @property {"card" | "marker" | "pile"} kind
 * @property {DesertColour | null} colour of a marker, which only goes on blocks of its colour
 * @property {() => import("../types").VNode} picture drawn under the pointer
 * @property {(x: number, y: number) => boolean} over puts it on trial at this point; false if it may not lie there
 * @property {() => string} landed returns the announcement after a drop on a legal place
 */

/** Greatest distance between a drop and the middle of a block, in cells. */
const REACH = 0.72;

export class PieceDrag {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /** @type {Held | null} */
    this.held = null;
    /** @type {Piece | null} what is being carried */
    this.piece = null;
    /** where it is in the window; null while it lies on trial @type {{x: number, y: number} | null} */
    this.float = null;
    /** the click that follows a release belongs to the drag */
    this.justDropped = false;
  }

  /** @param {PointerEvent} event @param {() => Piece} take called once the pointer moves */
  press(event, take) {
    if (event.button !== 0 || this.held || this.game.busy) return;
    this.held = new Held(event, {
      carry: (x, y) => {
        this.piece ??= take();
        this.float = this.piece.over(x, y) ? null : { x, y };
        this.game.update();
      },
      drop: () => {
        const { piece, float } = this;
        this.stop();
        this.justDropped = true;
        afterTheClick(() => (this.justDropped = false));
        if (piece && !float) announce(piece.landed());
        this.game.update();
      },
      tap: () => this.stop(),
      lost: () => {
        this.stop();
        this.game.update();
      },
      second: () => void this.game.cards.rotate(1),
    });
  }

  stop() {
    this.held?.letGo();
    this.held = null;
    this.piece = null;
    this.float = null;
  }

  /**
   * Return the index of the cell under a point of the window.
   * @param {number} x @param {number} y @param {{x: number, y: number}[]} places @returns {number} −1 for none
   */
  placeUnder(x, y, places) {
    const point = this.game.placer.drag.cellAt(x, y);
    if (!point) return -1;
    const away = places.map((place) => Math.max(Math.abs(place.x - point[0]), Math.abs(place.y - point[1])));
    const least = Math.min(...away);
    return least <= REACH ? away.indexOf(least) : -1;
  }
}

/** @param {string} selector @param {number} x @param {number} y whether the element lies under a point of the window */
export function lies(selector, x, y) {
  const box = document.querySelector(selector)?.getBoundingClientRect();
  return !!box && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}
