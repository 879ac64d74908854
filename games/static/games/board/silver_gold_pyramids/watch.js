// @ts-check
/**
 * For spectators: whose pyramids and score card are in the middle, and what each explorer is doing.
 * @typedef {import("./game.js").SilverGoldPyramids} Game
 * @typedef {import("./types").Seat} Seat
 */

import { gettext } from "../i18n.js";
import { levelAt } from "../table/computer.js";
import { nameLabel, sign } from "../table/players.js";
import { h } from "../vdom.js";

/** Say whether a player is awaited, but never what they have done. @param {Game} game @param {Seat} seat */
export function doing(game, seat) {
  const { view } = game;
  if (view.phase === "over") return "";
  if (seat.out !== null) return gettext("has left");
  if (view.to_move.includes(seat.seat) && levelAt(game.table, seat.seat) !== null) return gettext("is thinking");
  if (view.to_move.includes(seat.seat)) return view.phase === "mark" ? gettext("is marking") : gettext("is choosing");
  if (view.replacing.some((one) => one.seat === seat.seat && one.cards > 0)) return gettext("chooses later");
  return seat.submitted ? gettext("is done") : "";
}

/** @param {Game} game @param {Seat} seat @returns {import("../types").VChild} */
export function doingMark(game, seat) {
  const text = doing(game, seat);
  return (
    text && h("span", { key: "doing", class: game.view.to_move.includes(seat.seat) ? "turn-mark" : "sent-mark" }, text)
  );
}

/** @param {Game} game */
export function watching(game) {
  if (game.me !== null) return null;
  return h(
    "div",
    {
      key: "watch",
      class: `watch count-${game.view.seats.length}`,
      role: "group",
      "aria-label": gettext("Watching"),
      "data-roving": "watch",
    },
    game.view.seats.map((seat) => {
      const on = seat.seat === game.main.seat;
      return h(
        "button",
        {
          key: seat.seat,
          type: "button",
          class: `watch-seat ${on ? "on" : ""}`,
          "aria-pressed": String(on),
          "data-stop": true,
          "data-watch": seat.seat,
          onclick: () => game.show({ watched: seat.seat }),
        },
        sign(seat.seat, seat.kind),
        nameLabel(game.table, seat.seat),
        doingMark(game, seat),
      );
    }),
  );
}
