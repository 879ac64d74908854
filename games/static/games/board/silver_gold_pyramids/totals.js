// @ts-check
/**
 * The points of all by their sources (RULES.md D4): a row for each source, a column for each seat.
 * @typedef {import("./game.js").SilverGoldPyramids} Game
 * @typedef {import("./types").Points} Points
 */
import { h } from "../vdom.js";
import { gettext } from "../i18n.js";
import { capital, seatName, sign } from "../table/players.js";

/** @param {Game} game */
export function totals(game) {
  const { view, table, me } = game;
  /** @type {[keyof Points, string][]} */
  const rows = [
    ["finished", gettext("Tombs")], ["pyramids", gettext("Pyramid points")], ["gems", gettext("Gems")], ["torches", gettext("Torches")], ["skulls", gettext("Skulls")],
  ];
  return h("table", { class: "score-sheet sgp-totals" },
    h("caption", null, gettext("Points")),
    h("thead", null, h("tr", null,
      h("th", { scope: "col" }, h("span", { class: "visually-hidden" }, gettext("Source"))),
      view.seats.map((seat) => h("th", { key: seat.seat, scope: "col", class: "seat-head" }, sign(seat.seat, seat.kind),
        h("span", { class: "name" }, seat.seat === me ? gettext("You") : capital(seatName(table, seat.seat))))))),
    h("tbody", null, rows.map(([source, label]) => h("tr", { key: source },
      h("th", { scope: "row" }, label),
      view.seats.map((seat) => h("td", { key: seat.seat }, signed(seat.points[source])))))),
    h("tfoot", null, h("tr", null,
      h("th", { scope: "row" }, gettext("Total")),
      view.seats.map((seat) => h("td", { key: seat.seat, "data-total": seat.seat }, signed(seat.total))))));
}

/** A real minus sign. @param {number} points */
const signed = (points) => (points < 0 ? `−${-points}` : String(points));
