// @ts-check
/**
 * Dialogs over the board: another player's pyramid, enlarged, and the result of the game.
 * @typedef {import("./game.js").ForgottenTreasures} Game
 */

import { gettext, interpolate } from "../i18n.js";
import { drawPyramid, latestFrame } from "../pyramid/draw.js";
import { dialog } from "../table/dialog.js";
import { capital, seatName } from "../table/players.js";
import { resultPanel } from "../table/result.js";
import { h } from "../vdom.js";
import { gemRow } from "./gems.js";
import { legend } from "./others.js";
import { scoreSheet } from "./score_sheet.js";
import { outcomeText } from "./status.js";

/** @param {Game} game */
export function enlarged(game) {
  const { ui, view, table } = game;
  const seat = view.seats.find((one) => one.seat === ui.enlarged);
  if (!seat) return null;
  const name = capital(seatName(table, seat.seat));
  const close = () => game.show({ enlarged: null });
  if (seat.kind === "legend")
    return dialog({ key: "enlarged", className: "enlarged", title: name, close, body: legend(game, seat) });
  return dialog({
    key: "enlarged",
    className: "enlarged",
    title: interpolate(gettext("%(name)s’s pyramid"), { name }),
    close,
    body: [
      h(
        "div",
        { class: "enlarged-pyramid" },
        drawPyramid({
          blocks: game.blocks(seat),
          box: seat.box ?? null,
          stage: view.stage,
          over: latestFrame(seat.dominoes ?? []),
          props: { role: "img", "aria-label": interpolate(gettext("%(name)s’s pyramid"), { name }) },
        }),
      ),
      gemRow(seat.gems, { label: interpolate(gettext("%(name)s’s gems"), { name }) }),
    ],
  });
}

/** @param {Game} game */
export function result(game) {
  return resultPanel(game, { title: outcomeText, sheet: scoreSheet, look: gettext("Look at the pyramids") });
}
