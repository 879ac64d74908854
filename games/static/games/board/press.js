// @ts-check
/**
 * A press is answered at once, and what it changes is rendered after that: rendering a board takes a slow phone longer
 * than an answer may. What was pressed is marked (`data-pressed`; the style sheets show it pushed in, or chosen), and
 * `waits` until the mark has been painted. The next press or key ends that first, so it meets the board that the one
 * before it has made.
 *
 * Keys, and clicks that programs make, are rendered at once: the focus may have to move.
 */
import { oncePainted } from "./table/rendered.js";

/** What shows that it is pressed. A press on anything else is rendered at once. */
const SHOWN = "a, button, summary, [role=button], [role=gridcell], .legal-cells path, .ghost";

/** Time (ms) after which a press ends even if nothing is painted, as in a window that is hidden. */
const LATEST_MS = 100;

export class Press {
  /** @param {HTMLElement} root of the board @param {() => void} render renders what has been asked for meanwhile */
  constructor(root, render) {
    this.render = render;
    /** @type {Element | null} */
    this.pressed = null;
    /** number of presses, to recognise those that have ended */
    this.count = 0;
    root.addEventListener("click", (event) => this.begin(event), { capture: true });
    for (const type of ["pointerdown", "keydown"]) window.addEventListener(type, () => this.end(), { capture: true });
  }

  get waits() {
    return this.pressed !== null;
  }

  /** @param {MouseEvent} event */
  begin({ detail, target }) {
    this.end();
    if (detail === 0 || !(target instanceof Element)) return;
    this.pressed = target.closest(SHOWN);
    if (!this.pressed) return;
    this.pressed.setAttribute("data-pressed", "");
    this.count += 1;
    const { count } = this;
    oncePainted(() => count === this.count && this.end(), LATEST_MS);
  }

  end() {
    this.pressed?.removeAttribute("data-pressed");
    if (!this.pressed) return;
    this.pressed = null;
    this.render();
  }
}
