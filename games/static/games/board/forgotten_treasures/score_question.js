// @ts-check
/**
 * The question before a scoring is sent that leaves points.
 * @typedef {import("./game.js").ForgottenTreasures} Game
 */
import { gettext, interpolate, ngettext } from "../i18n.js";
import { dialog } from "../table/dialog.js";
import { h } from "../vdom.js";
import { differenceText, leftText } from "./score_advice.js";

/** @param {Game} game */
export function scoreQuestion(game) {
  const done = game.desk.bill();
  const best = game.desk.bestBill();
  if (!game.ui.asked || !done || !best) return null;
  return dialog({
    key: "score-question",
    className: "question",
    title: leftText(done, best),
    close: () => game.show({ asked: false }),
    body: [
      h("p", null, differenceText(done, best)),
      h(
        "p",
        { class: "dialog-actions" },
        h(
          "button",
          {
            type: "button",
            class: "board-button",
            "data-action": "score-anyway",
            onclick: () => game.scoreAnyway(),
          },
          scoreLabel(done.points),
        ),
        h(
          "button",
          {
            type: "button",
            class: "board-button primary",
            autofocus: true,
            "data-action": "score-best",
            onclick: () => game.desk.mostPoints(),
          },
          gettext("Show the best choice"),
        ),
      ),
    ],
  });
}

/** The label of the button that sends a plan. @param {number} points */
export function scoreLabel(points) {
  return interpolate(ngettext("Score %(points)s point", "Score %(points)s points", points), { points });
}
