// @ts-check
/**
 * Sentences for the log, from the facts of events (docs/formats/log.md).
 * @typedef {import("../table/log_lines.js").Line} Line
 * @typedef {import("../table/log_lines.js").Reader} Reader
 */

import { tintOf } from "../art/desert.js";
import { colourName } from "../art/domino.js";
import { gettext, interpolate, listing, ngettext } from "../i18n.js";
import { stageLine } from "../pyramid/log.js";
import { about } from "../table/log_lines.js";
import { aMarker } from "./sentences.js";

/** @param {any} fact @param {Reader} reader @returns {Line} */
export function line(fact, reader) {
  const { seat } = fact;
  switch (fact.type) {
    case "set_up":
      return {
        text: about(
          reader,
          fact.starter,
          gettext("The pharaoh calls his architects. You begin."),
          gettext("The pharaoh calls his architects. %(name)s begins."),
        ),
        seat: null,
        tone: "stage",
      };
    case "placed":
      return {
        text: about(
          reader,
          seat,
          gettext("You build on stage %(stage)s with the domino from quarry space %(space)s."),
          gettext("%(name)s builds on stage %(stage)s with the domino from quarry space %(space)s."),
          { stage: fact.stage, space: fact.space },
        ),
        seat,
      };
    case "marked":
      return {
        text: about(reader, seat, gettext("You place %(marker)s."), gettext("%(name)s places %(marker)s."), {
          marker: aMarker(fact.colour),
        }),
        seat,
        gems: [tintOf(fact.colour)],
      };
    case "resurfaced":
      return {
        text: about(
          reader,
          seat,
          gettext("You resurface a block: it is %(colour)s now."),
          gettext("%(name)s resurfaces a block: it is %(colour)s now."),
          { colour: colourName(fact.colour) },
        ),
        seat,
        gems: [tintOf(fact.colour)],
      };
    case "replenished":
      return {
        text: interpolate(gettext("Quarry space %(space)s is filled from pile %(pile)s."), {
          space: fact.space,
          pile: fact.pile,
        }),
        seat: null,
        tone: "quiet",
      };
    case "refilled":
      return {
        text: interpolate(
          ngettext(
            "Pile %(pile)s ran out: the bottom %(count)s domino of pile %(from)s refills it.",
            "Pile %(pile)s ran out: the bottom %(count)s dominoes of pile %(from)s refill it.",
            fact.dominoes,
          ),
          {
            pile: fact.pile,
            count: fact.dominoes,
            from: fact.from,
          },
        ),
        seat: null,
        tone: "quiet",
      };
    case "filled": {
      const colours = listing(fact.cards.map((/** @type {any} */ card) => colourName(card.colour)));
      return {
        text: about(
          reader,
          seat,
          gettext("No domino fits: you close two gaps with cards, %(colours)s."),
          gettext("No domino fits: %(name)s closes two gaps with cards, %(colours)s."),
          { colours },
        ),
        seat,
        gems: fact.cards.map((/** @type {any} */ card) => tintOf(card.colour)),
      };
    }
    case "no_room":
      return {
        text: about(
          reader,
          seat,
          gettext("No domino fits, and you have too few cards for the gaps."),
          gettext("No domino fits, and %(name)s has too few cards for the gaps."),
        ),
        seat,
      };
    case "out":
      return { text: about(reader, seat, gettext("You are out."), gettext("%(name)s is out.")), seat };
    default:
      return stageLine(fact, reader, gettext("%(name)s %(points)s, %(mino)s of them from Mino"));
  }
}
