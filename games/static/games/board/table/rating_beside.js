// @ts-check
/** The players' ratings beside their names, as of when the page was loaded. */

import { gettext } from "../i18n.js";
import { h } from "../vdom.js";

/** @type {Record<string, {points: number, provisional: boolean, about: string}>} */
let known = {};

/** @param {typeof known} ratings by seat, of those who have one */
export function learnRatings(ratings) {
  known = ratings;
}

/** A seat's rating or null; shown where there is room (css/ratings.css). @param {number} seat */
export function ratingBeside(seat) {
  const rating = known[seat];
  return rating
    ? h(
        "span",
        { key: "rating", class: "rating-beside", title: rating.about },
        h("span", { class: "visually-hidden" }, `, ${gettext("rating")} `),
        rating.points,
        doubt(rating.provisional),
      )
    : null;
}

/** The mark of provisional ratings. @param {boolean} provisional */
export const doubt = (provisional) =>
  provisional && [
    h("span", { key: "mark", "aria-hidden": "true" }, "?"),
    h("span", { key: "word", class: "visually-hidden" }, ` (${gettext("provisional")})`),
  ];
