// @ts-check
/**
 * A strip for narrow screens, where the other pyramids and the log are far below: all players' points, whose turn it
 * is, and the last move.
 * @typedef {import("./game.js").Pyramido} Game
 */

import { gemIcon } from "../art/gems.js";
import { gettext, interpolate } from "../i18n.js";
import { nameLabel, seatName, sign } from "../table/players.js";
import { h } from "../vdom.js";
import { logLines } from "./log.js";
import { progress } from "./pieces.js";

/** @param {Game} game */
export function strip(game) {
  return h("div", { key: "strip", class: "strip" }, chips(game), game.view.phase !== "over" && news(game));
}

/** @param {Game} game */
function chips(game) {
  return h(
    "ol",
    { key: "chips", class: "chips", "aria-label": gettext("Points and turn") },
    game.view.seats.map((seat) => h("li", { key: seat.seat }, chip(game, seat))),
  );
}

/** @param {Game} game @param {import("./types").Seat} seat */
function chip(game, seat) {
  const { view, table, me, main } = game;
  const moving = view.to_move.includes(seat.seat);
  const { laid, size } = progress(seat, view.stage);
  const inside = [
    sign(seat.seat, seat.kind),
    nameLabel(table, seat.seat, me),
    h("strong", { class: "points" }, seat.total),
    view.phase !== "over" &&
      seat.out === null &&
      h("span", { class: "laid", "aria-hidden": "true" }, `${laid}/${size}`),
    seat.out !== null && h("span", { class: "visually-hidden" }, gettext("is out")),
    moving && h("span", { class: "visually-hidden" }, gettext("to move")),
  ];
  const state = `${moving ? "moving" : ""} ${seat.out !== null ? "out" : ""}`;
  const look = `chip ${state} ${seat.seat === main.seat ? "main" : ""}`;
  if (seat.seat === main.seat) return h("span", { class: look }, inside);
  return h(
    "button",
    {
      type: "button",
      class: look,
      "data-look": seat.seat,
      title: interpolate(gettext("Show %(name)s’s pyramid"), { name: seatName(table, seat.seat) }),
      onclick: () => game.look(seat.seat),
    },
    inside,
  );
}

/** The latest news from the log. Screen readers hear it from the log itself. @param {Game} game */
function news({ session, table, me }) {
  const lines = logLines(session.state.events, { table, me }).filter(
    (line) => line.tone !== "quiet" && (line.seat === null || line.seat !== me),
  );
  const last = lines.at(-1);
  if (!last) return null;
  const first = last.seat === null ? lines.length - 1 : lines.findLastIndex((line) => line.seat !== last.seat) + 1;
  const turn = lines.slice(first);
  const done = turn.findLast((line) => !line.gems) ?? last;
  return h(
    "p",
    { key: "news", class: "news", title: done.text, "aria-hidden": "true" },
    h("span", { class: "news-text" }, done.text),
    turn
      .slice(turn.indexOf(done))
      .flatMap((line) => line.gems ?? [])
      .map((gem) => gemIcon(gem)),
  );
}
