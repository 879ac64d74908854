// @ts-check
/**
 * Hints: a suggested action becomes the player's draft, with a sentence and marks on the board.
 * @typedef {import("./game.js").ForgottenTreasures} Game
 * @typedef {import("../types").Action} Action
 */
import { gettext, interpolate, listing, ngettext } from "../i18n.js";
import { capital } from "../table/players.js";
import { areaName } from "./area_marks.js";
import { aGem } from "./gems.js";
import { sacrificeText } from "./score_advice.js";

/** @param {Game} game @param {Action} action @returns {import("../table/hint.js").Suggestion} */
export function suggest(game, action) {
  const { ui } = game;
  switch (action.type) {
    case "take":
      ui.take = { space: action.space, gem: action.gem, at: null };
      return {
        what: interpolate(gettext("take %(gem)s and the domino from space %(space)s."), {
          gem: aGem(action.gem),
          space: action.space,
        }),
      };
    case "reveal":
      ui.reveal = action.space;
      return { what: interpolate(gettext("flip the top domino in space %(space)s."), { space: action.space }) };
    case "place": {
      const { x, y, rotation } = action;
      game.placer.moveTo({ x, y, rotation: /** @type {import("../types").Rotation} */ (rotation) }, true);
      return { what: gettext("place the domino where it is shown."), more: game.spotSentence() };
    }
    case "score":
      ui.score = game.desk.draftOf({ ...action, activate: action.activate ?? [], discard: action.discard ?? {} });
      return scoring(game);
    default:
      return { what: "" };
  }
}

/** @param {Game} game @returns {import("../table/hint.js").Suggestion} */
function scoring(game) {
  const done = game.desk.bill();
  const best = game.desk.bestBill();
  if (!done || !best) return { what: "" };
  const sacrifice = sacrificeText(done, best);
  const none = gettext("activate no area, and keep your gems.");
  if (done.payments.length === 0) return { what: `${none} ${sacrifice}`.trim() };
  const areas = done.payments.map(({ area, double }) =>
    double ? interpolate(gettext("%(area)s, doubled"), { area: areaName(area) }) : areaName(area),
  );
  const what = interpolate(
    ngettext(
      "activate the areas chosen here, for %(points)s point.",
      "activate the areas chosen here, for %(points)s points.",
      done.points,
    ),
    { points: done.points },
  );
  return {
    what: `${what} ${sacrifice}`.trim(),
    more: `${capital(listing(areas))}.`,
  };
}
