// @ts-check
/**
 * How a game ended, in a sentence.
 * @typedef {import("../types").Outcome} Outcome
 * @typedef {import("../types").Table} Table
 */
import { gettext, interpolate, listing, ngettext } from "../i18n.js";
import { addressed, seatName } from "./players.js";

/**
 * @typedef {object} Ended
 * @property {{outcome: Outcome | null, seats: {seat: number, out?: number | null}[]}} view
 * @property {Table} table
 * @property {number | null} me
 */

/**
 * What decides between players with as many points.
 * @typedef {object} TieBreak
 * @property {(seat: number) => number} value more is better
 * @property {(mine: number, theirs: number) => string} text the winner's value and another's: "1 card left against 0"
 */

/**
 * Return the game's own sentence about this end, or else who has won by points, and in a tie by what.
 * @param {Ended} game
 * @param {(outcome: Outcome, winners: string, won: boolean) => string | null} own returns null if points decide
 * @param {TieBreak[]} breaks in the order of the rules
 * @param {string} even what is equal too where a victory is shared
 */
export function outcomeSentence({ view: { outcome, seats }, table, me: seat }, own, breaks, even) {
  if (!outcome) return gettext("The game is over.");
  const me = addressed(table, seat);
  const tied = seats
    .filter((one) => (one.out ?? null) === null && outcome.scores[one.seat] === outcome.scores[outcome.winners[0]])
    .map((one) => one.seat);
  return (
    own(outcome, winnersOf(table, outcome), hasWon(me, outcome)) ??
    (tied.length > 1 ? tieText(table, me, outcome, tied, breaks, even) : pointsText(table, me, outcome))
  );
}

/**
 * Say how a tie was decided, or that it was not.
 * @param {Table} table @param {number | null} me @param {Outcome} outcome @param {number[]} tied
 * @param {TieBreak[]} breaks @param {string} even
 */
function tieText(table, me, outcome, tied, breaks, even) {
  const { winners, ranks } = outcome;
  const won = hasWon(me, outcome);
  const [next] = tied.filter((seat) => !winners.includes(seat)).sort((a, b) => ranks[a] - ranks[b]);
  const decided = next === undefined ? undefined : breaks.find(({ value }) => value(winners[0]) !== value(next));
  const text =
    winners.length > 1
      ? won
        ? gettext("%(scores)s: you share the victory, %(by)s.")
        : gettext("%(scores)s: %(names)s share the victory, %(by)s.")
      : won
        ? gettext("%(scores)s: you win on the tiebreak, %(by)s.")
        : gettext("%(scores)s: %(names)s wins on the tiebreak, %(by)s.");
  return interpolate(text, {
    scores: tied.map((seat) => outcome.scores[seat]).join("–"),
    names: winnersOf(table, outcome),
    by: decided ? decided.text(decided.value(winners[0]), decided.value(next)) : even,
  });
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
