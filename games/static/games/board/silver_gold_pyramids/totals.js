// @ts-check
/**
 * All players' points by source (docs/rules.md D4): a row for each seat, a column for each source.
 * @typedef {import("./game.js").SilverGoldPyramids} Game
 * @typedef {import("./types").Points} Points
 */

import { gettext } from "../i18n.js";
import { nameLabel, sign } from "../table/players.js";
import { signed } from "../table/points_chart.js";
import { h } from "../vdom.js";
import { icon } from "./art_symbols.js";

/** @param {Game} game */
export function totals(game) {
  const { view, table, me } = game;
  /** @type {[keyof Points, Parameters<typeof icon>[0], string][]} */
  const sources = [
    ["finished", "tomb", gettext("Explored pyramids")],
    ["pyramids", "prize", gettext("Pyramid points")],
    ["gems", "pair", gettext("Gems")],
    ["torches", "torch", gettext("Torches")],
    ["skulls", "skull", gettext("Skulls")],
  ];
  return h(
    "table",
    { class: "score-sheet sgp-totals" },
    h("caption", null, gettext("Points")),
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("th", { scope: "col" }, h("span", { class: "visually-hidden" }, gettext("Player"))),
        sources.map(([source, what, label]) =>
          h("th", { key: source, scope: "col", title: label }, icon(what), h("span", { class: "source" }, label)),
        ),
        h("th", { scope: "col" }, gettext("Total")),
      ),
    ),
    h(
      "tbody",
      null,
      view.seats.map((seat) =>
        h(
          "tr",
          { key: seat.seat, class: seat.seat === me ? "own" : "" },
          h(
            "th",
            { scope: "row" },
            h("span", { class: "seat-head" }, sign(seat.seat, seat.kind), nameLabel(table, seat.seat, me)),
          ),
          sources.map(([source]) => h("td", { key: source }, signed(seat.points[source]))),
          h("td", { class: "total", "data-total": seat.seat }, signed(seat.total)),
        ),
      ),
    ),
  );
}
