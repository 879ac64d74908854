// @ts-check
/** What a screen reader is told: one polite live region, written after rendering. */

/** @type {HTMLElement | null} */
let region = null;

/** @param {HTMLElement} element an element with aria-live */
export function announceIn(element) {
  region = element;
}

/** @param {string} text */
export function announce(text) {
  if (!region || !text) return;
  // the same sentence twice would not be read again
  region.textContent = region.textContent === text ? `${text} ` : text;
}
