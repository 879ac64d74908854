// @ts-check
/** Who has won by points, in a sentence. */
import { interpolate, listing, ngettext } from "../i18n.js";
import { seatName } from "./players.js";

/** @param {import("../types").Table} table @param {number | null} me @param {import("../types").Outcome} outcome @returns {string} */
export function pointsText(table, me, { winners, scores }) {
  const points = Math.max(...winners.map((seat) => scores[seat]));
  const won = me !== null && winners.includes(me);
  const names = listing(winners.map((seat) => seatName(table, seat)));
  return interpolate(sentence(won, winners.length > 1, Math.abs(points)), { names, points });
}

/** @param {boolean} won @param {boolean} shared @param {number} points */
function sentence(won, shared, points) {
  if (won && shared) return ngettext("You share the victory with %(points)s point.", "You share the victory with %(points)s points.", points);
  if (won) return ngettext("You win with %(points)s point!", "You win with %(points)s points!", points);
  if (shared) return ngettext("%(names)s share the victory with %(points)s point.", "%(names)s share the victory with %(points)s points.", points);
  return ngettext("%(names)s wins with %(points)s point.", "%(names)s wins with %(points)s points.", points);
}
