// @ts-check
/**
 * Hints: a suggested action becomes the player's draft, with a sentence and marks on the cards.
 * @typedef {import("./game.js").SilverGoldPyramids} Game
 * @typedef {import("./types").Action} Action
 * @typedef {import("./types").Draft} Draft
 */
import { gettext, interpolate, listing, ngettext } from "../i18n.js";
import { draftOf } from "./draft.js";
import { names } from "./geometry.js";

/** @param {Game} game @param {Action} action @returns {import("../table/hint.js").Suggestion} */
export function suggest(game, action) {
  switch (action.type) {
    case "keep":
      game.ui.kept = [...action.cards];
      return {
        what: interpolate(gettext("keep pyramids %(first)s and %(second)s."), {
          first: action.cards[0],
          second: action.cards[1],
        }),
      };
    case "replace":
      game.ui.replacement = action.card;
      return {
        what:
          action.card === 0
            ? gettext("take the unseen card from the deck.")
            : interpolate(gettext("take pyramid %(number)s."), { number: action.card }),
      };
    case "mark": {
      const draft = draftOf(action);
      game.marker.lie(draft);
      game.ui.active = draft.first?.card ?? null;
      return { what: marking(draft) };
    }
    default:
      return { what: "" };
  }
}

/** @param {Draft} draft @returns {string} */
function marking({ first, extra }) {
  if (!first) return "";
  const what = interpolate(gettext("mark %(cells)s on pyramid %(number)s."), {
    number: first.card,
    cells: names(first.mask).join(" "),
  });
  if (extra.length === 0) return what;
  const cells = extra.map((one) =>
    interpolate(gettext("%(cell)s on pyramid %(number)s"), { cell: names(one.cell)[0], number: one.card }),
  );
  const crosses = ngettext("For the red cross: %(cells)s.", "For the red crosses: %(cells)s.", extra.length);
  return `${what} ${interpolate(crosses, { cells: listing(cells) })}`;
}

/**
 * Return the cells of a card that a hint names: the first mark, then those of the crosses.
 * @param {Game} game @param {number} number
 */
export function hintedCells({ hint }, number) {
  if (hint.action?.type !== "mark") return [];
  const { first, extra } = draftOf(hint.action);
  return [
    ...(first?.card === number ? [first.mask] : []),
    ...extra.filter((one) => one.card === number).map((one) => one.cell),
  ];
}
