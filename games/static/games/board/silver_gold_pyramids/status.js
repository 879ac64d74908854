// @ts-check
/**
 * The status: what can be done now, or who is awaited, in one sentence without secrets.
 * @typedef {import("./game.js").SilverGoldPyramids} Game
 */
import { gettext, interpolate, listing, ngettext } from "../i18n.js";
import { thinking } from "../table/computer.js";
import { outcomeSentence } from "../table/outcome.js";
import { capital, seatName } from "../table/players.js";
import { bonusText, shapeName } from "./cards.js";
import { bonusesOf } from "./draft.js";

/** @param {Game} game @returns {{text: string, yours: boolean}} */
export function status(game) {
  const { view } = game;
  if (view.phase === "over") return { text: outcomeText(game), yours: false };
  if (view.decision && (game.edited || !game.sent)) return { text: todo(game), yours: true };
  return { text: waiting(game), yours: false };
}

/** @param {Game} game @returns {string} */
function todo(game) {
  const { view, marker, ui } = game;
  switch (view.decision?.kind) {
    case "keep":
      if (ui.kept.length === 2)
        return interpolate(gettext("Keep pyramids %(first)s and %(second)s?"), {
          first: ui.kept[0],
          second: ui.kept[1],
        });
      return ui.kept.length === 1
        ? gettext("One more: you keep two pyramids.")
        : gettext("Choose two of these four pyramids to explore.");
    case "mark":
      return marking(game);
    case "replace":
      if (ui.replacement === 0) return gettext("Take the unseen card from the deck?");
      if (ui.replacement !== null) return interpolate(gettext("Take pyramid %(number)s?"), { number: ui.replacement });
      return replacing(game);
    default:
      return marker.next ?? "";
  }
}

/** @param {Game} game @returns {string} */
function marking(game) {
  const { marker, view } = game;
  if (marker.next === "extra") {
    const owed = marker.bill?.owed ?? 0;
    return interpolate(
      ngettext(
        "A red cross: mark one more cell, on either pyramid.",
        "%(count)s red crosses: mark one more cell for each, on either pyramid.",
        owed,
      ),
      { count: owed },
    );
  }
  if (marker.next === "done") {
    const change = game.sent
      ? gettext("Send this change? Until you do, your earlier choice stands.")
      : marker.single || marker.draft.extra.length > 0
        ? gettext("Send your marks, or take them back.")
        : marker.canTurn
          ? gettext("Send your marks, choose another cell, or rotate the shape.")
          : gettext("Send your marks, or choose another cell.");
    return [...bonuses(game), change].join(" ");
  }
  if (!marker.anyShape()) return gettext("The shape fits nowhere: mark a single cell.");
  if (marker.single) return gettext("Mark a single cell on one of your pyramids.");
  return interpolate(gettext("Mark %(shape)s on one of your pyramids, or a single cell."), {
    shape: view.shape ? shapeName(view.shape) : "",
  });
}

/** What the draft would bring beside what is reckoned already. @param {Game} game */
function bonuses({ cards, view, main, marker }) {
  return bonusesOf(cards, view.seats, main, marker.bill?.finished ?? []).map(({ colour, count, points }) =>
    bonusText(count, colour, interpolate(gettext("up to +%(points)s"), { points })),
  );
}

/** @param {Game} game @returns {string} */
function replacing({ view }) {
  const left = view.replacing[0]?.cards ?? 1;
  return interpolate(
    ngettext(
      "A pyramid is explored! Choose a new one.",
      "%(count)s pyramids are explored! Choose new ones, one after the other.",
      left,
    ),
    { count: left },
  );
}

/** @param {Game} game @returns {string} */
function waiting(game) {
  const { view, table, me } = game;
  const names = listing(view.to_move.map((seat) => seatName(table, seat)));
  if (view.phase === "replace" && view.to_move.length > 0) {
    const [first, ...later] = view.replacing.filter((one) => one.cards > 0 && view.seats[one.seat].out === null);
    const name = capital(seatName(table, first.seat));
    if (later.some((one) => one.seat === me))
      return interpolate(gettext("%(name)s is choosing a new pyramid; your turn to choose comes later."), { name });
    if (later.length === 0)
      return interpolate(gettext("%(name)s has explored a pyramid and is choosing a new one."), { name });
    return interpolate(gettext("%(name)s is choosing a new pyramid; after that it is up to %(later)s."), {
      name,
      later: listing(later.map(({ seat }) => seatName(table, seat))),
    });
  }
  if (view.to_move.length === 0) return gettext("One moment…");
  const computing = thinking(table, view.to_move);
  if (computing)
    return game.sent
      ? `${view.phase === "keep" ? gettext("Your choice is sent.") : gettext("Your cells are sent.")} ${computing}`
      : computing;
  if (me !== null && view.seats[me].out !== null)
    return interpolate(gettext("You have left the expedition. Waiting for %(names)s."), { names });
  if (game.sent) {
    return view.phase === "keep"
      ? interpolate(gettext("Your choice is sent. Waiting for %(names)s; you can still change it."), { names })
      : interpolate(gettext("Your cells are sent. Waiting for %(names)s; you can still change them."), { names });
  }
  return interpolate(gettext("Waiting for %(names)s."), { names });
}

/** @param {Game} game @returns {string} */
export function outcomeText(game) {
  const { seats } = game.view;
  const explored = {
    value: (/** @type {number} */ seat) => -Math.min(...seats[seat].finished.map((card) => card.number)),
    text: (/** @type {number} */ mine, /** @type {number} */ theirs) =>
      theirs === -Infinity
        ? interpolate(gettext("lowest pyramid explored: number %(mine)s against none"), { mine: -mine })
        : interpolate(gettext("lowest pyramid explored: number %(mine)s against number %(theirs)s"), {
            mine: -mine,
            theirs: -theirs,
          }),
  };
  return outcomeSentence(
    game,
    ({ reason }, _winners, won) =>
      won && reason === "last_explorer" ? gettext("You win: all the others have left.") : null,
    [explored],
    gettext("with no pyramid explored"),
  );
}
