// @ts-check
/**
 * The players' clocks. Their texts are written each second, outside the virtual DOM.
 * @typedef {import("../types").SessionState} SessionState
 */

import { gettext, interpolate } from "../i18n.js";
import { h } from "../vdom.js";
import { clockOf, controlWords, leftOf, littleTime, moment, timeLeft } from "./time.js";

/** A seat's clock, or null. @param {import("../types").Table} table @param {number} seat */
export function clock(table, seat) {
  const shown = clockOf(table, seat);
  if (!shown) return null;
  const runs = shown.deadline_ms !== null;
  return h(
    "span",
    {
      key: "clock",
      class: `clock ${runs ? "runs" : "stands"}`,
      role: "timer",
      "data-clock": seat,
      title:
        shown.deadline_ms === null
          ? gettext("The clock is stopped.")
          : interpolate(gettext("until %(date)s"), { date: moment(shown.deadline_ms) }),
    },
    h(
      "svg",
      { class: "hurry", viewBox: "0 0 24 24", role: "img", "aria-label": gettext("little time left") },
      h("path", {
        d: "M12 3 22 20.500H2ZM12 9.500v5M12 17.200v.6",
        fill: "none",
        stroke: "currentColor",
        "stroke-width": 2.2,
        "stroke-linecap": "round",
        "stroke-linejoin": "round",
      }),
    ),
    h("span", { class: "clock-text" }),
  );
}

/** The time control, and when clocks rest. @param {import("../types").Table} table */
export function rests({ terms }) {
  const words = controlWords(terms.time_control);
  return terms.weekend
    ? interpolate(gettext("%(time)s; clocks stop on weekends (%(zone)s)"), { time: words, zone: terms.weekend })
    : words;
}

/** Write the time left on every clock of the page. @param {Element} root @param {SessionState} state */
export function tick(root, { table, ahead_ms }) {
  const now = Date.now() + ahead_ms;
  const little = littleTime(table.terms.time_control);
  for (const face of root.querySelectorAll("[data-clock]")) {
    const shown = clockOf(table, Number(face.getAttribute("data-clock")));
    const text = face.querySelector(".clock-text");
    if (!shown || !text) continue;
    const left = leftOf(shown, now);
    const said = timeLeft(left);
    if (text.textContent !== said) text.textContent = said;
    face.toggleAttribute("data-low", left < little);
  }
}
