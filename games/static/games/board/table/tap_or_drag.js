// @ts-check
/** A pointer pressed on something that can be dragged: tells a tap from a drag. */

/** Movement (CSS pixels) below which a press is a tap. */
const SLACK = 7;
/** How far above the finger a dragged thing is held (CSS pixels), so that the finger does not hide it. */
const ABOVE_FINGER = 56;

/**
 * Call `act` once the click that ends a drag is over: in the next task and, in case that is late, before the
 * next press.
 * @param {() => void} act may be called twice
 */
export function afterTheClick(act) {
  setTimeout(act, 0);
  window.addEventListener("pointerdown", act, { once: true, capture: true });
}

/**
 * @typedef {object} Hands what the pointer does
 * @property {(x: number, y: number) => void} carry the thing is now at this point of the window
 * @property {() => void} drop the pointer was released after a drag
 * @property {() => void} tap it was released or lost before it moved
 * @property {() => void} lost the browser cancelled the pointer during a drag
 * @property {() => void} [second] another pointer was pressed meanwhile
 */

export class Held {
  /** @param {PointerEvent} start @param {Hands} hands */
  constructor(start, hands) {
    this.moved = false;
    this.listening = new AbortController();
    const { signal } = this.listening;
    const own = (/** @type {(event: PointerEvent) => void} */ act) => (/** @type {PointerEvent} */ event) => {
      if (event.pointerId === start.pointerId) act(event);
    };
    const above = start.pointerType === "touch" ? ABOVE_FINGER : 0;
    window.addEventListener(
      "pointermove",
      own((event) => {
        if (!this.moved && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < SLACK) return;
        this.moved = true;
        hands.carry(event.clientX, event.clientY - above);
      }),
      { signal },
    );
    window.addEventListener(
      "pointerup",
      own(() => {
        this.letGo();
        if (this.moved) hands.drop();
        else hands.tap();
      }),
      { signal },
    );
    window.addEventListener(
      "pointercancel",
      own(() => {
        this.letGo();
        if (this.moved) hands.lost();
        else hands.tap();
      }),
      { signal },
    );
    window.addEventListener(
      "pointerdown",
      (event) => {
        if (this.moved && event.pointerId !== start.pointerId) hands.second?.();
      },
      { signal },
    );
  }

  letGo() {
    this.listening.abort();
  }
}
