// @ts-check
/**
 * Over the board: another architect's pyramid, enlarged; the result of the game; the piece under the pointer.
 * @typedef {import("./game.js").Pyramido} Game
 */

import { desert } from "../art/desert_site.js";
import { dominoFace } from "../art/domino.js";
import { gettext, interpolate, ngettext } from "../i18n.js";
import { drawPyramid } from "../pyramid/draw.js";
import { dialog } from "../table/dialog.js";
import { capital, seatName } from "../table/players.js";
import { resultPanel } from "../table/result.js";
import { h } from "../vdom.js";
import { whyOver } from "./being_out.js";
import { belongings, overlay, standing } from "./others.js";
import { tieBreak } from "./pieces.js";
import { scoreSheet } from "./score_sheet.js";
import { reckoningText } from "./sentences.js";
import { outcomeText } from "./status.js";

/** @param {Game} game */
export function enlarged(game) {
  const { ui, view, table } = game;
  const seat = view.seats.find((one) => one.seat === ui.enlarged);
  if (!seat) return null;
  const name = seatName(table, seat.seat);
  const title = interpolate(gettext("%(name)s’s pyramid"), { name: capital(name) });
  const text = reckoningText(game.reckoning(seat));
  return dialog({
    key: "enlarged",
    className: "enlarged desert",
    title,
    close: () => game.show({ enlarged: null }),
    body: [
      h(
        "div",
        { class: "enlarged-pyramid" },
        drawPyramid({
          blocks: game.blocks(seat),
          box: seat.box,
          stage: view.stage,
          land: "desert",
          around: desert,
          over: overlay(game, seat),
          props: { role: "img", "aria-label": `${title}. ${text}` },
        }),
      ),
      standing(game, seat),
      view.phase !== "over" && seat.out === null && h("p", null, text),
      belongings(seat, name),
    ],
  });
}

/** @param {Game} game */
export function result(game) {
  const { seats } = game.view;
  return resultPanel(game, {
    title: outcomeText,
    why: whyOver,
    sheet: scoreSheet,
    look: gettext("Look at the pyramids"),
    note: (seat) => note(seats, seats[seat]),
  });
}

/**
 * Explain a rank that does not follow from points alone.
 * @param {import("./types").Seat[]} seats @param {import("./types").Seat} seat @returns {string}
 */
function note(seats, seat) {
  if (seat.out !== null) return gettext("is out");
  const tie = tieBreak(seats, seat);
  if (!tie) return "";
  const cards = interpolate(ngettext("%(count)s card left", "%(count)s cards left", tie.cards), { count: tie.cards });
  return tie.best === null ? cards : `${cards}, ${interpolate(gettext("best stage %(points)s"), { points: tie.best })}`;
}

/** The piece under the pointer while it is dragged outside its places. @param {Game} game */
export function carried(game) {
  const { inHand, drag } = game;
  const { float, rotation } = game.placing;
  if (drag.piece && drag.float) return floating(`carried-${drag.piece.kind}`, drag.float, drag.piece.picture());
  if (!float || inHand === null) return null;
  return floating(rotation % 180 === 90 ? "upright" : "", float, dominoFace(game.face(inHand), rotation));
}

/** @param {string} look @param {{x: number, y: number}} at @param {import("../types").VNode} picture */
function floating(look, at, picture) {
  return h(
    "div",
    {
      key: "carried",
      class: `dragging ${look}`,
      style: { left: `${at.x}px`, top: `${at.y}px` },
      "aria-hidden": "true",
    },
    picture,
  );
}
