// @ts-check
/**
 * Why architects are out, and what that costs those who stay (docs/rules.md A7, C3).
 * @typedef {import("./game.js").Pyramido} Game
 * @typedef {import("../types").GameEvent} GameEvent
 */

import { gettext, interpolate, ngettext } from "../i18n.js";
import { about } from "../table/log_lines.js";
import { addressed, seatName } from "../table/players.js";

/**
 * Whether a seat is out because it could not close its gaps.
 * @param {GameEvent[]} events @param {number} seat
 */
export const stuck = (events, seat) =>
  events.some(({ payload }) =>
    payload?.facts?.some((/** @type {any} */ fact) => fact.type === "no_room" && fact.seat === seat),
  );

/** The seat that went out last. @param {{seat: number, out?: number | null}[]} seats */
export const lastOut = (seats) => seats.reduce((one, other) => ((other.out ?? 0) > (one.out ?? 0) ? other : one)).seat;

/**
 * Say why a game has ended in which all but one are out, and that its last stage was not scored; "" after other ends.
 * @param {Game} game @returns {string}
 */
export function whyOver(game) {
  const { view, reader, session } = game;
  if (view.outcome?.reason !== "last_architect") return "";
  const { events } = session.state;
  const last = lastOut(view.seats);
  const why = stuck(events, last)
    ? about(
        reader,
        last,
        gettext("You left gaps that no domino fits into, and had too few cards to close them."),
        gettext("%(name)s left gaps that no domino fits into, and had too few cards to close them."),
      )
    : events.some(({ kind, seat }) => seat === last && ["resigned", "timed_out", "removed"].includes(kind))
      ? about(reader, last, gettext("You left the game."), gettext("%(name)s left the game."))
      : ""; // the log has not come yet
  return `${why} ${unscored(game, view.outcome.winners[0])}`.trim();
}

/** @param {Game} game @param {number} winner */
function unscored(game, winner) {
  const { view, reader, table } = game;
  const { points } = game.reckoning(view.seats[winner]);
  const text =
    points === 0
      ? gettext("Stage %(stage)s was not scored.")
      : winner === reader.me
        ? ngettext(
            "Stage %(stage)s was not scored, so your %(points)s point in it does not count.",
            "Stage %(stage)s was not scored, so your %(points)s points in it do not count.",
            points,
          )
        : ngettext(
            "Stage %(stage)s was not scored, so the %(points)s point of %(name)s in it does not count.",
            "Stage %(stage)s was not scored, so the %(points)s points of %(name)s in it do not count.",
            points,
          );
  return interpolate(text, { stage: view.stage, points, name: seatName(table, winner) });
}

/**
 * Say who has won since all others are out.
 * @param {Pick<Game, "view" | "table" | "me">} game @param {string} names of the winner @param {boolean} won by the reader
 */
export function lastLeft({ view: { seats }, table, me }, names, won) {
  if (seats.length > 2)
    return won
      ? gettext("You win: all the others are out.")
      : interpolate(gettext("%(names)s wins: all the others are out."), { names });
  const last = lastOut(seats);
  if (won) return interpolate(gettext("You win: %(name)s is out."), { name: seatName(table, last) });
  const reader = { table, me: addressed(table, me) };
  return about(reader, last, gettext("You are out: %(names)s wins."), gettext("%(name)s is out: %(names)s wins."), {
    names,
  });
}
