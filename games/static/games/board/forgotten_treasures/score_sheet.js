// @ts-check
/**
 * The score sheet: a row for each stage, a column for each seat.
 * @typedef {import("./game.js").ForgottenTreasures} Game
 */

import { gettext, interpolate } from "../i18n.js";
import { stageSheet } from "../pyramid/score_sheet.js";
import { h } from "../vdom.js";

/** @param {Game} game */
export function scoreSheet(game) {
  return stageSheet(game, {
    cell: (_seat, row) => (row ? { title: detail(row), body: row.points } : { body: blank() }),
  });
}

const blank = () => h("span", { class: "blank", "aria-label": gettext("not scored yet") }, "·");

/** @param {import("../types").ScoreRow} row */
function detail(row) {
  if (row.activations) {
    const areas = row.activations.reduce((sum, one) => sum + one.points, 0);
    return interpolate(gettext("%(areas)s from areas, %(mythical)s from unused mythical gems"), {
      areas,
      mythical: row.mythical,
    });
  }
  return interpolate(gettext("coloured gems: %(coloured)s, mythical gems: %(mythical)s"), {
    coloured: row.coloured ?? 0,
    mythical: row.mythical,
  });
}
