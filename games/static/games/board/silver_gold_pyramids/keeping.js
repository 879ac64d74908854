// @ts-check
/**
 * The middle of the page at the start: four pyramids, of which the player keeps two.
 * @typedef {import("./game.js").SilverGoldPyramids} Game
 */

import { gettext, interpolate } from "../i18n.js";
import { hintSign } from "../table/hint.js";
import { capital, seatName } from "../table/players.js";
import { h } from "../vdom.js";
import { cardDrawing } from "./art_card.js";
import { cardName, cardText } from "./cards.js";
import { hint } from "./hint.js";
import { watching } from "./watch.js";

/** @param {Game} game */
export function keeping(game) {
  const { view, ui, me, main } = game;
  if (view.dealt.length === 0 || (game.past && main.seat !== view.seat)) {
    return h(
      "section",
      { class: "work", "aria-label": gettext("The start") },
      watching(game),
      h("p", { class: "work-note" }, gettext("All players are choosing two of four pyramids, in secret.")),
    );
  }
  const open = view.decision?.kind === "keep";
  return h(
    "section",
    {
      class: "work keeping",
      "aria-label":
        view.seat === me
          ? capital(gettext("four pyramids, of which you keep two"))
          : interpolate(gettext("%(name)s’s pyramids"), { name: seatName(game.table, main.seat) }),
    },
    watching(game),
    h(
      "div",
      { class: "work-place" },
      h(
        "div",
        { class: "keep-cards", "data-roving": "keep" },
        view.dealt.map((number) => {
          const kept = ui.kept.includes(number);
          const suggested = game.hint.action?.type === "keep" && game.hint.action.cards.includes(number);
          return h(
            "button",
            {
              key: number,
              type: "button",
              "data-hinted": suggested,
              class: `keep-card ${kept ? "kept" : ""} ${suggested ? "hinted" : ""}`,
              "aria-pressed": String(kept),
              "data-stop": true,
              "data-keep": number,
              disabled: !open,
              "aria-label": cardText(game.card(number), 0),
              title: cardName(game.card(number)),
              onclick: () => game.toggleKept(number),
            },
            cardDrawing(game.card(number), 0, { "aria-hidden": "true" }),
            h("span", { class: "keep-ribbon", "aria-hidden": "true" }, kept ? gettext("kept") : ""),
            suggested && hintSign(),
          );
        }),
      ),
    ),
    hint(game),
  );
}
