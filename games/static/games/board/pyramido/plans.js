// @ts-check
/**
 * Conditional moves in Pyramido (2023): the conditions of a turn in sentences, and what is unknown while planning.
 * @typedef {import("./types").Action} Action
 * @typedef {import("./types").View} View
 */

import { colourName } from "../art/domino.js";
import { gettext, interpolate, listing } from "../i18n.js";
import { genericPlans } from "../planning/generic.js";

/** @type {import("../types").Plans} */
export const plans = {
  /** Hide tops of piles that are still unknown. @param {View} view @param {string[]} unknown */
  hide(view, unknown) {
    const piles = view.piles.map((pile, at) =>
      unknown.some((pointer) => pointer.startsWith(`/piles/${at}`)) ? { ...pile, domino: null } : pile,
    );
    return { ...view, piles };
  },

  conditions(view, actions) {
    return actions.flatMap((/** @type {Action} */ action) => {
      if (action.type === "place")
        return [{ at: `/quarry/${action.quarry - 1}/domino`, is: view.quarry[action.quarry - 1].domino, on: true }];
      if (action.type === "replenish")
        return [{ at: `/piles/${action.pile - 1}/domino`, is: view.piles[action.pile - 1].domino, on: true }];
      return [];
    });
  },

  sentence(condition) {
    const found = /^\/(quarry|piles)\/(\d)\/domino$/.exec(condition.at);
    if (!found) return genericPlans.sentence(condition);
    const number = Number(found[2]) + 1;
    return found[1] === "quarry"
      ? interpolate(gettext("quarry space %(space)s still has its domino"), { space: number })
      : interpolate(gettext("pile %(pile)s still has the same domino on top"), { pile: number });
  },

  deed(action) {
    switch (action.type) {
      case "place":
        return interpolate(
          gettext("take the domino from quarry space %(space)s and lay it on your pyramid, as planned."),
          { space: action.quarry },
        );
      case "mark":
        return gettext("mark the block that you have chosen.");
      case "resurface":
        return interpolate(gettext("lay a card on the new domino, %(colour)s side up."), {
          colour: colourName(action.colour),
        });
      case "replenish":
        return interpolate(gettext("fill the quarry from pile %(pile)s."), { pile: action.pile });
      case "fill":
        return interpolate(gettext("close the gaps with %(colours)s."), {
          colours: listing(action.cards.map((/** @type {any} */ card) => colourName(card.colour))),
        });
      default:
        return action.type;
    }
  },
};
