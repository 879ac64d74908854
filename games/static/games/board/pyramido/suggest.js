// @ts-check
/**
 * What is suggested: laid out as the player's own draft, and said in a sentence.
 * @typedef {import("./game.js").Pyramido} Game
 * @typedef {import("./types").Action} Action
 */
import { gettext, interpolate, listing } from "../i18n.js";
import { areaText, colourName } from "../art/domino.js";
import { cardsSentence } from "./sentences.js";
import { markBlocks } from "./trial.js";

/** @param {Game} game @param {Action} action @returns {string} */
export function suggest(game, action) {
  const { ui, cards } = game;
  switch (action.type) {
    case "place": {
      const { x, y, rotation } = action;
      ui.quarry = action.quarry;
      game.placer.moveTo({ x, y, rotation }, true);
      return `${interpolate(gettext("take the domino of quarry space %(space)s and lay it where it lies now."), { space: action.quarry })} ${game.spotSentence()}`;
    }
    case "mark": {
      ui.block = action.block;
      const block = markBlocks(game).find((one) => one.block === action.block);
      return block ? interpolate(gettext("mark the %(colour)s block: %(area)s."), { colour: colourName(block.colour), area: areaText(block) }) : "";
    }
    case "replenish":
      cards.reset();
      ui.pile = action.pile;
      return interpolate(gettext("fill the quarry from pile %(pile)s."), { pile: action.pile });
    case "resurface":
      ui.pile = null;
      cards.lay([{ ...action, ...slotOf(game, action.block) }]);
      return `${interpolate(gettext("lay a card on the new domino, %(colour)s side up."), { colour: colourName(action.colour) })} ${cardsSentence(game)}`;
    case "fill":
      cards.lay(action.cards);
      return `${interpolate(gettext("close the gaps with %(colours)s."), { colours: listing(action.cards.map((card) => colourName(card.colour))) })} ${cardsSentence(game)}`;
    default:
      return "";
  }
}

/** @param {Game} game @param {number} block */
function slotOf(game, block) {
  const { x, y } = game.cards.slots.find((one) => one.block === block) ?? { x: 0, y: 0 };
  return { x, y };
}
