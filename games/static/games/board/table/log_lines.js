// @ts-check
/**
 * The lines of the log: one for an event itself, then those for its facts.
 * @typedef {import("../types").GameEvent} GameEvent
 * @typedef {import("../types").LogLine} LogLine
 * @typedef {Omit<LogLine, "key"> | null} Line null: not worth a line
 * @typedef {{table: import("../types").Table, me: number | null}} Reader
 */
import { gettext, interpolate } from "../i18n.js";
import { levelName } from "./computer.js";
import { capital, seatName } from "./players.js";

/**
 * Return a sentence about a seat, in the second person if it is the reader's.
 * @param {Reader} reader @param {number} seat @param {string} you @param {string} other
 * @param {Record<string, string | number>} [values]
 */
export function about(reader, seat, you, other, values = {}) {
  if (seat === reader.me) return interpolate(you, values);
  return interpolate(other, { ...values, name: capital(seatName(reader.table, seat)) });
}

/** Say who has left and which level plays on. @param {GameEvent} event @param {Reader} reader @returns {Line} */
function takenOver({ seat, payload }, reader) {
  if (seat === null) return null;
  const level = levelName(payload?.ai ?? "");
  const text = about(
    reader,
    seat,
    gettext("You leave; the computer (%(level)s) takes over your seat."),
    gettext("%(name)s leaves; the computer (%(level)s) takes over."),
    { level },
  );
  return { text, seat };
}

/** @typedef {"pause" | "take_back"} What */

/** @param {What} what @param {boolean} own */
function asked(what, own) {
  if (what === "pause") return own ? gettext("You ask for a pause.") : gettext("%(name)s asks for a pause.");
  return own ? gettext("You ask for a take-back.") : gettext("%(name)s asks for a take-back.");
}

/**
 * Say that a player is on vacation. Suspended players look the same to others.
 * @param {boolean} away @param {boolean} own
 */
function goesAway(away, own) {
  if (away)
    return own
      ? gettext("You are away. Your clock is stopped.")
      : gettext("%(name)s is away, and the clock is stopped.");
  return own ? gettext("You are back.") : gettext("%(name)s is back.");
}

/**
 * Return the line for an event outside the game's rules, or undefined for any other kind.
 * @param {GameEvent} event @param {Reader} reader @param {number | null} asker the seat that asked last
 * @returns {Line | undefined}
 */
function besideRules({ kind, seat, payload }, { table, me }, asker) {
  const own = seat !== null && seat === me;
  const level = payload?.ai ? levelName(payload.ai) : "";
  const values = { name: seat === null ? "" : capital(seatName(table, seat)), level };
  const line = (/** @type {string} */ text, /** @type {LogLine["tone"]} */ tone = undefined) => ({
    text: interpolate(text, values),
    seat,
    tone,
  });
  switch (kind) {
    case "timed_out":
      if (level)
        return line(
          own
            ? gettext("You ran out of time; the computer (%(level)s) takes over your seat.")
            : gettext("%(name)s ran out of time; the computer (%(level)s) takes over."),
        );
      return line(own ? gettext("You ran out of time.") : gettext("%(name)s ran out of time."));
    case "removed":
      if (level)
        return line(
          own
            ? gettext("You were removed from the game; the computer (%(level)s) takes over your seat.")
            : gettext("%(name)s was removed from the game by the moderators; the computer (%(level)s) takes over."),
        );
      return line(
        own
          ? gettext("You were removed from the game.")
          : gettext("%(name)s was removed from the game by the moderators."),
      );
    case "resigned":
      return line(own ? gettext("You resign.") : gettext("%(name)s resigns."));
    case "finished":
      // a study has no secret from which they could be checked
      return line(
        payload?.secret ? gettext("The game is over. You can now check the shuffles.") : gettext("The game is over."),
        "stage",
      );
    case "aborted":
      return line(
        own ? gettext("You abort the game. It has no result.") : gettext("%(name)s aborts the game. It has no result."),
        "stage",
      );
    case "asked":
      return line(asked(payload?.what, own));
    case "agreed":
      return line(own ? gettext("You agree.") : gettext("%(name)s agrees."));
    case "declined":
      if (seat === asker)
        return line(own ? gettext("You withdraw your request.") : gettext("%(name)s withdraws the request."));
      return line(own ? gettext("You decline.") : gettext("%(name)s declines."));
    case "paused":
      return line(gettext("The game is paused."), "stage");
    case "resumed":
      if (seat === null) return line(gettext("The pause has reached its limit: the game continues."), "stage");
      return line(own ? gettext("You end the pause.") : gettext("%(name)s ends the pause."), "stage");
    case "vacation":
      return line(goesAway(payload?.away, own), "quiet");
    case "grace":
      return line(gettext("The site was down; the running clocks get that time back."), "quiet");
    default:
      return undefined;
  }
}

/**
 * Return the lines of a log.
 * @template {Reader} R
 * @param {GameEvent[]} events @param {R} reader
 * @param {(event: GameEvent, reader: R) => Line} own the line for an event that is this game's own
 * @param {(fact: any, reader: R) => Line | Line[]} line the lines for a fact
 * @returns {LogLine[]}
 */
export function linesOf(events, reader, own, line) {
  /** @type {number | null} */
  let asker = null;
  return events.flatMap((event) => {
    const facts = event.payload?.facts ?? [];
    // a player who leaves is out: one line for both
    const leaves = ["resigned", "timed_out", "removed"].includes(event.kind);
    const told = facts.filter(
      (/** @type {any} */ fact) => !(leaves && fact.type === "out" && fact.seat === event.seat),
    );
    if (event.kind === "asked") asker = event.seat;
    const beside = event.kind === "taken_over" ? takenOver(event, reader) : besideRules(event, reader, asker);
    const ofFacts = told.flatMap((/** @type {any} */ fact) => line(fact, reader));
    const lines = [beside === undefined ? own(event, reader) : beside, ...ofFacts];
    return lines.flatMap((one, at) => (one ? [{ ...one, key: `${event.seq}-${at}` }] : []));
  });
}
