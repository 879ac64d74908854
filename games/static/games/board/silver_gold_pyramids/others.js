// @ts-check
/**
 * The other explorers at a glance: their cards, and what they have explored and found. A press enlarges them.
 * @typedef {import("./game.js").SilverGoldPyramids} Game
 * @typedef {import("./types").Seat} Seat
 */

import { gettext, interpolate } from "../i18n.js";
import { playedOn } from "../table/computer.js";
import { nameLink, seatName, sign } from "../table/players.js";
import { pointsText } from "../table/points_chart.js";
import { h } from "../vdom.js";
import { cardDrawing, freshMarks } from "./art_card.js";
import { emblem, icon } from "./art_symbols.js";
import { colourName } from "./cards.js";
import { mask } from "./geometry.js";
import { doingMark } from "./watch.js";

/** @param {Game} game @param {Seat[]} [seats] */
export function others(game, seats = game.view.seats.filter((seat) => seat.seat !== game.main.seat)) {
  if (seats.length === 0) return null;
  return h(
    "section",
    { class: `others sgp-others count-${seats.length}`, "aria-label": gettext("The others") },
    seats.map((seat) => explorer(game, seat)),
  );
}

/** How many pyramids a seat has explored, and whether its marks are sent. @param {Game} game @param {Seat} seat */
export function note({ view }, seat) {
  return [
    h(
      "span",
      { key: "tombs", class: "explored-count", title: gettext("Explored pyramids") },
      icon("tomb"),
      seat.finished.length,
    ),
    seat.submitted &&
      view.phase !== "over" &&
      h("span", { key: "sent", class: "sent-sign", title: gettext("is done") }, "✓"),
  ];
}

/** @param {Game} game @param {Seat} seat */
function explorer(game, seat) {
  const name = seatName(game.table, seat.seat);
  return h(
    "article",
    { class: `other explorer ${seat.out !== null ? "out" : ""}`, "data-other": seat.seat },
    h(
      "h2",
      { class: "other-name" },
      sign(seat.seat, seat.kind),
      nameLink(game.table, seat.seat),
      doingMark(game, seat),
      h("span", { class: "points" }, pointsText(seat.total)),
    ),
    game.view.phase === "keep"
      ? h("p", { key: "hand", class: "other-cards hidden-hand" }, gettext("four cards in hand"))
      : h(
          "button",
          {
            key: "cards",
            type: "button",
            class: "other-cards",
            "data-enlarge": seat.seat,
            "aria-label": interpolate(gettext("Enlarge %(name)s’s pyramids"), { name }),
            onclick: () => game.show({ enlarged: { seat: seat.seat } }),
          },
          game.once(`small-${seat.seat}`, [seat.cards, game.fresh], () =>
            seat.cards.map(({ number, marked }, at) =>
              cardDrawing(
                game.card(number),
                mask(marked),
                { key: at, "aria-hidden": "true" },
                freshMarks(game.fresh.get(number) ?? 0),
              ),
            ),
          ),
          seat.cards.length === 0 && h("span", { key: "none", class: "nothing" }, gettext("no pyramid")),
        ),
    finds(seat.sheet),
    finished(game, seat),
    playedOn(game.table, seat.seat) &&
      h("p", { key: "computer", class: "other-state" }, playedOn(game.table, seat.seat)),
  );
}

/** Gems, torches and skulls as counts. @param {import("./types").Sheet} sheet @param {"p" | "span"} [tag] */
export function finds(sheet, tag = "p") {
  const label = interpolate(gettext("Red gems %(red)s, green gems %(green)s, torches %(torches)s, skulls %(skulls)s"), {
    red: sheet.red_gems,
    green: sheet.green_gems,
    torches: sheet.torches.length,
    skulls: sheet.skulls,
  });
  return h(
    tag,
    { class: "finds", role: "img", "aria-label": label },
    [
      /** @type {const} */ (["red_gem", sheet.red_gems]),
      /** @type {const} */ (["green_gem", sheet.green_gems]),
      /** @type {const} */ (["torch", sheet.torches.length]),
      /** @type {const} */ (["skull", sheet.skulls]),
    ].map(([what, number]) => h("span", { key: what, class: number ? "" : "none" }, icon(what), number)),
  );
}

/** The numbers of the explored cards, with their emblems. @param {Game} game @param {Seat} seat */
export function finished(game, seat) {
  if (seat.finished.length === 0) return null;
  return h(
    "ul",
    { class: "finished-cards", "aria-label": gettext("Explored pyramids") },
    seat.finished.map(({ number }) => {
      const { colour } = game.card(number);
      return h(
        "li",
        { key: number, class: colour, title: colourName(colour) },
        emblem(colour),
        number,
        h("span", { class: "visually-hidden" }, colourName(colour)),
      );
    }),
  );
}
