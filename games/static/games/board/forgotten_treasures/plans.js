// @ts-check
/**
 * Conditional moves in Forgotten Treasures: the conditions of a turn in sentences, and what is unknown while planning.
 * @typedef {import("../types").Action} Action
 * @typedef {import("../types").Condition} Condition
 * @typedef {import("../types").View} View
 * @typedef {import("../types").Plans} Plans
 */
import { gettext, interpolate } from "../i18n.js";
import { genericPlans } from "../planning/generic.js";
import { aGem } from "./gems.js";

/** @type {Plans} */
export const plans = {
  /**
   * Hide top dominoes that are still unknown; they cannot be taken either.
   * @param {View} view @param {string[]} unknown
   */
  hide(view, unknown) {
    const guessed = (/** @type {number} */ at) =>
      unknown.some((pointer) => pointer.startsWith(`/spaces/${at}`) && !pointer.startsWith(`/spaces/${at}/gems`));
    const drawn = (/** @type {number} */ at) => unknown.some((pointer) => pointer.startsWith(`/spaces/${at}/gems`));
    const spaces = view.spaces.map((space, at) => ({
      ...space,
      ...(guessed(at) ? { domino: undefined, back: undefined } : {}),
      ...(drawn(at) ? { gems: {} } : {}),
    }));
    const { decision } = view;
    if (decision?.kind !== "take") return { ...view, spaces };
    const offered = decision.spaces.filter(({ space }) => !guessed(space - 1) && !drawn(space - 1));
    return { ...view, spaces, decision: { ...decision, spaces: offered } };
  },

  conditions(view, actions) {
    return actions.flatMap((action) => {
      if (action.type !== "take" && action.type !== "reveal") return [];
      const at = action.space - 1;
      const space = view.spaces[at];
      if (action.type === "reveal") return space.back ? [{ at: `/spaces/${at}/back`, is: space.back, on: true }] : [];
      return [
        { at: `/spaces/${at}/domino`, is: space.domino, on: true },
        { at: `/spaces/${at}/gems`, is: space.gems, on: false },
      ];
    });
  },

  sentence(condition) {
    const found = /^\/spaces\/(\d)\/(domino|back|gems)$/.exec(condition.at);
    if (!found) return genericPlans.sentence(condition);
    const space = Number(found[1]) + 1;
    switch (found[2]) {
      case "domino":
        return interpolate(gettext("space %(space)s still has its domino"), { space });
      case "gems":
        return interpolate(gettext("space %(space)s still has the same gems"), { space });
      default:
        return interpolate(gettext("space %(space)s still has the same domino, face down"), { space });
    }
  },

  deed(action) {
    switch (action.type) {
      case "take":
        return interpolate(gettext("take %(gem)s and the domino from space %(space)s."), {
          gem: aGem(action.gem),
          space: action.space,
        });
      case "reveal":
        return interpolate(gettext("flip the top domino in space %(space)s."), { space: action.space });
      case "place":
        return gettext("lay the domino on your pyramid, as planned.");
      default:
        return action.type;
    }
  },
};
