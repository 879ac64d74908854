// @ts-check
/**
 * The score sheet: a row for each stage, a column for each seat.
 * @typedef {import("./game.js").ForgottenTreasures} Game
 */
import { h } from "../vdom.js";
import { gettext, interpolate } from "../i18n.js";
import { nameLabel, sign } from "../table/players.js";

/** @param {Game} game */
export function scoreSheet(game) {
  const { view, table, me } = game;
  return h(
    "table",
    { class: "score-sheet" },
    h("caption", null, gettext("Score sheet")),
    h("thead", null, h("tr", null,
      h("th", { scope: "col" }, gettext("Stage")),
      view.seats.map((seat) =>
        h("th", { key: seat.seat, scope: "col", class: "seat-head" }, sign(seat.seat, seat.kind), nameLabel(table, seat.seat, me),
          view.order[0] === seat.seat && view.phase !== "over" && h("span", { key: "starter", class: "starter" }, gettext("starts")))))),
    h("tbody", null, [1, 2, 3, 4].map((stage) =>
      h("tr", { key: stage, class: stage === view.stage && view.phase !== "over" ? "now" : "" },
        h("th", { scope: "row" }, stage),
        view.seats.map((seat) => {
          const row = seat.scores.find((one) => one.stage === stage);
          return h("td", { key: seat.seat, title: row ? detail(row) : null }, row ? row.points : h("span", { class: "blank", "aria-label": gettext("not scored yet") }, "·"));
        })))),
    h("tfoot", null, h("tr", null,
      h("th", { scope: "row" }, gettext("Total")),
      view.seats.map((seat) => h("td", { key: seat.seat, "data-total": seat.seat }, seat.total)))),
  );
}

/** @param {import("../types").ScoreRow} row */
function detail(row) {
  if (row.activations) {
    const areas = row.activations.reduce((sum, one) => sum + one.points, 0);
    return interpolate(gettext("%(areas)s from areas, %(mythical)s from unused mythical gems"), { areas, mythical: row.mythical });
  }
  return interpolate(gettext("%(coloured)s coloured gems, %(mythical)s mythical gems"), { coloured: row.coloured ?? 0, mythical: row.mythical });
}
