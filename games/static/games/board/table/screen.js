// @ts-check
/** Whether the page is laid out in one column (css/board.css changes at the same width). */

const NARROW = window.matchMedia("(max-width: 1099px)");

export const narrow = () => NARROW.matches;

/** @param {() => void} act when the layout changes */
export function whenLayoutChanges(act) {
  NARROW.addEventListener("change", act);
}
