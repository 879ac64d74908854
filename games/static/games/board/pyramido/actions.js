// @ts-check
/** The action bar; on a narrow screen it stays at the bottom. @typedef {import("./game.js").Pyramido} Game */

import { gettext } from "../i18n.js";
import { turnButton } from "../pyramid/turn_button.js";
import { actionRow, button, confirmButton } from "../table/actions.js";
import { narrow } from "../table/screen.js";
import { h } from "../vdom.js";
import { needed } from "./hand.js";
import { holeNote } from "./hole_note.js";
import { cardsSentence } from "./sentences.js";
import { markSentence, onTrial, stageNow } from "./trial.js";

/** @param {Game} game */
export function actions(game) {
  const { view, ui, table, session, cards, placing, placer } = game;
  const kind = view.decision?.kind;
  const begun = cards.started || ui.block !== null || ui.pile !== null;
  const buttons = [];
  if (game.placeable) {
    buttons.push(
      h(
        "span",
        { key: "turns", class: "bar-turns" },
        turnButton(-1, () => placer.rotate(-1)),
        turnButton(1, () => placer.rotate(1)),
      ),
    );
    if (placing.down) buttons.push(button("pick-up", gettext("Pick up again"), () => placer.pickUp()));
  }
  if (begun) buttons.push(button("cancel", gettext("Choose again"), () => void game.cancel()));
  else if (table.can_take_back)
    buttons.push(button("take-back", gettext("Take back"), () => session.takeBack(), { disabled: game.busy }));
  if (kind && (kind !== "place" || game.placeable)) buttons.push(confirmButton(game, confirmLabel(game)));
  return actionRow(game, buttons, { before: () => [holeNote(game), barHand(game)] });
}

/**
 * On a narrow screen, where the panel is out of view, the bar has the pieces in hand and says what they would bring.
 * @param {Game} game
 */
function barHand(game) {
  if (!narrow() || !game.view.decision) return null;
  const { cards } = game;
  const hand = needed(game);
  return [
    onTrial(game) && h("p", { key: "note", class: "bar-note", "aria-hidden": "true" }, trialNote(game)),
    hand &&
      h("div", { key: "hand", class: "bar-hand" }, hand, cards.started && turnButton(1, () => void cards.rotate(1))),
  ];
}

/** @param {Game} game @returns {string} */
function trialNote(game) {
  const { text, change } = stageNow(game);
  return `${game.cards.started ? cardsSentence(game) : markSentence(game)} ${text}${change}`.trim();
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
