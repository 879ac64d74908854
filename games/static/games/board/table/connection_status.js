// @ts-check
/** The state of the connection, and the latest problem, in plain sentences. */

import { gettext } from "../i18n.js";
import { h } from "../vdom.js";
import { refusalLink } from "./rule_link.js";

/** @param {import("../types").SessionState} state */
export function connection(state) {
  const texts = {
    connecting: gettext("Connecting…"),
    live: gettext("Connected"),
    silent: gettext("The server is not responding. Trying again…"),
    lost: navigator.onLine
      ? gettext("Connection lost. Trying again…")
      : gettext("You are offline. The game continues when you are back online."),
    polling: gettext("Live connection lost; moves are still sent."),
  };
  return h(
    "p",
    { class: `connection ${state.link}`, role: "status", "data-link": state.link },
    h("span", { class: "lamp", "aria-hidden": "true" }),
    h("span", { class: "text" }, texts[state.link]),
  );
}

/** @param {import("../types").Session} session */
export function problem(session) {
  const { problem: trouble } = session.state;
  if (!trouble) return null;
  return h(
    "div",
    { key: "problem", class: "problem", role: "alert", "data-code": trouble.code },
    h("p", null, trouble.detail),
    refusalLink(trouble),
    h(
      "button",
      {
        type: "button",
        class: "close-button",
        "aria-label": gettext("Close"),
        onclick: () => session.dismissProblem(),
      },
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
  );
}
