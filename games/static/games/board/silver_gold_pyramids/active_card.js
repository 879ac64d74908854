// @ts-check
/**
 * On a phone there is room for one large card: which one that is, and what the player has found, beside it.
 * @typedef {import("./game.js").SilverGoldPyramids} Game
 */

import { gettext } from "../i18n.js";
import { h } from "../vdom.js";
import { finds } from "./others.js";
import { gain } from "./score_card.js";

/**
 * What the player has found, with the draft, for a screen without room for the score card: a press shows that.
 * @param {Game} game
 */
export function found(game) {
  const { main, marker } = game;
  const bill = marker.draft.first ? marker.bill : null;
  return h(
    "div",
    { key: "found", class: "work-found" },
    h(
      "button",
      {
        type: "button",
        class: "found-button",
        title: gettext("What symbols bring"),
        onclick: () => game.show({ enlarged: { sheet: main.seat } }),
      },
      finds(bill?.sheet ?? main.sheet, "span"),
      h("span", { class: "visually-hidden" }, gettext("What symbols bring")),
    ),
    bill && gain(bill.total - main.total),
  );
}

/** Return the card that is large where there is no room for both. @param {Game} game @returns {number | undefined} */
export function activeCard({ main, marker, ui }) {
  const numbers = main.cards.map(({ number }) => number);
  if (ui.active !== null && numbers.includes(ui.active)) return ui.active;
  const lit = (/** @type {number} */ number) => marker.lights(number).lit || marker.lights(number).faint;
  return marker.draft.first?.card ?? numbers.find(lit) ?? numbers[0];
}
