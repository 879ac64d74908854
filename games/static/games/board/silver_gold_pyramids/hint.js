// @ts-check
/**
 * Help for new players in a line or two below the pyramids: how to do what is asked, and what happens then.
 * @typedef {import("./game.js").SilverGoldPyramids} Game
 */

import { gettext } from "../i18n.js";
import { h } from "../vdom.js";

/** @param {Game} game */
export function hint(game) {
  const texts = sentences(game).filter((text) => text !== "");
  return texts.length > 0 && h("p", { key: "hint", class: "hint" }, texts.join(" "));
}

/**
 * What stays secret, and until when; nothing where one person plays all seats.
 * @param {Game} game @param {string} text
 */
const secret = (game, text) => (game.table.by_hand ? "" : text);

/** @param {Game} game @returns {string[]} */
function sentences(game) {
  const { view } = game;
  if (game.edited) return [gettext("Your earlier choice stands until you send the new one.")];
  switch (view.decision?.kind) {
    case "keep":
      return game.sent
        ? [
            secret(game, gettext("Your choice stays secret until all players have chosen.")),
            gettext("To change it, click or tap another pyramid."),
          ]
        : [
            secret(game, gettext("Your choice stays secret until all players have chosen.")),
            gettext("Look for a short path to the tomb, plus gems and potions. Skulls cost points."),
          ];
    case "mark":
      return game.sent
        ? [gettext("All marked cells are revealed together once all players have sent theirs.")]
        : marking(game);
    case "replace":
      return [
        gettext(
          "A player’s 2nd, 4th and 6th pyramid of a colour each earn the highest bonus left: 10, then 6, then 3 points.",
        ),
        gettext("What you take is final."),
      ];
    default:
      return game.me !== null && view.phase === "replace"
        ? [gettext("The player who explored the lowest-numbered pyramid chooses first.")]
        : [];
  }
}

/** @param {Game} game @returns {string[]} */
function marking(game) {
  const { marker, main } = game;
  const fresh = main.cards.some((card) => card.marked.length === 0)
    ? [gettext("An untouched pyramid begins at its entrance.")]
    : [];
  switch (marker.next) {
    case "extra":
      return [gettext("Any cell next to a marked one will do, on either pyramid."), ...fresh];
    case "done":
      return marker.draft.extra.length === 0 && marker.canTurn
        ? [
            gettext("Click or tap the shape to rotate it, or drag it elsewhere."),
            secret(game, gettext("Your marks stay secret until all players have sent theirs.")),
          ]
        : [secret(game, gettext("Your marks stay secret until all players have sent theirs."))];
    default:
      return marker.single
        ? [gettext("Any cell next to a marked one will do."), ...fresh]
        : [
            gettext(
              "Click or tap a highlighted cell, or drag the shape there; where the edge is dashed, it fits only " +
                "if you rotate or mirror it.",
            ),
            ...fresh,
          ];
  }
}
