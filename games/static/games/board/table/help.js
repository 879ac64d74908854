// @ts-check
/**
 * “?” on every board: the rule for the current step, the lessons, the rules. And the offer to learn a game before the
 * first move in it.
 * @typedef {import("../page.js").Page} Page
 */
import { knows } from "../../app/learned.js";
import { gettext } from "../i18n.js";
import { request } from "../rest.js";
import { h } from "../vdom.js";
import { mySeat } from "./players.js";

/** @param {Page} page @param {string | undefined} phase */
export function helpMenu({ root, rules, phases }, phase) {
  const label = gettext("Help");
  const anchor = phases[phase ?? ""];
  const { learn } = root.dataset;
  return h(
    "details",
    { key: "help", class: "menu help", name: "site-menu" },
    h("summary", { "aria-label": label, title: label }, h("span", { "aria-hidden": "true" }, "?")),
    h(
      "div",
      null,
      anchor && item(`${rules}#${anchor}`, gettext("The rule for this step")),
      learn && item(learn, gettext("Learn to play")),
      item(rules, gettext("Rules")),
    ),
  );
}

/** @param {string} href @param {string} text */
const item = (href, text) => h("a", { key: href, class: "menu-item", href, target: "_blank" }, text);

/**
 * Return the offer of the lesson that teaches the game, or null: the server makes it until the player has acted.
 * @param {Page} page
 */
export function firstTime(page) {
  const { root, session } = page;
  const { table, events } = session.state;
  const { first } = root.dataset;
  const me = mySeat(table);
  if (!first || table.status !== "running" || events.some(({ seat }) => seat === me)) return null;
  if (knows(first)) delete root.dataset.first; // as a visitor: the server is told only now
  if (!root.dataset.first) return null;
  const close = () => {
    delete root.dataset.first;
    page.update();
  };
  const decline = () => {
    close();
    request("POST", first, { step: 0 }).catch(() => {}); // it is offered again
  };
  return h(
    "p",
    { key: "first", class: "first-time" },
    h(
      "a",
      { class: "text-button", href: first, target: "_blank", "data-action": "learn", onclick: close },
      gettext("First time? Learn it in five minutes"),
    ),
    h(
      "button",
      { type: "button", class: "text-button", "data-action": "learn-not", onclick: decline },
      gettext("Not now"),
    ),
  );
}
