// @ts-check
/**
 * The status: whose turn it is and what can be done now, in one sentence.
 * @typedef {import("./game.js").Pyramido} Game
 * @typedef {import("../types").Outcome} Outcome
 */
import { gettext, interpolate, ngettext } from "../i18n.js";
import { bestStage } from "../pyramid/score_sheet.js";
import { thinking } from "../table/computer.js";
import { outcomeSentence } from "../table/outcome.js";
import { capital, seatName } from "../table/players.js";
import { lastLeft } from "./being_out.js";

/** @param {Game} game @returns {{text: string, yours: boolean}} */
export function status(game) {
  const { view } = game;
  if (view.phase === "over") return { text: outcomeText(game), yours: false };
  if (view.decision) return { text: todo(game), yours: true };
  const gone = game.me !== null && view.seats[game.me].out !== null;
  return { text: gone ? `${gettext("You are out.")} ${waiting(game)}` : waiting(game), yours: false };
}

/** @param {Game} game @returns {string} */
function todo(game) {
  const { view, ui, placing, cards } = game;
  switch (view.decision?.kind) {
    case "place":
      if (ui.quarry === null)
        return game.reader.me === null
          ? gettext("Take a domino from the quarry.")
          : gettext("Your turn: take a domino from the quarry.");
      if (placing.down) return gettext("Confirm the placement, or pick the domino up again.");
      if (game.main.dominoes.length === 0) return gettext("Lay your first domino on the ground.");
      if (view.stage === 1) return gettext("Lay your domino on the ground, beside your other blocks.");
      return interpolate(gettext("Lay your domino on stage %(stage)s of your pyramid."), { stage: view.stage });
    case "mark":
      return gettext("Mark your new domino: which block gets the marker?");
    case "finish":
      if (ui.pile !== null)
        return interpolate(gettext("Fill the quarry from pile %(pile)s? That ends your turn."), { pile: ui.pile });
      if (cards.started) return gettext("Rotate the card, move it, or lay it down.");
      if (cards.open) return gettext("Resurface a block with a card, or choose a pile to fill the quarry.");
      return gettext("Choose which of the two piles fills the quarry.");
    case "fill":
      return gettext("No domino fits: close the two gaps with cards.");
    default:
      return "";
  }
}

/** @param {Game} game @returns {string} */
function waiting(game) {
  const { view, table } = game;
  if (view.turn === null) return gettext("One moment…");
  const computing = thinking(table, [view.turn]);
  if (computing) return computing;
  const name = capital(seatName(table, view.turn));
  const sentences = {
    place: gettext("%(name)s is choosing a domino from the quarry."),
    mark: gettext("%(name)s is choosing a block to mark."),
    finish: gettext("%(name)s has built and is filling the quarry."),
    fill: gettext("%(name)s is closing gaps with cards."),
  };
  const sentence = /** @type {Record<string, string>} */ (sentences)[view.phase];
  return sentence ? interpolate(sentence, { name }) : "";
}

/** @param {Game} game @returns {string} */
export function outcomeText(game) {
  const { seats } = game.view;
  const own = (/** @type {Outcome} */ { reason }, /** @type {string} */ names, /** @type {boolean} */ won) => {
    if (reason !== "last_architect") return null;
    return lastLeft(game, names, won);
  };
  const cards = {
    value: (/** @type {number} */ seat) => seats[seat].cards.length,
    text: (/** @type {number} */ mine, /** @type {number} */ theirs) =>
      interpolate(ngettext("%(mine)s card left against %(theirs)s", "%(mine)s cards left against %(theirs)s", mine), {
        mine,
        theirs,
      }),
  };
  return outcomeSentence(game, own, [cards, bestStage(seats)], gettext("with equal cards left and equal best stages"));
}
