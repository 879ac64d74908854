// @ts-check
/**
 * Sentences for the log, from the facts of events (docs/formats/log.md).
 * @typedef {import("../types").GameEvent} GameEvent
 * @typedef {import("../types").LogLine} LogLine
 * @typedef {import("../types").Gem} Gem
 * @typedef {import("./types").MarkAction} MarkAction
 */
import { gettext, interpolate, listing, ngettext } from "../i18n.js";
import { about, linesOf } from "../table/log_lines.js";
import { bonusText, colourName, contents, shapeName, shortName } from "./cards.js";
import { SKULLS } from "./draft.js";
import { count } from "./geometry.js";
import { blank, deedOf, partsOf } from "./history.js";

export const STEPS_A_ROUND = 7;

/** @typedef {import("../table/log_lines.js").Reader & {cards: import("./types").Cards}} Reader */

/**
 * According to the log so far: each seat's score card, and how many cards of each colour it has finished, by seat and
 * colour, which is not known where a log has no beginning.
 * @typedef {{accounts: Map<number, import("./history.js").Account>, finished: Map<string, number> | null}} Ledger
 */

/** @param {any} fact @param {Ledger} ledger @param {Reader} reader @returns {Omit<LogLine, "key">[]} */
function lines(fact, ledger, reader) {
  switch (fact.type) {
    case "dealt":
      ledger.finished = new Map();
      return [
        {
          text: gettext("The expedition sets out. Each player is dealt four pyramids and keeps two."),
          seat: null,
          tone: "stage",
        },
      ];
    case "kept":
      return fact.seats.flatMap((/** @type {number[] | null} */ numbers, /** @type {number} */ seat) =>
        numbers === null
          ? []
          : [
              {
                text: about(
                  reader,
                  seat,
                  gettext("You keep pyramids %(cards)s."),
                  gettext("%(name)s keeps pyramids %(cards)s."),
                  { cards: listing(numbers.map(String)) },
                ),
                seat,
              },
            ],
      );
    case "step_begun":
      return [
        ...((fact.step - 1) % STEPS_A_ROUND === 0
          ? [
              {
                text: interpolate(gettext("Round %(round)s begins."), { round: (fact.step - 1) / STEPS_A_ROUND + 1 }),
                seat: null,
                tone: /** @type {const} */ ("stage"),
              },
            ]
          : []),
        {
          text: interpolate(gettext("Step %(step)s: %(shape)s."), { step: fact.step, shape: shapeName(fact.shape) }),
          seat: null,
          tone: "quiet",
        },
      ];
    case "marked":
      return fact.seats.flatMap((/** @type {any} */ action, /** @type {number} */ seat) =>
        action?.type === "mark" ? marked(action, seat, Math.ceil(fact.step / STEPS_A_ROUND), ledger, reader) : [],
      );
    case "finished_cards":
      for (const number of fact.cards) counted(number, fact.seat, ledger, reader);
      return [
        {
          text: about(
            reader,
            fact.seat,
            gettext("You reach the golden tomb of %(cards)s."),
            gettext("%(name)s reaches the golden tomb of %(cards)s."),
            { cards: listing(fact.cards.map((/** @type {number} */ one) => pyramid(one, reader))) },
          ),
          seat: fact.seat,
          tone: "result",
        },
      ];
    case "pyramid_points":
      return [{ text: bonus(fact, ledger, reader), seat: fact.seat, tone: "result", news: fact.seat === reader.me }];
    case "replaced":
      return [
        {
          text: fact.unseen
            ? about(
                reader,
                fact.seat,
                gettext("You take the unseen card: %(card)s."),
                gettext("%(name)s takes the unseen card: %(card)s."),
                { card: pyramid(fact.card, reader) },
              )
            : about(
                reader,
                fact.seat,
                gettext("You take %(card)s from the reserve."),
                gettext("%(name)s takes %(card)s from the reserve."),
                { card: pyramid(fact.card, reader) },
              ),
          seat: fact.seat,
        },
      ];
    case "reserve_filled":
      return [
        {
          text: interpolate(gettext("New in the reserve: %(cards)s."), {
            cards: listing(fact.cards.map((/** @type {number} */ one) => pyramid(one, reader))),
          }),
          seat: null,
          tone: "quiet",
        },
      ];
    case "out":
      return [
        {
          text: about(
            reader,
            fact.seat,
            gettext("You have left the expedition."),
            gettext("%(name)s has left the expedition."),
          ),
          seat: fact.seat,
        },
      ];
    default:
      return [];
  }
}

/** @param {number} number of a finished card @param {number} seat @param {Ledger} ledger @param {Reader} reader */
function counted(number, seat, { finished }, reader) {
  const key = `${seat} ${reader.cards.get(number)?.colour}`;
  finished?.set(key, (finished.get(key) ?? 0) + 1);
}

/** Say which pyramid points a seat takes. @param {any} fact @param {Ledger} ledger @param {Reader} reader */
function bonus({ seat, colour, points }, { finished }, reader) {
  const total = finished?.get(`${seat} ${colour}`) ?? 0;
  if (seat === reader.me && total > 0) return bonusText(total - (total % 2), colour, `+${points}`);
  return about(
    reader,
    seat,
    gettext("You take %(points)s pyramid points for %(colour)s."),
    gettext("%(name)s takes %(points)s pyramid points for %(colour)s."),
    { points, colour: colourName(colour) },
  );
}

/** @param {number} number @param {Reader} reader */
function pyramid(number, reader) {
  const card = reader.cards.get(number);
  return card ? shortName(card) : String(number);
}

/**
 * Lines about a player's step: the first mark and the step's result, then further consequences in the order of
 * the rules.
 * @param {MarkAction} action @param {number} seat @param {number} round @param {Ledger} ledger @param {Reader} reader
 * @returns {Omit<LogLine, "key">[]}
 */
function marked(action, seat, round, ledger, reader) {
  const deed = deedOf(reader.cards, ledger.accounts.get(seat) ?? blank(), action, round);
  ledger.accounts.set(seat, deed.after);
  const [first, ...extra] = partsOf(action);
  const what = partText(first, reader);
  const gain = deed.gain > 0 ? `+${deed.gain}` : `−${-deed.gain}`;
  const text =
    deed.gain === 0
      ? about(reader, seat, gettext("You mark %(what)s."), gettext("%(name)s marks %(what)s."), { what })
      : about(reader, seat, gettext("You mark %(what)s: %(gain)s."), gettext("%(name)s marks %(what)s: %(gain)s."), {
          what,
          gain,
        });
  return [
    { text, seat, gems: gemsOf([first], reader) },
    ...(extra.length > 0
      ? [
          quiet(
            interpolate(ngettext("For the red cross: %(cells)s.", "For the red crosses: %(cells)s.", extra.length), {
              cells: listing(extra.map((one) => partText(one, reader))),
            }),
            gemsOf(extra, reader),
          ),
        ]
      : []),
    ...consequences(deed).map((one) => quiet(one)),
  ];
}

/** @param {string} text @param {Gem[]} [gems] @returns {Omit<LogLine, "key">} */
const quiet = (text, gems = []) => ({ text, seat: null, tone: "quiet", gems });

/**
 * Describe cells marked together and what is on them.
 * @param {import("./history.js").Part} part @param {Reader} reader
 */
function partText({ number, set }, reader) {
  const card = reader.cards.get(number);
  const found = card ? contents(card, set) : "";
  const cells = count(set);
  return found
    ? interpolate(
        ngettext(
          "%(cells)s cell on pyramid %(number)s (found: %(found)s)",
          "%(cells)s cells on pyramid %(number)s (found: %(found)s)",
          cells,
        ),
        { cells, number, found },
      )
    : interpolate(ngettext("%(cells)s cell on pyramid %(number)s", "%(cells)s cells on pyramid %(number)s", cells), {
        cells,
        number,
      });
}

/** @param {import("./history.js").Part[]} parts @param {Reader} reader @returns {Gem[]} */
function gemsOf(parts, reader) {
  return parts.flatMap(({ number, set }) => {
    const card = reader.cards.get(number);
    return card
      ? [...Array(count(card.red_gem & set)).fill("red"), ...Array(count(card.green_gem & set)).fill("green")]
      : [];
  });
}

/**
 * Describe the consequences of a step, also those that brought nothing. Skulls count before potions.
 * @param {import("./history.js").Deed} deed @returns {string[]}
 */
function consequences({ after, erased, idle, surplus, lost }) {
  const { skulls } = after.sheet;
  const left =
    skulls > 0
      ? interpolate(gettext("the worst one left costs %(points)s"), { points: SKULLS[skulls - 1] })
      : gettext("none is left");
  return [
    ...(erased > 0
      ? [
          interpolate(
            ngettext(
              "Then potions erase %(count)s skull: %(left)s.",
              "Then potions erase %(count)s skulls: %(left)s.",
              erased,
            ),
            { count: erased, left },
          ),
        ]
      : []),
    ...(idle > 0 ? [gettext("A potion found no skull to erase.")] : []),
    ...(surplus > 0
      ? [
          interpolate(
            ngettext(
              "%(count)s gem is lost: the score card has no space left for it.",
              "%(count)s gems are lost: the score card has no space left for them.",
              surplus,
            ),
            { count: surplus },
          ),
        ]
      : []),
    ...(lost > 0
      ? [
          interpolate(
            ngettext(
              "%(count)s red cross was lost: no cell was left to mark.",
              "%(count)s red crosses were lost: no cell was left to mark.",
              lost,
            ),
            { count: lost },
          ),
        ]
      : []),
  ];
}

/** @param {GameEvent[]} events @param {Reader} reader @returns {LogLine[]} */
export function logLines(events, reader) {
  /** @type {Ledger} */
  const ledger = { accounts: new Map(), finished: null };
  return linesOf(
    events,
    reader,
    () => null,
    (fact) => lines(fact, ledger, reader),
  );
}
