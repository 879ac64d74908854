// @ts-check
/** The link from a refusal to the paragraph of the rules that explains it. */
import { gettext } from "../i18n.js";
import { h } from "../vdom.js";

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
