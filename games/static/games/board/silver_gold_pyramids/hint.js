// @ts-check
/**
 * Help for new players in a line or two below the pyramids: how to do what is asked, and what happens then.
 * @typedef {import("./game.js").SilverGoldPyramids} Game
 */

import { gettext } from "../i18n.js";
import { h } from "../vdom.js";

/** @param {Game} game */
export function hint(game) {
  const texts = sentences(game);
  return texts.length > 0 && h("p", { key: "hint", class: "hint" }, texts.join(" "));
}

/** @param {Game} game @returns {string[]} */
function sentences(game) {
  const { view } = game;
  if (game.edited) return [gettext("What you have sent counts until you send the change.")];
  switch (view.decision?.kind) {
    case "keep":
      return game.sent
        ? [
            gettext("Your choice stays secret until all players have chosen."),
            gettext("To change it, press another pyramid."),
          ]
        : [
            gettext("Your choice stays secret until all players have chosen."),
            gettext("A short way to the tomb, gems and potions are good; skulls cost points."),
          ];
    case "mark":
      return game.sent
        ? [gettext("All marks are revealed together once all players have sent theirs.")]
        : marking(game);
    case "replace":
      return [
        gettext("Every second pyramid of a colour scores points: 10 for the first player, then 6, then 3."),
        gettext("What you take is final."),
      ];
    default:
      return game.me !== null && view.phase === "replace"
        ? [gettext("The player who explored the lowest number chooses first.")]
        : [];
  }
}

/** @param {Game} game @returns {string[]} */
function marking({ marker, main }) {
  const fresh = main.cards.some((card) => card.marked.length === 0)
    ? [gettext("An untouched pyramid begins at its entrance.")]
    : [];
  switch (marker.next) {
    case "extra":
      return [gettext("A cell beside a marked one will do, of the same pyramid or the other."), ...fresh];
    case "done":
      return marker.draft.extra.length === 0 && marker.canTurn
        ? [
            gettext("Press the shape to turn it, or drag it elsewhere."),
            gettext("Your marks stay secret until all players have sent theirs."),
          ]
        : [gettext("Your marks stay secret until all players have sent theirs.")];
    default:
      return marker.single
        ? [gettext("Any cell next to a marked one will do."), ...fresh]
        : [
            gettext(
              "Press a cell that lights up, or drag the shape there; where the edge is dashed it fits once " +
                "turned or mirrored.",
            ),
            ...fresh,
          ];
  }
}
