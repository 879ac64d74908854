// @ts-check
/**
 * Things that fly from their old place to their new one. The old place is measured before the page changes, the new one
 * after. Nothing moves if the reader prefers reduced motion.
 */

const FLIGHT_MS = 620;

export const stillness = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @typedef {{copy: Element, box: DOMRect, to: string, delay: number}} Flight */

/**
 * @param {string} from selector of what flies @param {string} to selector of where it goes @param {number} [delay] ms
 * @returns {Flight[]} empty if it is not visible
 */
export function takeOff(from, to, delay = 0) {
  const element = document.querySelector(from);
  if (!element || stillness() || document.hidden) return [];
  const box = element.getBoundingClientRect();
  if (box.width === 0) return [];
  return [{ copy: /** @type {Element} */ (element.cloneNode(true)), box, to, delay }];
}

/** Start flights after the page has changed. @param {Flight[]} flights */
export function land(flights) {
  for (const { copy, box, to, delay } of flights) {
    const target = document.querySelector(to)?.getBoundingClientRect();
    if (!target || target.width === 0) continue;
    const flyer = document.createElement("div");
    flyer.className = "flyer";
    flyer.setAttribute("aria-hidden", "true");
    Object.assign(flyer.style, {
      left: `${box.left}px`,
      top: `${box.top}px`,
      width: `${box.width}px`,
      height: `${box.height}px`,
    });
    flyer.append(copy);
    (document.querySelector(".board") ?? document.body).append(flyer);
    const dx = target.left + target.width / 2 - box.left - box.width / 2;
    const dy = target.top + target.height / 2 - box.top - box.height / 2;
    const scale = Math.min(1, Math.max(0.35, target.height / box.height));
    flyer
      .animate(
        [
          { transform: "none", opacity: 1 },
          { transform: `translate(${dx * 0.5}px, ${dy * 0.5 - 36}px) scale(1.15)`, opacity: 1, offset: 0.45 },
          { transform: `translate(${dx}px, ${dy}px) scale(${scale})`, opacity: 0.15 },
        ],
        { duration: FLIGHT_MS, delay, easing: "cubic-bezier(.4,0,.3,1)", fill: "both" },
      )
      .finished.then(
        () => flyer.remove(),
        () => flyer.remove(),
      );
  }
}
