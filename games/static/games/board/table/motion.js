// @ts-check
/**
 * Things that fly from their old place to their new one. The old place is measured before the page changes, the new one
 * after. Nothing moves if the reader prefers reduced motion.
 */

const FLIGHT_MS = 380;

export const stillness = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The selector of a seat in the row of players. @param {number} seat */
export const chipOf = (seat) => `.chip[data-seat="${seat}"]`;

/** @typedef {{copy: Element, box: DOMRect, to: string[], delay: number}} Flight */

/** @param {Element} element */
function inSight(element) {
  const { width, bottom, top } = element.getBoundingClientRect();
  return width > 0 && bottom > 0 && top < window.innerHeight;
}

/** Return what is in sight and does not fly of the first selector that has any. @param {string[]} selectors */
export function allInSight(selectors) {
  for (const selector of selectors) {
    const found = [...document.querySelectorAll(selector)];
    const seen = found.filter((element) => inSight(element) && !element.closest(".flyer"));
    if (seen.length > 0) return seen;
  }
  return [];
}

/** Return the first of these that is in sight and does not fly. @param {string[]} selectors */
export const firstInSight = (selectors) => /** @type {Element | undefined} */ (allInSight(selectors)[0]);

/** Take off from old places that are in sight. @param {import("../types").Path[]} ways @returns {Flight[]} */
export function takeOff(ways) {
  if (stillness() || document.hidden) return [];
  return ways.flatMap(({ from = [], to, delay_ms: delay = 0 }) => {
    const element = firstInSight(from);
    if (!element) return [];
    return [
      { copy: /** @type {Element} */ (element.cloneNode(true)), box: element.getBoundingClientRect(), to, delay },
    ];
  });
}

/** Start flights after the page has changed. @param {Flight[]} flights */
export function land(flights) {
  for (const { copy, box, to, delay } of flights) {
    const target = firstInSight(to)?.getBoundingClientRect();
    if (!target) continue;
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
        { duration: FLIGHT_MS - delay, delay, easing: "cubic-bezier(.4,0,.3,1)", fill: "both" },
      )
      .finished.then(
        () => flyer.remove(),
        () => flyer.remove(),
      );
  }
}
