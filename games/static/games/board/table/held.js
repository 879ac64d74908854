// @ts-check
/** A pointer held down on something that can be carried: tells a tap from a drag. */

/** A pointer that has moved less than this, in CSS pixels, has tapped. */
const SLACK = 7;
/** A finger hides what it carries: the thing is held this much above it. */
const ABOVE_FINGER = 56;

/**
 * Once the click that ends a drag is over: in the next moment, and before whatever is pressed next, should a busy browser be late.
 * @param {() => void} act is done once or twice
 */
export function afterTheClick(act) {
  setTimeout(act, 0);
  window.addEventListener("pointerdown", act, { once: true, capture: true });
}

/**
 * @typedef {object} Hands what the pointer does
 * @property {(x: number, y: number) => void} carry the thing is now here in the window
 * @property {() => void} drop the pointer was let go after it had carried something
 * @property {() => void} tap it was let go, or lost, before it had moved
 * @property {() => void} lost the browser took the pointer away while it carried something
 * @property {() => void} [second] another pointer came down meanwhile
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
