// @ts-check
/**
 * What a choice for a scoring brings beside the best one, and what saving gems could be worth: figures that the player
 * can see too, in sentences. Pure.
 * @typedef {import("../types").Area} Area
 * @typedef {import("../types").Gem} Gem
 * @typedef {import("../types").GemCounts} GemCounts
 * @typedef {import("./score_draft.js").Bill} Bill
 * @typedef {import("./score_draft.js").Payment} Payment
 * @typedef {import("./score_draft.js").Draft} Draft
 * @typedef {{areas: Area[], gems: GemCounts, keep: number | null}} Means the payable areas, the inventory, the limit
 */
import { areaText, colourName } from "../art/domino.js";
import { GEMS } from "../art/gems.js";
import { gettext, interpolate, ngettext } from "../i18n.js";
import { countsText, gemTotal } from "./gems.js";
import { bill } from "./score_draft.js";

/** @param {number} count @returns {string} with its sign: +2, −1, ±0 */
export const signed = (count) => (count > 0 ? `+${count}` : count < 0 ? `−${-count}` : "±0");

/** @param {number} count @param {string | number} [shown] @returns {string} */
const pointsText = (count, shown = count) =>
  interpolate(ngettext("%(count)s point", "%(count)s points", Math.abs(count)), { count: shown });

/** "red 6 × 2 = 12" @param {Pick<Area, "colour" | "icons">} area @param {boolean} double @returns {string} */
export function sumText({ colour, icons }, double) {
  const times = double ? 2 : 1;
  return `${colourName(colour)} ${icons} × ${times} = ${icons * times}`;
}

/** "for 3 gems" @param {Payment} payment @returns {string} */
export function priceText({ units, mythical }) {
  const count = units + mythical;
  return interpolate(ngettext("for %(count)s gem", "for %(count)s gems", count), { count });
}

/**
 * Compare a plan with the best one, in points and in gems kept.
 * @param {Bill} mine @param {Bill} best @returns {string}
 */
export function differenceText(mine, best) {
  const points = mine.points - best.points;
  const gems = gemTotal(mine.left) - gemTotal(best.left);
  if (points === 0 && gems === 0) return gettext("No other choice scores more in this stage.");
  return interpolate(gettext("Compared with the best choice (%(best)s): %(points)s, %(gems)s."), {
    best: pointsText(best.points),
    points: pointsText(points, signed(points)),
    gems: interpolate(ngettext("%(count)s gem kept", "%(count)s gems kept", Math.abs(gems)), { count: signed(gems) }),
  });
}

/**
 * Say why a suggested plan scores less than the best one.
 * @param {Bill} mine @param {Bill} best @returns {string} or "" if it does not
 */
export function sacrificeText(mine, best) {
  const less = best.points - mine.points;
  if (less <= 0) return "";
  const more = gemTotal(mine.left) - gemTotal(best.left);
  const text =
    more > 0
      ? ngettext(
          "That is %(less)s less now, but keeps %(more)s more gem for later stages.",
          "That is %(less)s less now, but keeps %(more)s more gems for later stages.",
          more,
        )
      : gettext("That is %(less)s less now, but keeps gems that suit later stages better.");
  return interpolate(text, { less: pointsText(less), more });
}

/** The question before a plan is sent that leaves points. @param {Bill} mine @param {Bill} best @returns {string} */
export function leftText(mine, best) {
  const more = best.points - mine.points;
  return interpolate(
    ngettext(
      "This scores %(points)s; %(more)s more is possible. Score anyway?",
      "This scores %(points)s; %(more)s more are possible. Score anyway?",
      more,
    ),
    { points: mine.points, more },
  );
}

/**
 * An area that can be left out, or score once instead of double, to keep gems.
 * @typedef {object} Saving
 * @property {Payment} payment
 * @property {GemCounts} gems kept without it
 * @property {number} points lost now
 * @property {number} later points that these gems could bring in the next stage, as the pyramid stands now
 */

/**
 * Return the saving with the fewest points lost for each gem, or null if there is none that could pay.
 * @param {Draft} draft @param {Means} means @returns {Saving | null}
 */
export function saving(draft, means) {
  const done = bill(draft, means.areas, means.gems, means.keep);
  const each = (/** @type {Saving} */ one) => one.points / gemTotal(one.gems);
  const found = done.payments
    .flatMap((payment) => saved(draft, means, done, payment))
    .filter(({ points, later }) => points > 0 && later > points)
    .sort((a, b) => each(a) - each(b) || a.points - b.points);
  return found[0] ?? null;
}

/**
 * @param {Draft} draft @param {Means} means @param {Bill} done what the draft brings @param {Payment} payment
 * @returns {Saving[]} one or none
 */
function saved(draft, { areas, gems, keep }, done, payment) {
  const choices = new Map(draft.choices);
  if (payment.double) choices.set(payment.key, { double: false, mythical: null });
  else choices.delete(payment.key);
  const less = bill({ choices, discard: null }, areas, gems, keep);
  if (less.surplus > 0) return []; // not all can be kept
  const more = moreKept(less, done);
  return [{ payment, gems: more, points: done.points - less.points, later: worthLater(areas, more) }];
}

/** The gems that a plan keeps and another one does not. @param {Bill} mine @param {Bill} other */
function moreKept(mine, other) {
  /** @type {GemCounts} */
  const more = {};
  for (const gem of GEMS) {
    const count = (mine.left[gem] ?? 0) - (other.left[gem] ?? 0);
    if (count > 0) more[gem] = count;
  }
  return more;
}

/**
 * Points that gems could bring in the next stage, as the pyramid stands now.
 * @param {Area[]} areas @param {GemCounts} gems
 */
function worthLater(areas, gems) {
  return GEMS.reduce((sum, gem) => {
    const count = gems[gem] ?? 0;
    return sum + (gem === "mythical" ? count : mostOf(areas, gem, count));
  }, 0);
}

/**
 * Whether a plan leaves points for nothing: more points than it keeps gems more, and no fewer than these could bring.
 * @param {Bill} mine @param {Bill} best @param {{areas: Area[], keep: number | null}} means
 */
export function wastes(mine, best, { areas, keep }) {
  const less = best.points - mine.points;
  if (less <= 0 || keep === null) return less > 0;
  return less > gemTotal(mine.left) - gemTotal(best.left) && less >= worthLater(areas, moreKept(mine, best));
}

/**
 * The icons of a colour's largest areas, as many as there are gems.
 * @param {Area[]} areas @param {Gem} colour @param {number} gems
 */
function mostOf(areas, colour, gems) {
  const icons = areas.filter((one) => one.colour === colour).map((one) => one.icons);
  return icons
    .sort((a, b) => b - a)
    .slice(0, gems)
    .reduce((sum, count) => sum + count, 0);
}

/**
 * Say what saving could be worth in a later stage; whether it is, is for the player to decide.
 * @param {Draft} draft @param {Means} means @param {{stage: number, solo: boolean}} game
 * @returns {string} or "" if there is nothing to say
 */
export function savingText(draft, means, { stage, solo }) {
  const { keep } = means;
  const done = bill(draft, means.areas, means.gems, keep);
  if (done.over.length > 0) return "";
  if (keep === null) {
    return solo
      ? gettext("This is the last scoring: nothing is worth saving for later.")
      : gettext("This is the last scoring: leftover gems can only break a tie.");
  }
  if (gemTotal(done.left) >= keep && done.payments.length > 0) {
    return interpolate(
      gettext("This keeps %(keep)s gems, the maximum. If fewer were spent, the rest would have to be discarded."),
      {
        keep,
      },
    );
  }
  const one = saving(draft, means);
  if (!one) return "";
  const { payment, gems, points, later } = one;
  const cost = payment.double
    ? gettext("Or save %(gems)s: scoring the %(area)s once instead of double costs %(points)s now.")
    : gettext("Or save %(gems)s: leaving out the %(area)s costs %(points)s now.");
  const worth = gems.mythical
    ? gettext("Each mythical gem scores 1 again after every stage in which it is not used.")
    : gettext(
        "Those gems could be worth %(later)s in stage %(next)s, if the areas stay visible and there are no other gems to pay for them by then.",
      );
  return interpolate(`${cost} ${worth}`, {
    area: areaText(payment.area),
    points: pointsText(points),
    gems: countsText(gems),
    next: stage + 1,
    later: pointsText(later),
  });
}
