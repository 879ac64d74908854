// @ts-check
/**
 * Conditional moves in Silver & Gold: Pyramids: only explored pyramids are replaced in turn order.
 * @typedef {import("./types").View} View
 */
import { gettext, interpolate } from "../i18n.js";
import { genericPlans } from "../planning/generic.js";

/** @type {import("../types").Plans} */
export const plans = {
  /** Hide what is still unknown of the deck and the expedition cards. @param {View} view @param {string[]} unknown */
  hide(view, unknown) {
    const guessed = (/** @type {string} */ at) =>
      unknown.some((pointer) => pointer === at || pointer.startsWith(`${at}/`) || at.startsWith(`${pointer}/`));
    return {
      ...view,
      shape: guessed("/shape") ? null : view.shape,
      reserve: view.reserve.filter((/** @type {number} */ _, /** @type {number} */ at) => !guessed(`/reserve/${at}`)),
      seats: view.seats.map((/** @type {import("./types").Seat} */ seat, /** @type {number} */ number) => ({
        ...seat,
        cards: seat.cards.filter((_, at) => !guessed(`/seats/${number}/cards/${at}`)),
      })),
    };
  },

  conditions(view) {
    return [{ at: "/reserve", is: view.reserve, on: false }];
  },

  sentence(condition) {
    return condition.at === "/reserve"
      ? gettext("the same pyramids lie in the reserve")
      : genericPlans.sentence(condition);
  },

  deed(action) {
    return action.card === 0
      ? gettext("take the unseen card from the deck.")
      : interpolate(gettext("take pyramid %(number)s."), { number: action.card });
  },
};
