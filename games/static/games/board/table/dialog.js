// @ts-check
/** A <dialog> over the page, modal if the page behind it has to wait. Escape and the cross close it. */

import { gettext } from "../i18n.js";
import { h } from "../vdom.js";

/**
 * @param {object} options
 * @param {string} options.key
 * @param {string} options.title
 * @param {import("../types").VChild} options.body
 * @param {() => void} options.close
 * @param {string} [options.className]
 * @param {boolean} [options.modal] true by default
 */
export function dialog({ key, title, body, close, className = "", modal = true }) {
  return h(
    "dialog",
    {
      key,
      class: `board-dialog ${className}`,
      "aria-labelledby": `${key}-title`,
      ref: (element) =>
        queueMicrotask(() => {
          if (!element.isConnected || element.open) return;
          if (modal) element.showModal();
          else element.show();
          element.scrollTop = 0; // the focused element may be far below the title
        }),
      oncancel: (event) => {
        event.preventDefault();
        close();
      },
      onkeydown: (event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        close();
      },
    },
    h(
      "header",
      { class: "dialog-head" },
      h("h2", { id: `${key}-title` }, title),
      h(
        "button",
        { type: "button", class: "close-button", "aria-label": gettext("Close"), onclick: close },
        h(
          "svg",
          { viewBox: "0 0 24 24", "aria-hidden": "true" },
          h("path", {
            d: "M6 6l12 12M18 6L6 18",
            stroke: "currentColor",
            "stroke-width": 2.2,
            "stroke-linecap": "round",
          }),
        ),
      ),
    ),
    h("div", { class: "dialog-body" }, body),
  );
}
