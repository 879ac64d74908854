// @ts-check
/** A round button that turns the piece in hand by a quarter. */

import { gettext } from "../i18n.js";
import { h } from "../vdom.js";

/** @param {number} quarters 1 to the right, −1 to the left @param {() => void} act */
export function turnButton(quarters, act) {
  const right = quarters > 0;
  return h(
    "button",
    {
      type: "button",
      class: "turn-button",
      "aria-label": right ? gettext("Rotate right") : gettext("Rotate left"),
      title: right ? gettext("Rotate right (R)") : gettext("Rotate left (Shift+R)"),
      onclick: act,
    },
    h(
      "svg",
      { viewBox: "0 0 24 24", "aria-hidden": "true", class: right ? "" : "mirrored" },
      h("path", {
        d: "M20 5v5h-5M19.3 10A8 8 0 1 0 20 14.5",
        fill: "none",
        stroke: "currentColor",
        "stroke-width": 2.1,
        "stroke-linecap": "round",
        "stroke-linejoin": "round",
      }),
    ),
  );
}
