// @ts-check
/**
 * The log in sentences, from the events' facts (docs/formats/log.md).
 * @typedef {import("../types").GameEvent} GameEvent
 * @typedef {import("../types").LogLine} LogLine
 * @typedef {import("../types").Gem} Gem
 * @typedef {import("./types").MarkAction} MarkAction
 */
import { gettext, interpolate, listing, ngettext } from "../i18n.js";
import { capital, seatName } from "../table/players.js";
import { colourName, contents, shapeName } from "./cards.js";
import { count, mask, named } from "./geometry.js";

/** @typedef {{table: import("../types").Table, me: number | null, cards: import("./types").Cards}} Reader */

/**
 * A sentence about a seat: in the second person if it is the reader's.
 * @param {Reader} reader @param {number} seat @param {string} you @param {string} other @param {Record<string, string | number>} [values]
 */
function about(reader, seat, you, other, values = {}) {
  return seat === reader.me ? interpolate(you, values) : interpolate(other, { ...values, name: capital(seatName(reader.table, seat)) });
}

/** @param {any} fact @param {Reader} reader @returns {Omit<LogLine, "key">[]} */
function lines(fact, reader) {
  switch (fact.type) {
    case "dealt":
      return [{ text: gettext("The expedition sets out. Everybody is dealt four pyramids and keeps two."), seat: null, tone: "stage" }];
    case "kept":
      return fact.seats.flatMap((/** @type {number[] | null} */ numbers, /** @type {number} */ seat) => numbers === null ? [] : [{
        text: about(reader, seat, gettext("You keep pyramids %(cards)s."), gettext("%(name)s keeps pyramids %(cards)s."), { cards: listing(numbers.map(String)) }), seat,
      }]);
    case "step_begun":
      return [
        ...((fact.step - 1) % 7 === 0 ? [{ text: interpolate(gettext("Round %(round)s begins."), { round: (fact.step - 1) / 7 + 1 }), seat: null, tone: /** @type {const} */ ("stage") }] : []),
        { text: interpolate(gettext("Step %(step)s: %(shape)s."), { step: fact.step, shape: shapeName(fact.shape) }), seat: null, tone: "quiet" },
      ];
    case "marked":
      return fact.seats.flatMap((/** @type {any} */ action, /** @type {number} */ seat) => (action?.type === "mark" ? [marked(action, seat, reader)] : []));
    case "finished_cards":
      return [{
        text: about(reader, fact.seat, gettext("You reach the golden tomb of %(cards)s."), gettext("%(name)s reaches the golden tomb of %(cards)s."),
          { cards: listing(fact.cards.map((/** @type {number} */ one) => pyramid(one, reader))) }),
        seat: fact.seat, tone: "result",
      }];
    case "pyramid_points":
      return [{
        text: about(reader, fact.seat, gettext("You take %(points)s pyramid points for %(colour)s."), gettext("%(name)s takes %(points)s pyramid points for %(colour)s."),
          { points: fact.points, colour: colourName(fact.colour) }),
        seat: fact.seat, tone: "result",
      }];
    case "replaced":
      return [{
        text: fact.unseen
          ? about(reader, fact.seat, gettext("You take the unseen card: %(card)s."), gettext("%(name)s takes the unseen card: %(card)s."), { card: pyramid(fact.card, reader) })
          : about(reader, fact.seat, gettext("You take %(card)s from the reserve."), gettext("%(name)s takes %(card)s from the reserve."), { card: pyramid(fact.card, reader) }),
        seat: fact.seat,
      }];
    case "reserve_filled":
      return [{ text: interpolate(gettext("New in the reserve: %(cards)s."), { cards: listing(fact.cards.map((/** @type {number} */ one) => pyramid(one, reader))) }), seat: null, tone: "quiet" }];
    case "out":
      return [{ text: about(reader, fact.seat, gettext("You have left the expedition."), gettext("%(name)s has left the expedition.")), seat: fact.seat }];
    default:
      return [];
  }
}

/** @param {number} number @param {Reader} reader */
function pyramid(number, reader) {
  const card = reader.cards.get(number);
  return card ? interpolate(gettext("pyramid %(number)s (%(colour)s)"), { number, colour: colourName(card.colour) }) : String(number);
}

/** @param {MarkAction} action @param {number} seat @param {Reader} reader @returns {Omit<LogLine, "key">} */
function marked(action, seat, reader) {
  const parts = [{ number: action.card, set: mask(action.cells) }, ...(action.extra ?? []).map((one) => ({ number: one.card, set: named(one.cell) }))];
  /** @type {Map<number, number>} */
  const sets = new Map();
  for (const { number, set } of parts) sets.set(number, (sets.get(number) ?? 0) | set);
  /** @type {Gem[]} */
  const gems = [];
  const texts = [...sets].map(([number, set]) => {
    const card = reader.cards.get(number);
    if (card) {
      gems.push(...Array(count(card.red_gem & set)).fill("red"), ...Array(count(card.green_gem & set)).fill("green"));
    }
    const found = card ? contents(card, set) : "";
    const cells = count(set);
    return found
      ? interpolate(ngettext("%(cells)s cell of pyramid %(number)s with %(found)s", "%(cells)s cells of pyramid %(number)s with %(found)s", cells), { cells, number, found })
      : interpolate(ngettext("%(cells)s cell of pyramid %(number)s", "%(cells)s cells of pyramid %(number)s", cells), { cells, number });
  });
  return { text: about(reader, seat, gettext("You mark %(what)s."), gettext("%(name)s marks %(what)s."), { what: listing(texts) }), seat, gems };
}

/** @param {GameEvent} event @param {Reader} reader @returns {Omit<LogLine, "key">[]} lines that no fact gives */
function own(event, reader) {
  const seat = event.seat ?? -1;
  switch (event.kind) {
    case "resigned":
      return [{ text: about(reader, seat, gettext("You resign."), gettext("%(name)s resigns.")), seat }];
    case "finished":
      return [{ text: gettext("The game is over. Its secret is now open."), seat: null, tone: "stage" }];
    default:
      return [];
  }
}

/** @param {GameEvent[]} events @param {Reader} reader @returns {LogLine[]} */
export function logLines(events, reader) {
  return events.flatMap((event) => {
    const facts = event.payload?.facts ?? [];
    const all = [...own(event, reader), ...facts.flatMap((/** @type {any} */ fact) => lines(fact, reader))];
    return all.map((one, at) => ({ ...one, key: `${event.seq}-${at}` }));
  });
}
