// @ts-check
/**
 * How a game ended, in a sentence.
 * @typedef {import("../types").Outcome} Outcome
 * @typedef {import("../types").Table} Table
 */
import { gettext, interpolate, listing, ngettext } from "../i18n.js";
import { seatName } from "./players.js";

/**
 * Return the game's own sentence about this end, or else who has won by points.
 * @param {{view: {outcome: Outcome | null}, table: Table, me: number | null}} game
 * @param {(outcome: Outcome, winners: string, won: boolean) => string | null} own returns null if points decide
 */
export function outcomeSentence({ view: { outcome }, table, me }, own) {
  if (!outcome) return gettext("The game is over.");
  return own(outcome, winnersOf(table, outcome), hasWon(me, outcome)) ?? pointsText(table, me, outcome);
}

/** @param {Table} table @param {Outcome} outcome */
const winnersOf = (table, { winners }) => listing(winners.map((seat) => seatName(table, seat)));

/** @param {number | null} me @param {Outcome} outcome */
const hasWon = (me, { winners }) => me !== null && winners.includes(me);

/**
 * Say who has won by points.
 * @param {Table} table @param {number | null} me @param {Outcome} outcome @returns {string}
 */
export function pointsText(table, me, outcome) {
  const { winners, scores } = outcome;
  const points = Math.max(...winners.map((seat) => scores[seat]));
  const text = sentence(hasWon(me, outcome), winners.length > 1, Math.abs(points));
  return interpolate(text, { names: winnersOf(table, outcome), points });
}

/** @param {boolean} won @param {boolean} shared @param {number} points */
function sentence(won, shared, points) {
  if (won && shared) {
    return ngettext(
      "You share the victory with %(points)s point.",
      "You share the victory with %(points)s points.",
      points,
    );
  }
  if (won) return ngettext("You win with %(points)s point!", "You win with %(points)s points!", points);
  if (shared) {
    return ngettext(
      "%(names)s share the victory with %(points)s point.",
      "%(names)s share the victory with %(points)s points.",
      points,
    );
  }
  return ngettext("%(names)s wins with %(points)s point.", "%(names)s wins with %(points)s points.", points);
}
