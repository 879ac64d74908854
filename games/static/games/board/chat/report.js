// @ts-check
/**
 * The small dialog in which a line is reported to the moderators.
 * @typedef {import("../types").ChatLine} ChatLine
 */
import { h } from "../vdom.js";
import { gettext, interpolate } from "../i18n.js";
import { dialog } from "../table/dialog.js";

const REASONS = () => /** @type {const} */ ([
  ["insult", gettext("Insult or harassment")],
  ["hate", gettext("Hatred or threats")],
  ["spam", gettext("Advertising or spam")],
  ["cheating", gettext("Advice to a player, or another way to cheat")],
  ["privacy", gettext("Somebody’s private data")],
  ["other", gettext("Something else")],
]);

/** @param {ChatLine} line @param {string | null} error @param {() => void} close @param {(reason: string) => void} send */
export function reportDialog(line, error, close, send) {
  return dialog({
    key: "report", className: "question report", title: gettext("Report to the moderators"), close,
    body: h("form", {
      class: "report-form",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const chosen = new FormData(/** @type {HTMLFormElement} */ (event.target)).get("reason");
        if (typeof chosen === "string") send(chosen);
      },
    },
    h("blockquote", { class: "report-line", dir: "auto" }, h("b", null, interpolate(gettext("%(name)s:"), { name: line.by.name })), ` ${line.text}`),
    h("div", { class: "report-reasons", role: "radiogroup", "aria-labelledby": "report-question" }, h("p", { id: "report-question", class: "report-question" }, gettext("What is wrong with it?")),
      REASONS().map(([reason, text]) => h("label", { key: reason }, h("input", { type: "radio", name: "reason", value: reason, required: true }), h("span", null, text)))),
    error && h("p", { key: "error", class: "chat-error", role: "alert" }, error),
    h("p", { class: "dialog-actions" },
      h("button", { type: "button", class: "board-button", onclick: close }, gettext("Cancel")),
      h("button", { type: "submit", class: "board-button danger" }, gettext("Report")))),
  });
}
