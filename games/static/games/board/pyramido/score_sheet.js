// @ts-check
/**
 * The score sheet: a row for each stage with its marked areas and Mino's bonus, a column for each architect.
 * @typedef {import("./game.js").Pyramido} Game
 */

import { minoIcon, tintOf } from "../art/desert.js";
import { areaText } from "../art/domino.js";
import { gemIcon } from "../art/gems.js";
import { gettext, interpolate, listing, ngettext } from "../i18n.js";
import { stageSheet } from "../pyramid/score_sheet.js";
import { h } from "../vdom.js";

/** @param {Game} game */
export function scoreSheet(game) {
  const { seats } = game.view;
  const latest = Math.max(0, ...seats.flatMap((seat) => seat.scores.map((row) => row.stage)));
  return stageSheet(game, {
    sheet: `architects seats-${seats.length}`,
    row: (stage) => (stage === latest ? "latest-row" : ""),
    cell: (seat, row, stage) => ({ body: row ? scored(row) : unscored(game, seat, stage) }),
  });
}

/**
 * A stage without points; in brackets those of a stage in which the game has ended, as they do not count.
 * @param {Game} game @param {import("./types").Seat} seat @param {number} stage
 */
function unscored(game, seat, stage) {
  const { view } = game;
  const over = view.phase === "over";
  const points = over && seat.out === null && stage === view.stage ? game.reckoning(seat).points : 0;
  const text =
    seat.out !== null
      ? gettext("is out")
      : points > 0
        ? interpolate(ngettext("%(points)s point, not counted", "%(points)s points, not counted", points), { points })
        : over
          ? gettext("not scored")
          : gettext("not scored yet");
  const sign = points > 0 ? `(${points})` : seat.out === null ? "·" : "–";
  return h("span", { class: "blank", role: "img", "aria-label": text, title: text }, sign);
}

/** @param {import("./types").ScoreRow} row */
function scored(row) {
  const text =
    row.areas.length > 0
      ? interpolate(gettext("%(areas)s; Mino’s bonus %(mino)s"), {
          areas: listing(row.areas.map(areaText)),
          mino: row.mino,
        })
      : gettext("no marked areas");
  return [
    h("strong", { class: "row-points", title: text }, row.points),
    h(
      "span",
      { class: "row-parts", role: "img", "aria-label": text, title: text },
      row.areas.map((area) =>
        h("span", { key: `${area.x},${area.y}`, class: "part" }, gemIcon(tintOf(area.colour)), area.icons),
      ),
      row.areas.length > 0 && h("span", { class: "part mino-part" }, minoIcon(), row.mino),
    ),
  ];
}
