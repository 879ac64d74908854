// @ts-check
/**
 * Hints: a suggested action becomes the player's draft, with a sentence.
 * @typedef {import("./game.js").Pyramido} Game
 * @typedef {import("./types").Action} Action
 */

import { areaText, colourName } from "../art/domino.js";
import { gettext, interpolate, listing } from "../i18n.js";
import { cardsSentence } from "./sentences.js";
import { markBlocks } from "./trial.js";

/** @param {Game} game @param {Action} action @returns {import("../table/hint.js").Suggestion} */
export function suggest(game, action) {
  const { ui, cards } = game;
  switch (action.type) {
    case "place": {
      const { x, y, rotation } = action;
      ui.quarry = action.quarry;
      game.placer.moveTo({ x, y, rotation }, true);
      return {
        what: interpolate(gettext("take the domino from quarry space %(space)s and place it where it is shown."), {
          space: action.quarry,
        }),
        more: game.spotSentence(),
      };
    }
    case "mark": {
      ui.block = action.block;
      const block = markBlocks(game).find((one) => one.block === action.block);
      return {
        what: block
          ? interpolate(gettext("mark the %(colour)s block: %(area)s."), {
              colour: colourName(block.colour),
              area: areaText(block),
            })
          : "",
      };
    }
    case "replenish":
      cards.reset();
      ui.pile = action.pile;
      return { what: interpolate(gettext("fill the quarry from pile %(pile)s."), { pile: action.pile }) };
    case "resurface":
      ui.pile = null;
      cards.lay([{ ...action, ...slotOf(game, action.block) }]);
      return {
        what: interpolate(gettext("lay a card on the new domino, %(colour)s side up."), {
          colour: colourName(action.colour),
        }),
        more: cardsSentence(game),
      };
    case "fill":
      cards.lay(action.cards);
      return {
        what: interpolate(gettext("close the gaps with %(colours)s."), {
          colours: listing(action.cards.map((card) => colourName(card.colour))),
        }),
        more: cardsSentence(game),
      };
    default:
      return { what: "" };
  }
}

/** @param {Game} game @param {number} block */
function slotOf(game, block) {
  const { x, y } = game.cards.slots.find((one) => one.block === block) ?? { x: 0, y: 0 };
  return { x, y };
}
