// @ts-check
/** The buttons of the action bar. @typedef {import("./game.js").Pyramido} Game */

import { gettext } from "../i18n.js";
import { gapNote } from "../pyramid/gap_note.js";
import { placingButtons } from "../pyramid/hand_domino.js";
import { turnButton } from "../pyramid/turn_button.js";
import { actionRow, button, confirmButton } from "../table/actions.js";
import { compact } from "../table/screen.js";

/** @param {Game} game */
export function actions(game) {
  const { view, ui, table, session, cards } = game;
  const kind = view.decision?.kind;
  const begun = cards.started || ui.block !== null || ui.pile !== null;
  const buttons = [];
  if (game.placeable && game.inHand !== null) buttons.push(...placingButtons(game, game.face(game.inHand)));
  if (cards.started && compact()) buttons.push(turnButton(1, () => void cards.rotate(1)));
  if (begun) buttons.push(button("cancel", gettext("Choose again"), () => void game.cancel(), { icon: "clear" }));
  if (table.can_take_back && !begun)
    buttons.push(
      button("take-back", gettext("Take back"), () => session.takeBack(), { disabled: game.busy, icon: "back" }),
    );
  if (kind) buttons.push(confirmButton(game, confirmLabel(game)));
  return actionRow(game, buttons, { before: () => gapNote(game) });
}

/** @param {Game} game @returns {string} */
function confirmLabel({ view, ui, cards, busy }) {
  if (busy) return gettext("Sending…");
  switch (view.decision?.kind) {
    case "mark":
      return gettext("Mark it");
    case "finish":
      return cards.started && ui.pile === null ? gettext("Lay the card") : gettext("Replenish and end turn");
    case "fill":
      return gettext("Lay both cards");
    default:
      return gettext("Confirm");
  }
}
