// @ts-check
/**
 * The score sheet: a row for each stage with its marked areas and Mino's bonus, a column for each architect.
 * @typedef {import("./game.js").Pyramido} Game
 */

import { minoIcon, tintOf } from "../art/desert.js";
import { areaText } from "../art/domino.js";
import { gemIcon } from "../art/gems.js";
import { gettext, interpolate, listing } from "../i18n.js";
import { stageSheet } from "../pyramid/score_sheet.js";
import { h } from "../vdom.js";

/** @param {Game} game */
export function scoreSheet(game) {
  const { seats } = game.view;
  const latest = Math.max(0, ...seats.flatMap((seat) => seat.scores.map((row) => row.stage)));
  return stageSheet(game, {
    sheet: `architects seats-${seats.length}`,
    row: (stage) => (stage === latest ? "latest-row" : ""),
    cell: (seat, row) => ({ body: row ? scored(row) : unscored(seat) }),
  });
}

/** @param {import("./types").Seat} seat */
function unscored({ out }) {
  const text = out === null ? gettext("not scored yet") : gettext("is out");
  return h("span", { class: "blank", role: "img", "aria-label": text, title: text }, out === null ? "·" : "–");
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
