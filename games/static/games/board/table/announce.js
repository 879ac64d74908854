// @ts-check
/** Announcements to screen readers: one polite live region, written after rendering. */

/** @type {HTMLElement | null} */
let region = null;

/** @param {HTMLElement} element an element with aria-live */
export function announceIn(element) {
  region = element;
}

/** @param {string} text */
export function announce(text) {
  if (!region || !text) return;
  // screen readers ignore the same sentence twice
  region.textContent = region.textContent === text ? `${text} ` : text;
}
