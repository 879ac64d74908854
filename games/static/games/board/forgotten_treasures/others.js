// @ts-check
/**
 * The other seats: a small picture of each explorer's pyramid, and the Legend.
 * @typedef {import("./game.js").ForgottenTreasures} Game
 * @typedef {import("../types").Seat} Seat
 */

import { colourName, dominoFace, dominoName } from "../art/domino.js";
import { gemIcon } from "../art/gems.js";
import { gettext, interpolate, listing, ngettext } from "../i18n.js";
import { drawPyramid, latestFrame } from "../pyramid/draw.js";
import { progress } from "../pyramid/geometry.js";
import { playedOn } from "../table/computer.js";
import { nameLink, seatName, sign } from "../table/players.js";
import { pointsText } from "../table/points_chart.js";
import { h } from "../vdom.js";
import { gemRow } from "./gems.js";
import { latestLegendTurn, legendTook } from "./log.js";

/** @param {Game} game @param {Seat[]} [seats] */
export function others(game, seats = game.view.seats.filter((seat) => seat.seat !== game.main.seat)) {
  if (seats.length === 0) return null;
  return h(
    "section",
    { class: `others count-${seats.length}`, "aria-label": gettext("The others") },
    seats.map((seat) => (seat.kind === "legend" ? legend(game, seat) : explorer(game, seat))),
  );
}

/** How far a seat's stage is, or what the Legend looks for. @param {Game} game @param {Seat} seat */
export function note({ view }, seat) {
  if (seat.kind === "legend") {
    const { preferences = [] } = seat;
    return h(
      "span",
      { class: "wanted", role: "img", "aria-label": `${gettext("Looks for")} ${listing(preferences.map(colourName))}` },
      preferences.map((colour) => gemIcon(colour)),
    );
  }
  if (view.phase === "over") return null;
  const { laid, size } = progress(seat.dominoes ?? [], view.stage);
  return [
    `${laid}/${size}`,
    view.phase === "score" &&
      seat.submitted && [
        h("span", { key: "sent", class: "sent-sign", title: gettext("has chosen"), "aria-hidden": "true" }, "✓"),
        h("span", { key: "said", class: "visually-hidden" }, ` ${gettext("has chosen")}`),
      ],
  ];
}

/** @param {Game} game @param {Seat} seat */
function heading(game, seat) {
  const turn = game.view.to_move.includes(seat.seat);
  return h(
    "h2",
    { class: "other-name" },
    sign(seat.seat, seat.kind),
    nameLink(game.table, seat.seat),
    turn && h("span", { class: "turn-mark" }, gettext("to move")),
    h("span", { class: "points" }, pointsText(seat.total)),
  );
}

/** @param {Game} game @param {Seat} seat */
function explorer(game, seat) {
  const { view } = game;
  const name = seatName(game.table, seat.seat);
  const holds = view.hand?.seat === seat.seat ? view.hand.domino : null;
  const state =
    (seat.out ?? null) !== null
      ? gettext("has left")
      : view.phase === "score"
        ? seat.submitted
          ? gettext("has submitted their choices")
          : gettext("is scoring")
        : seat.complete && view.phase !== "over"
          ? gettext("has completed the stage")
          : null;
  return h(
    "article",
    { class: `other explorer ${(seat.out ?? null) !== null ? "out" : ""}` },
    heading(game, seat),
    h(
      "button",
      {
        type: "button",
        class: "small-pyramid",
        "data-enlarge": seat.seat,
        "data-anchor": `pyramid-${seat.seat}`,
        "aria-label": interpolate(
          game.me === null ? gettext("Watch %(name)s’s pyramid") : gettext("Enlarge %(name)s’s pyramid"),
          { name },
        ),
        onclick: () => game.look(seat.seat),
      },
      game.once(`small-${seat.seat}`, [seat.dominoes, seat.box, view.stage], () =>
        drawPyramid({
          blocks: game.blocks(seat),
          box: seat.box ?? null,
          stage: view.stage,
          small: true,
          over: latestFrame(seat.dominoes ?? []),
          props: { "aria-hidden": "true" },
        }),
      ),
    ),
    h(
      "div",
      { class: "other-holdings" },
      gemRow(seat.gems, { label: interpolate(gettext("%(name)s’s gems"), { name }), anchor: `gems-${seat.seat}` }),
      holds !== null &&
        h(
          "span",
          {
            class: "other-hand",
            "data-anchor": `hand-${seat.seat}`,
            title: dominoName(game.face(holds)),
            role: "img",
            "aria-label": interpolate(gettext("in hand: %(what)s"), { what: dominoName(game.face(holds)) }),
          },
          dominoFace(game.face(holds), 0),
        ),
    ),
    state && h("p", { key: "state", class: "other-state" }, state),
    playedOn(game.table, seat.seat) &&
      h("p", { key: "computer", class: "other-state" }, playedOn(game.table, seat.seat)),
  );
}

/** @param {Game} game @param {Seat} seat */
export function legend(game, seat) {
  const { view, session } = game;
  const top = seat.pile?.at(-1);
  const preferences = seat.preferences ?? [];
  const turn = latestLegendTurn(session.state.events);
  const rate = view.stage;
  const coloured = Object.entries(seat.gems).reduce(
    (sum, [gem, count]) => sum + (gem === "mythical" ? 0 : (count ?? 0)),
    0,
  );
  const worth = coloured * rate + 2 * (seat.gems.mythical ?? 0);
  return h(
    "article",
    { class: `other legend ${turn ? "acted" : ""}` },
    heading(game, seat),
    h(
      "div",
      { class: "legend-body" },
      h(
        "div",
        { class: "legend-pile", "data-anchor": `pile-${seat.seat}` },
        top !== undefined &&
          h(
            "span",
            {
              key: top,
              class: "legend-top",
              role: "img",
              "aria-label": interpolate(gettext("Top of the Legend’s pile: %(what)s"), {
                what: dominoName(game.face(top)),
              }),
            },
            dominoFace(game.face(top), 0),
          ),
        h("span", { class: "pile-count", title: gettext("Dominoes in the Legend’s pile") }, seat.pile?.length ?? 0),
      ),
      h(
        "div",
        { class: "legend-wants" },
        h("span", { class: "label" }, gettext("Looks for")),
        h(
          "span",
          { class: "wanted", role: "img", "aria-label": listing(preferences.map(colourName)) },
          preferences.map((colour) => gemIcon(colour)),
        ),
        h("span", { class: "label then" }, gettext("then"), " ", gemIcon("mythical")),
      ),
    ),
    gemRow(seat.gems, { label: gettext("The Legend’s gems"), all: true, anchor: `gems-${seat.seat}` }),
    view.phase !== "over" &&
      h(
        "p",
        { class: "legend-worth" },
        interpolate(
          ngettext(
            "worth %(points)s point at the end of stage %(stage)s",
            "worth %(points)s points at the end of stage %(stage)s",
            worth,
          ),
          { points: worth, stage: view.stage },
        ),
      ),
    h(
      "p",
      { class: "legend-did", key: turn ? JSON.stringify(turn) : "none" },
      turn
        ? legendTook(turn, game.reader).text
        : seat.mode === "the"
          ? gettext("THE Legend: with seven or more mythical gems, it draws an extra gem at the start of each stage.")
          : gettext("It answers each of your turns."),
    ),
  );
}
