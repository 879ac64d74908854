// @ts-check
/**
 * The other explorers at a glance: their cards, what they have explored and found. Press to see it large.
 * @typedef {import("./game.js").SilverGoldPyramids} Game
 * @typedef {import("./types").Seat} Seat
 */
import { h } from "../vdom.js";
import { gettext, interpolate, ngettext } from "../i18n.js";
import { capital, seatName, sign } from "../table/players.js";
import { cardDrawing } from "./art_card.js";
import { emblem, icon } from "./art_symbols.js";
import { colourName } from "./cards.js";
import { mask } from "./geometry.js";

/** @param {Game} game */
export function others(game) {
  const seats = game.view.seats.filter((seat) => seat.seat !== game.main.seat);
  if (seats.length === 0) return null;
  return h("section", { class: `others sgp-others count-${seats.length}`, "aria-label": gettext("The others") }, seats.map((seat) => explorer(game, seat)));
}

/** Whether somebody is awaited, in words; never what they have done. @param {Game} game @param {Seat} seat */
function state(game, seat) {
  const { view } = game;
  if (seat.out !== null) return gettext("has left");
  if (view.to_move.includes(seat.seat)) {
    if (view.phase === "keep") return gettext("is choosing pyramids");
    return view.phase === "replace" ? gettext("is choosing a new pyramid") : gettext("is marking");
  }
  return seat.submitted ? gettext("has sent") : "";
}

/** @param {Game} game @param {Seat} seat */
function explorer(game, seat) {
  const name = seatName(game.table, seat.seat);
  const doing = state(game, seat);
  return h("article", { key: seat.seat, class: `other explorer ${seat.out !== null ? "out" : ""}`, "data-other": seat.seat },
    h("h2", { class: "other-name" }, sign(seat.seat, seat.kind), h("span", { class: "name" }, capital(name)),
      doing && h("span", { key: "doing", class: game.view.to_move.includes(seat.seat) ? "turn-mark" : "sent-mark" }, doing),
      h("span", { class: "points" }, interpolate(ngettext("%(count)s point", "%(count)s points", seat.total), { count: seat.total }))),
    h("button", {
      type: "button", class: "other-cards", "data-enlarge": seat.seat, "aria-label": interpolate(gettext("Show the pyramids of %(name)s large"), { name }),
      onclick: () => game.show({ enlarged: { seat: seat.seat } }),
    },
    game.once(`small-${seat.seat}`, [seat.cards], () => seat.cards.map((started) => cardDrawing(game.card(started.number), mask(started.marked), { key: started.number, "aria-hidden": "true" }))),
    seat.cards.length === 0 && h("span", { key: "none", class: "nothing" }, game.view.phase === "keep" ? gettext("four cards in hand") : gettext("no pyramid"))),
    finds(seat),
    finished(game, seat));
}

/** Gems, torches and skulls as counts. @param {Seat} seat */
export function finds(seat) {
  const { sheet } = seat;
  const label = interpolate(gettext("Red gems %(red)s, green gems %(green)s, torches %(torches)s, skulls %(skulls)s"), {
    red: sheet.red_gems, green: sheet.green_gems, torches: sheet.torches.length, skulls: sheet.skulls,
  });
  return h("p", { class: "finds", role: "img", "aria-label": label },
    [/** @type {const} */ (["red_gem", sheet.red_gems]), /** @type {const} */ (["green_gem", sheet.green_gems]), /** @type {const} */ (["torch", sheet.torches.length]), /** @type {const} */ (["skull", sheet.skulls])]
      .map(([what, number]) => h("span", { key: what, class: number ? "" : "none" }, icon(what), number)));
}

/** The numbers of the explored cards, with their emblems. @param {Game} game @param {Seat} seat */
export function finished(game, seat) {
  if (seat.finished.length === 0) return null;
  return h("ul", { class: "finished-cards", "aria-label": gettext("Explored pyramids") }, seat.finished.map(({ number }) => {
    const { colour } = game.card(number);
    return h("li", { key: number, class: colour, title: colourName(colour) }, emblem(colour), number, h("span", { class: "visually-hidden" }, colourName(colour)));
  }));
}
