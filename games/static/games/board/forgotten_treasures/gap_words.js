// @ts-check
/** What gaps cost that no domino can fill. @typedef {import("./game.js").ForgottenTreasures} Game */

import { gettext, interpolate, ngettext } from "../i18n.js";
import { progress } from "../pyramid/geometry.js";

/**
 * Say how many dominoes still fit, and how many turns are lost (docs/rules.md B2).
 * @param {Game} game @param {import("../pyramid/gaps.js").Gaps} gaps
 */
export function gapWords({ view, main }, { count }) {
  const { laid, size } = progress(main.dominoes ?? [], view.stage);
  const left = size - laid - 1;
  const lost = count / 2;
  const fit = left - lost;
  const text =
    fit === 0
      ? gettext("After this, no more dominoes fit in this stage.")
      : ngettext(
          "After this, only %(fit)s more domino fits in this stage, not %(left)s.",
          "After this, only %(fit)s more dominoes fit in this stage, not %(left)s.",
          fit,
        );
  const cost = ngettext("You lose %(lost)s turn.", "You lose %(lost)s turns.", lost);
  return { text: interpolate(`${text} ${cost}`, { fit, left, lost }), fatal: false };
}
