// @ts-check
/**
 * Sentences for the log, from the facts of events (docs/formats/log.md).
 * @typedef {import("../types").GameEvent} GameEvent
 * @typedef {import("../types").Gem} Gem
 * @typedef {import("../table/log_lines.js").Line} Line
 * @typedef {import("../table/log_lines.js").Reader} Reader
 */
import { gettext, interpolate, listing, ngettext } from "../i18n.js";
import { stageLine } from "../pyramid/log.js";
import { about } from "../table/log_lines.js";
import { aGem, countsText, spread } from "./gems.js";

/** @param {any} fact @param {Reader} reader @returns {Line} */
export function line(fact, reader) {
  switch (fact.type) {
    case "set_up":
      return {
        text: about(
          reader,
          fact.starter,
          gettext("The expedition sets out. You begin."),
          gettext("The expedition sets out. %(name)s begins."),
        ),
        seat: null,
        tone: "stage",
      };
    case "took":
      return {
        text: about(
          reader,
          fact.seat,
          gettext("You take %(gem)s and the domino from space %(space)s."),
          gettext("%(name)s takes %(gem)s and the domino from space %(space)s."),
          { gem: aGem(fact.gem), space: fact.space },
        ),
        seat: fact.seat,
        gems: [fact.gem],
      };
    case "refilled":
      return {
        text: interpolate(
          ngettext(
            "Pile %(space)s ran out: the bottom %(count)s domino of pile %(from)s refills it.",
            "Pile %(space)s ran out: the bottom %(count)s dominoes of pile %(from)s refill it.",
            fact.dominoes,
          ),
          {
            space: fact.space,
            count: fact.dominoes,
            from: fact.from,
          },
        ),
        seat: null,
        tone: "quiet",
      };
    case "drew":
      return {
        text: interpolate(gettext("New gems in space %(space)s: %(gems)s."), {
          space: fact.space,
          gems: countsText(fact.gems),
        }),
        seat: null,
        tone: "quiet",
        gems: spread(fact.gems),
      };
    case "recycled":
      return {
        text: interpolate(gettext("The bag was empty: %(count)s discarded gems go back into it."), {
          count: fact.gems,
        }),
        seat: null,
        tone: "quiet",
      };
    case "turned":
      return {
        text: interpolate(gettext("The domino in space %(space)s is flipped."), { space: fact.space }),
        seat: null,
        tone: "quiet",
      };
    case "placed":
      return {
        text: about(
          reader,
          fact.seat,
          gettext("You build on stage %(stage)s."),
          gettext("%(name)s builds on stage %(stage)s."),
          { stage: fact.stage },
        ),
        seat: fact.seat,
      };
    case "no_room":
      return {
        text: about(
          reader,
          fact.seat,
          gettext("You have no room left: your stage is over."),
          gettext("%(name)s has no room left: their stage is over."),
        ),
        seat: fact.seat,
        tone: "end",
      };
    case "lost":
      return { text: gettext("A domino in hand goes out of play."), seat: null, tone: "quiet" };
    case "out":
      return {
        text: about(
          reader,
          fact.seat,
          gettext("You have left the expedition."),
          gettext("%(name)s has left the expedition."),
        ),
        seat: fact.seat,
      };
    case "legend_took":
      return { ...legendTook(fact, reader), tone: undefined };
    case "legend_drew":
      return {
        text: interpolate(gettext("The Legend draws %(gem)s from the bag."), { gem: aGem(fact.gem) }),
        seat: legendSeat(reader),
        gems: [fact.gem],
      };
    default:
      return stageLine(fact, reader, gettext("%(name)s %(points)s"));
  }
}

/** @param {Reader} reader */
const legendSeat = (reader) => reader.table.seats.find((seat) => seat.kind === "legend")?.seat ?? null;

/** @param {any} fact @param {Reader} reader */
export function legendTook(fact, reader) {
  const gems = fact.gems.map((/** @type {{gem: Gem}} */ one) => one.gem);
  const taken = fact.gems.map((/** @type {{space: number, gem: Gem}} */ one) =>
    interpolate(gettext("%(gem)s from space %(space)s"), { gem: aGem(one.gem), space: one.space }),
  );
  const text =
    taken.length > 0
      ? interpolate(gettext("The Legend takes %(gems)s, and the domino from space %(space)s."), {
          gems: listing(taken),
          space: fact.space,
        })
      : interpolate(gettext("The Legend finds no gem and takes the domino from space %(space)s."), {
          space: fact.space,
        });
  return { text, seat: legendSeat(reader), gems };
}

/** @param {GameEvent} event @param {Reader} reader @returns {Line} a line for an event without facts */
export function submitted({ kind, seat }, reader) {
  if (!["submission", "submitted"].includes(kind) || seat === null) return null;
  const text = about(
    reader,
    seat,
    gettext("You have submitted your choices."),
    gettext("%(name)s has submitted their choices."),
  );
  return { text, seat, tone: "quiet" };
}

/**
 * Return the fact of the Legend's latest turn, or null if the player has acted since.
 * @param {GameEvent[]} events @returns {any | null}
 */
export function latestLegendTurn(events) {
  for (let at = events.length - 1; at >= 0; at -= 1) {
    const fact = events[at].payload?.facts?.find((/** @type {any} */ one) => one.type === "legend_took");
    if (fact) return fact;
    if (events[at].kind === "action" && events[at].payload?.action?.type === "place") return null;
  }
  return null;
}
