// @ts-check
/** Links from a table to its game's rules: to what explains the current step, and to why something was refused. */
import { gettext } from "../i18n.js";
import { h } from "../vdom.js";

/**
 * Return the link to the paragraph about a phase, or null if there is none.
 * @param {string} rules the address of the game's rules
 * @param {Record<string, string>} phases the anchor of each phase
 * @param {string | undefined} phase
 */
export function phaseLink(rules, phases, phase) {
  const anchor = phase === undefined ? undefined : phases[phase];
  if (anchor === undefined) return null;
  const label = gettext("The rule for this step, in a new tab");
  return h(
    "a",
    {
      key: "rule",
      class: "rule-link",
      href: `${rules}#${anchor}`,
      target: "_blank",
      "aria-label": label,
      title: label,
    },
    h("span", { "aria-hidden": "true" }, "?"),
  );
}

/**
 * Return the link to the paragraph that explains a refusal, or null. In a page of rules it leads there in the page.
 * @param {import("../types").Problem} problem
 */
export function refusalLink({ rules }) {
  if (rules === undefined) return null;
  return h(
    "a",
    { key: "rule", class: "text-button", href: rules, target: window.top === window ? "_blank" : "_top" },
    gettext("The rule"),
  );
}
