// @ts-check
/**
 * Roving focus: Tab stops once in a group of controls, and the arrow keys move inside it. The group's element has
 * `data-roving`, its controls have `data-stop`. The elements themselves are the only state.
 */

import { focusable } from "../vdom.js";

const NEXT = new Set(["ArrowRight", "ArrowDown"]);
const BACK = new Set(["ArrowLeft", "ArrowUp"]);
const GROUPS = new Set(["areas", "choice", "market"]);

/**
 * Where the focus goes when its control is gone: the first of these that can take it.
 * @type {import("../elements").Focus[]}
 */
const FALLBACKS = ["send", "placing", "choice", "market", "confirm", "best", "areas", "result"];

/** @param {Element} group @returns {(HTMLElement | SVGElement)[]} */
function stops(group) {
  return /** @type {(HTMLElement | SVGElement)[]} */ (
    [...group.querySelectorAll("[data-stop]")].filter((stop) => !stop.hasAttribute("disabled"))
  );
}

/**
 * Give each group one tab stop: the focused control, else the chosen one, else the previous stop, else the first.
 * @param {Element} root
 */
export function arrangeStops(root) {
  for (const group of root.querySelectorAll("[data-roving]")) {
    const all = stops(group);
    const chosen =
      all.find((stop) => stop === document.activeElement) ??
      all.find((stop) => stop.hasAttribute("data-chosen")) ??
      all.find((stop) => stop.getAttribute("tabindex") === "0") ??
      all[0];
    for (const stop of all) {
      const wanted = stop === chosen ? "0" : "-1";
      if (stop.getAttribute("tabindex") !== wanted) stop.setAttribute("tabindex", wanted);
    }
  }
}

/**
 * Give the focus to a named place; a group passes it on to its tab stop.
 * @param {import("../elements").Focus} name @returns {boolean} whether something there could take it
 */
export function focusOn(name) {
  const place = focusable(name);
  if (!place || place.matches(":disabled")) return false;
  const target = GROUPS.has(name) ? stops(place).find((stop) => stop.getAttribute("tabindex") === "0") : place;
  target?.focus({ preventScroll: true });
  return target !== undefined;
}

/** @param {KeyboardEvent} event @returns {boolean} whether the key moved the focus */
export function moveFocus(event) {
  if (!(event.target instanceof Element)) return false;
  const group = event.target.closest("[data-roving]");
  if (!group || event.altKey || event.ctrlKey || event.metaKey) return false;
  const all = stops(group);
  const at = all.indexOf(/** @type {HTMLElement | SVGElement} */ (event.target));
  let to = at;
  if (NEXT.has(event.key)) to = (at + 1) % all.length;
  else if (BACK.has(event.key)) to = (at + all.length - 1) % all.length;
  else if (event.key === "Home") to = 0;
  else if (event.key === "End") to = all.length - 1;
  else return false;
  if (at < 0 || !all[to]) return false;
  for (const stop of all) stop.setAttribute("tabindex", stop === all[to] ? "0" : "-1");
  all[to].focus();
  event.preventDefault();
  return true;
}

/**
 * Keep the focus on the board when the control that had it is gone or disabled: move it to what can be done next, or
 * else to the status, where it waits for the next decision.
 * @param {Element | null} before the element that had the focus before this rendering
 */
export function keepFocus(before) {
  if (!before) return;
  const waiting = focusable("status");
  const lost = !before.isConnected || before.matches(":disabled") || !takesFocus(before);
  if (!lost && before !== waiting) return;
  const active = document.activeElement;
  if (active && active !== document.body && active !== before) return;
  if (!FALLBACKS.some(focusOn) && before !== waiting) waiting?.focus({ preventScroll: true });
}

/** Whether an element is one that can have the focus. @param {Element} element */
const takesFocus = (element) =>
  (element instanceof HTMLElement || element instanceof SVGElement) &&
  (element.tabIndex >= 0 || element.hasAttribute("tabindex"));
