// @ts-check
/**
 * How a tie was broken (docs/rules.md D4).
 * @typedef {import("./game.js").SilverGoldPyramids} Game
 */

import { gettext, interpolate } from "../i18n.js";
import { addressed, capital, seatName } from "../table/players.js";
import { h } from "../vdom.js";

/** Say who wins a tie and why, or return null if points (or leaving) decide. @param {Game} game */
export function tieNote({ view, table, me }) {
  const { outcome } = view;
  if (outcome?.reason !== "completed" || outcome.winners.length > 1) return null;
  const [winner] = outcome.winners;
  const tied = view.seats.filter((seat) => seat.out === null && seat.total === outcome.scores[winner]);
  if (tied.length < 2) return null;
  const number = Math.min(...view.seats[winner].finished.map((card) => card.number));
  return h(
    "p",
    { key: "tie", class: "tie-note" },
    winner === addressed(table, me)
      ? interpolate(gettext("Tiebreak: lowest-numbered pyramid explored (you: %(number)s)."), { number })
      : interpolate(gettext("Tiebreak: lowest-numbered pyramid explored (%(name)s: %(number)s)."), {
          number,
          name: capital(seatName(table, winner)),
        }),
  );
}
