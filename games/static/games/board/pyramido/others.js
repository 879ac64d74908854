// @ts-check
/**
 * The other architects: small pictures of their pyramids, and their markers and cards.
 * @typedef {import("./game.js").Pyramido} Game
 * @typedef {import("./types").Seat} Seat
 */

import { DESERT_COLOURS, markerIcon } from "../art/desert.js";
import { colourName } from "../art/domino.js";
import { gettext, interpolate, listing, pgettext } from "../i18n.js";
import { drawPyramid, latestFrame } from "../pyramid/draw.js";
import { playedOn } from "../table/computer.js";
import { capital, nameLink, seatName, sign } from "../table/players.js";
import { pointsText } from "../table/points_chart.js";
import { h } from "../vdom.js";
import { cardSide } from "./hand.js";
import { markedGlow, standingMarkers } from "./marks.js";
import { closeUp, progress } from "./pieces.js";

/** @param {Game} game @param {Seat[]} [seats] */
export function others(game, seats = game.view.seats.filter((seat) => seat.seat !== game.main.seat)) {
  return h(
    "section",
    { key: "others", class: `others architects count-${seats.length}`, "aria-label": gettext("The others") },
    seats.map((seat) => {
      const { me, table, view } = game;
      const needs = [seat, table, me, view.stage, view.phase, view.to_move.includes(seat.seat)];
      return game.once(`architect-${seat.seat}`, needs, () => architect(game, seat));
    }),
  );
}

/** @param {Game} game @param {Seat} seat */
function architect(game, seat) {
  const { view, me } = game;
  const name = seatName(game.table, seat.seat);
  const large = me === null ? gettext("Watch %(name)s’s pyramid") : gettext("Enlarge %(name)s’s pyramid");
  return h(
    "article",
    { class: `other architect ${seat.out !== null ? "out" : ""}` },
    h("h2", { class: "other-name" }, sign(seat.seat, seat.kind), nameLink(game.table, seat.seat)),
    standing(game, seat),
    h(
      "button",
      {
        type: "button",
        class: "small-pyramid",
        "data-look": seat.seat,
        "data-anchor": `pyramid-${seat.seat}`,
        "aria-label": interpolate(large, { name }),
        onclick: () => game.look(seat.seat),
      },
      drawPyramid({
        blocks: game.blocks(seat),
        box: seat.box,
        stage: view.stage,
        small: true,
        land: "desert",
        window: closeUp(game.blocks(seat), seat.box),
        over: overlay(game, seat),
        props: { "aria-hidden": "true" },
      }),
    ),
    belongings(seat, name),
    playedOn(game.table, seat.seat) &&
      h("p", { key: "computer", class: "other-state" }, playedOn(game.table, seat.seat)),
  );
}

/** A seat's points, whether it is their turn, and the progress of their stage. @param {Game} game @param {Seat} seat */
export function standing(game, seat) {
  return h(
    "p",
    { class: "standing-of" },
    h("span", { class: "points" }, pointsText(seat.total)),
    game.view.to_move.includes(seat.seat) && h("span", { class: "turn-mark" }, gettext("to move")),
    seat.out !== null && h("span", { class: "turn-mark gone" }, gettext("is out")),
    h("span", { class: "laid" }, howFar(game, seat)),
  );
}

/** @param {Game} game @param {Seat} seat @returns {string} */
function howFar({ view }, seat) {
  if (seat.out !== null || view.phase === "over") return "";
  if (seat.complete) return gettext("has completed the stage");
  return interpolate(gettext("%(laid)s of %(size)s dominoes"), progress(seat, view.stage));
}

/**
 * Over another player's pyramid: the markers; and until the end the domino placed last and the marked areas.
 * @param {Game} game @param {Seat} seat
 */
export function overlay(game, seat) {
  const { stage, phase } = game.view;
  const blocks = game.blocks(seat);
  return [
    phase !== "over" && [latestFrame(seat.dominoes), markedGlow(game.reckoning(seat), blocks, seat.marked, stage)],
    h("g", { key: "markers", class: "markers" }, standingMarkers(seat.marked, blocks, stage)),
  ];
}

/** A player's markers and cards. @param {Seat} seat @param {string} name */
export function belongings(seat, name) {
  const markers = seat.markers.length > 0 ? listing(seat.markers.map(colourName)) : pgettext("markers", "none");
  const cards =
    seat.cards.length > 0
      ? listing(seat.cards.map((card) => card.map(colourName).join("/")))
      : pgettext("cards", "none");
  return h(
    "div",
    {
      class: "belongings",
      role: "img",
      "aria-label": interpolate(gettext("%(name)s has these markers: %(markers)s; and these cards: %(cards)s"), {
        name: capital(name),
        markers,
        cards,
      }),
    },
    h(
      "span",
      { class: "small-markers" },
      DESERT_COLOURS.map((colour) =>
        h("span", { key: colour, class: seat.markers.includes(colour) ? "here" : "gone" }, markerIcon(colour)),
      ),
    ),
    h(
      "span",
      { class: "small-cards" },
      seat.cards.map((card) =>
        h(
          "span",
          { key: card.join("-"), class: "small-card" },
          card.map((colour) => cardSide(colour)),
        ),
      ),
    ),
  );
}
