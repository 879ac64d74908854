// @ts-check
/**
 * Log lines about stages, for both Pyramido games.
 * @typedef {import("../table/log_lines.js").Line} Line
 * @typedef {import("../table/log_lines.js").Reader} Reader
 */
import { gettext, interpolate, listing } from "../i18n.js";
import { about } from "../table/log_lines.js";
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
