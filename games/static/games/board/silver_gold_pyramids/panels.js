// @ts-check
/**
 * Dialogs over the board: a card or another player's pyramids, enlarged, and the result of the game.
 * @typedef {import("./game.js").SilverGoldPyramids} Game
 */

import { gettext, interpolate } from "../i18n.js";
import { dialog } from "../table/dialog.js";
import { capital, seatName } from "../table/players.js";
import { resultPanel } from "../table/result.js";
import { h } from "../vdom.js";
import { cardDrawing, freshMarks } from "./art_card.js";
import { icon } from "./art_symbols.js";
import { cardName, cardText } from "./cards.js";
import { FULL, mask } from "./geometry.js";
import { scoreCard, scoreCardTitle } from "./score_card.js";
import { outcomeText } from "./status.js";
import { tieNote } from "./tie_note.js";
import { totals } from "./totals.js";

/** @param {Game} game */
export function enlarged(game) {
  const { ui, view } = game;
  if (!ui.enlarged) return null;
  const close = () => game.show({ enlarged: null });
  if ("card" in ui.enlarged) {
    const card = game.card(ui.enlarged.card);
    const isCard = (/** @type {{number: number}} */ one) => one.number === card.number;
    const owner = view.seats.find(({ finished: explored }) => explored.some(isCard));
    const set = mask(owner?.finished.find(isCard)?.marked ?? []);
    return dialog({
      key: "enlarged",
      className: "sgp-enlarged",
      title: cardName(card),
      close,
      body: [
        large(game, card.number, set),
        h(
          "p",
          null,
          owner
            ? interpolate(gettext("Explored by %(name)s."), { name: seatName(game.table, owner.seat) })
            : cardText(card, set),
        ),
      ],
    });
  }
  if ("sheet" in ui.enlarged) return sheet(game, view.seats[ui.enlarged.sheet], close);
  const seat = view.seats[ui.enlarged.seat];
  const name = capital(seatName(game.table, seat.seat));
  return dialog({
    key: "enlarged",
    className: "sgp-enlarged wide",
    title: interpolate(gettext("%(name)s’s pyramids"), { name }),
    close,
    body: [
      h(
        "div",
        { class: "large-cards" },
        seat.cards.map((started) => large(game, started.number, mask(started.marked))),
      ),
      seat.cards.some(({ number }) => game.fresh.has(number)) &&
        h(
          "p",
          { key: "key", class: "fresh-key" },
          icon("steps-new"),
          gettext("Red footprints: marked in the latest step."),
        ),
      scoreCard(game, seat, null, interpolate(gettext("%(name)s’s score card"), { name })),
    ],
  });
}

/**
 * A score card, with what a draft would add.
 * @param {Game} game @param {import("./types").Seat} seat @param {() => void} close
 */
function sheet(game, seat, close) {
  const bill = seat.seat === game.me && game.marker.draft.first ? game.marker.bill : null;
  return dialog({
    key: "sheet",
    className: "sgp-enlarged wide",
    title: gettext("What symbols bring"),
    close,
    body: [
      scoreCard(game, seat, bill, scoreCardTitle(game)),
      h("p", { key: "skulls" }, gettext("All skulls together cost what stands below the last one.")),
    ],
  });
}

/** @param {Game} game @param {number} number @param {number} marked */
function large(game, number, marked) {
  const card = game.card(number);
  return h(
    "div",
    { key: number, class: "large-card" },
    cardDrawing(
      card,
      marked & FULL,
      { role: "img", "aria-label": cardText(card, marked) },
      freshMarks((game.fresh.get(number) ?? 0) & marked),
    ),
  );
}

/** @param {Game} game */
export function result(game) {
  return resultPanel(game, {
    title: outcomeText,
    sheet: () => [totals(game), tieNote(game)],
    look: gettext("Look at the pyramids"),
    note: (seat) => (game.view.seats[seat].out === null ? "" : gettext("has left")),
  });
}
