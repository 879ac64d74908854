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

/**
 * A dialog that asks before something that cannot be undone.
 * @param {object} options
 * @param {string} options.key
 * @param {string} options.title
 * @param {import("../types").VChild} options.text
 * @param {string} options.keep what the button says that changes nothing
 * @param {string} options.button what the other one says
 * @param {string} options.action its `data-action`
 * @param {() => unknown} options.act
 * @param {() => void} options.close
 */
export function confirmation({ key, title, text, keep, button, action, act, close }) {
  const confirm = () => {
    close();
    void act();
  };
  return dialog({
    key,
    className: "question",
    title,
    close,
    body: [
      h("p", null, text),
      h(
        "p",
        { class: "dialog-actions" },
        h("button", { type: "button", class: "board-button", onclick: close }, keep),
        h("button", { type: "button", class: "board-button danger", "data-action": action, onclick: confirm }, button),
      ),
    ],
  });
}
