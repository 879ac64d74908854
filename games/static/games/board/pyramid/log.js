// @ts-check
/**
 * The log of both Pyramido games: its lines about stages and taking back.
 * @typedef {import("../types").GameEvent} GameEvent
 * @typedef {import("../types").LogLine} LogLine
 * @typedef {import("../table/log_lines.js").Line} Line
 * @typedef {import("../table/log_lines.js").Reader} Reader
 */
import { gettext, interpolate, listing } from "../i18n.js";
import { about, linesOf } from "../table/log_lines.js";
import { seatName } from "../table/players.js";

/** @param {any} fact @param {Reader} reader @param {string} score the sentence for one seat's score @returns {Line} */
export function stageLine(fact, reader, score) {
  switch (fact.type) {
    case "stage_scored": {
      const name = (/** @type {number} */ seat) => (seat === reader.me ? gettext("you") : seatName(reader.table, seat));
      const scores = fact.seats
        .filter((/** @type {any} */ row) => row !== null)
        .map((/** @type {any} */ row) => interpolate(score, { ...row, name: name(row.seat) }));
      const text = gettext("Stage %(stage)s is scored: %(scores)s.");
      return { text: interpolate(text, { stage: fact.stage, scores: listing(scores) }), seat: null, tone: "result" };
    }
    case "stage_begun":
      return {
        text: about(
          reader,
          fact.starter,
          gettext("Stage %(stage)s begins. You start."),
          gettext("Stage %(stage)s begins. %(name)s starts."),
          { stage: fact.stage },
        ),
        seat: null,
        tone: "stage",
      };
    default:
      return null;
  }
}

/** @param {GameEvent} event @param {Reader} reader @returns {Line} */
function takenBack({ kind, seat }, reader) {
  if (kind !== "taken_back" || seat === null) return null;
  const text = about(
    reader,
    seat,
    gettext("You take back your last move."),
    gettext("%(name)s takes back the last move."),
  );
  return { text, seat, tone: "quiet" };
}

/**
 * Return the lines of a log.
 * @param {GameEvent[]} events @param {Reader} reader
 * @param {(fact: any, reader: Reader) => Line} line the line for a fact
 * @param {(event: GameEvent, reader: Reader) => Line} [own] the line for an event that only one of the games has
 * @returns {LogLine[]}
 */
export function logLines(events, reader, line, own = () => null) {
  return linesOf(events, reader, (event) => takenBack(event, reader) ?? own(event, reader), line);
}
