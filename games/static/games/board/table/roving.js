// @ts-check
/**
 * One tab stop for a group of controls, arrow keys inside (roving focus). The group's element carries `data-roving`;
 * its controls carry `data-stop`. Works on whatever has been rendered, so that nobody has to keep an index.
 */

const NEXT = new Set(["ArrowRight", "ArrowDown"]);
const BACK = new Set(["ArrowLeft", "ArrowUp"]);

/** @param {Element} group @returns {(HTMLElement | SVGElement)[]} */
function stops(group) {
  return /** @type {(HTMLElement | SVGElement)[]} */ (
    [...group.querySelectorAll("[data-stop]")].filter((stop) => !stop.hasAttribute("disabled"))
  );
}

/** Give each group exactly one tab stop: the one in focus, else the one that had it, else the first. @param {Element} root */
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

/** @param {KeyboardEvent} event @returns {boolean} whether the key moved the focus */
export function moveFocus(event) {
  if (!(event.target instanceof Element)) return false;
  const group = event.target.closest("[data-roving]");
  if (!group || event.altKey || event.ctrlKey || event.metaKey) return false;
  const all = stops(group);
  const at = all.findIndex((stop) => stop === event.target);
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
