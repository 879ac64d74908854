// @ts-check
/**
 * On a narrow screen, where the others' pyramids lie far below: everybody's points and whose turn it is, at a glance.
 * @typedef {import("./game.js").Pyramido} Game
 */
import { h } from "../vdom.js";
import { gettext, interpolate } from "../i18n.js";
import { capital, seatName, sign } from "../table/players.js";
import { progress } from "./pieces.js";

/** @param {Game} game */
export function strip(game) {
  return h("ol", { key: "strip", class: "strip", "aria-label": gettext("Points and turn") }, game.view.seats.map((seat) => h("li", { key: seat.seat }, chip(game, seat))));
}

/** @param {Game} game @param {import("./types").Seat} seat */
function chip(game, seat) {
  const { view, table, me, main } = game;
  const name = seat.seat === me ? gettext("You") : capital(seatName(table, seat.seat));
  const moving = view.to_move.includes(seat.seat);
  const { laid, size } = progress(seat, view.stage);
  const inside = [
    sign(seat.seat, seat.kind),
    h("span", { class: "name" }, name),
    h("strong", { class: "points" }, seat.total),
    view.phase !== "over" && seat.out === null && h("span", { class: "laid", "aria-hidden": "true" }, `${laid}/${size}`),
    seat.out !== null && h("span", { class: "visually-hidden" }, gettext("is out")),
    moving && h("span", { class: "visually-hidden" }, gettext("to move")),
  ];
  const look = `chip ${moving ? "moving" : ""} ${seat.out !== null ? "out" : ""} ${seat.seat === main.seat ? "main" : ""}`;
  if (seat.seat === main.seat) return h("span", { class: look }, inside);
  return h("button", {
    type: "button", class: look, "data-look": seat.seat, title: interpolate(gettext("Show the pyramid of %(name)s"), { name: seatName(table, seat.seat) }), onclick: () => game.look(seat.seat),
  }, inside);
}
