// @ts-check
/**
 * The score sheet: a row for each stage with its marked areas and Mino's bonus, a column for each architect.
 * @typedef {import("./game.js").Pyramido} Game
 */
import { h } from "../vdom.js";
import { gettext, interpolate, listing } from "../i18n.js";
import { areaText } from "../art/domino.js";
import { gemIcon } from "../art/gems.js";
import { minoIcon, tintOf } from "../art/desert.js";
import { nameLabel, sign } from "../table/players.js";

/** @param {Game} game */
export function scoreSheet(game) {
  const { view, table, me } = game;
  const latest = Math.max(0, ...view.seats.flatMap((seat) => seat.scores.map((row) => row.stage)));
  return h(
    "table",
    { class: `score-sheet architects seats-${view.seats.length}` },
    h("caption", null, gettext("Score sheet")),
    h("thead", null, h("tr", null,
      h("th", { scope: "col" }, gettext("Stage")),
      view.seats.map((seat) =>
        h("th", { key: seat.seat, scope: "col", class: "seat-head" }, sign(seat.seat, seat.kind), nameLabel(table, seat.seat, me),
          view.order[0] === seat.seat && view.phase !== "over" && h("span", { key: "starter", class: "starter" }, gettext("starts")))))),
    h("tbody", null, [1, 2, 3, 4].map((stage) =>
      h("tr", { key: stage, class: `${stage === view.stage && view.phase !== "over" ? "now" : ""} ${stage === latest ? "latest-row" : ""}` },
        h("th", { scope: "row" }, stage),
        view.seats.map((seat) => {
          const row = seat.scores.find((one) => one.stage === stage);
          return h("td", { key: seat.seat }, row ? scored(row) : unscored(seat));
        })))),
    h("tfoot", null, h("tr", null,
      h("th", { scope: "row" }, gettext("Total")),
      view.seats.map((seat) => h("td", { key: seat.seat, "data-total": seat.seat }, seat.total)))),
  );
}

/** @param {import("./types").Seat} seat */
function unscored({ out }) {
  const text = out === null ? gettext("not scored yet") : gettext("is out");
  return h("span", { class: "blank", role: "img", "aria-label": text, title: text }, out === null ? "·" : "–");
}

/** @param {import("./types").ScoreRow} row */
function scored(row) {
  const text = row.areas.length > 0
    ? interpolate(gettext("%(areas)s; Mino’s bonus %(mino)s"), { areas: listing(row.areas.map(areaText)), mino: row.mino })
    : gettext("no marked areas");
  return [
    h("strong", { class: "row-points", title: text }, row.points),
    h("span", { class: "row-parts", role: "img", "aria-label": text, title: text },
      row.areas.map((area) => h("span", { key: `${area.x},${area.y}`, class: "part" }, gemIcon(tintOf(area.colour)), area.icons)),
      row.areas.length > 0 && h("span", { class: "part mino-part" }, minoIcon(), row.mino)),
  ];
}
