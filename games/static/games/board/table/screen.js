// @ts-check
/** The layouts of the page of a table (css/frame.css changes at the same widths and heights). */

const COMPACT = window.matchMedia("(max-width: 699px), (max-height: 499px)");
const NARROW = window.matchMedia("(max-width: 1199px)");

/** Whether the screen is a phone's, or enlarged to one: pieces are small, and what is chosen is shown in the bar. */
export const compact = () => COMPACT.matches;

/** Whether the panel with the log lies over the board when it is opened. */
export const narrow = () => NARROW.matches;

/** @param {() => void} act when the layout changes */
export function whenLayoutChanges(act) {
  for (const layout of [COMPACT, NARROW]) layout.addEventListener("change", act);
}
