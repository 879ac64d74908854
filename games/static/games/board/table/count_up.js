// @ts-check
/** Numbers that count up to their value when they appear. Nothing moves if the reader prefers reduced motion. */

import { stillness } from "./motion.js";

const COUNT_MS = 700;

/**
 * Count the first number of a text up from 0.
 * @param {Element} element with nothing but the text
 */
export function countUp(element) {
  const text = element.firstChild;
  const final = text?.nodeValue ?? "";
  const number = Number(final.match(/\d+/)?.[0] ?? 0);
  if (!text || number === 0 || stillness() || document.hidden) return;
  /** @type {number | null} */
  let since = null;
  const step = (/** @type {number} */ now) => {
    since ??= now;
    const left = Math.max(0, 1 - (now - since) / COUNT_MS);
    text.nodeValue = final.replace(/\d+/, String(Math.round(number * (1 - left ** 3))));
    if (left > 0) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
