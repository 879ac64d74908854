// @ts-check
/** What gaps cost that no domino can fill. @typedef {import("./game.js").Pyramido} Game */

import { gettext, interpolate, ngettext } from "../i18n.js";

/**
 * Say how many cards they cost (docs/rules.md C3); `fatal`: more than there are.
 * @param {Game} game @param {import("../pyramid/gaps.js").Gaps} gaps
 */
export function gapWords({ main }, { count }) {
  const cards = main.cards.length;
  const fatal = count > cards;
  const text = !fatal
    ? gettext(
        "This leaves %(gaps)s gaps for single blocks. Each costs one of your %(cards)s cards; with too few cards you are out.",
      )
    : cards === 0
      ? gettext("This leaves %(gaps)s gaps for single blocks, and you have no cards to close them: you will be out.")
      : ngettext(
          "This leaves %(gaps)s gaps for single blocks, and you have only %(cards)s card to close them: you will be out.",
          "This leaves %(gaps)s gaps for single blocks, and you have only %(cards)s cards to close them: you will be out.",
          cards,
        );
  return { text: interpolate(text, { gaps: count, cards }), fatal };
}
