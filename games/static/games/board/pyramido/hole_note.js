// @ts-check
/**
 * A note while a domino lies where it leaves a gap that no domino can fill; the move is allowed.
 * @typedef {import("./game.js").Pyramido} Game
 */

import { gettext } from "../i18n.js";
import { leavesHole } from "../pyramid/holes.js";
import { h } from "../vdom.js";

const KEPT = "board:hidden-note:holes";

/** Return the note for the ghost's place, or "". @param {Game} game @returns {string} */
export function holeText(game) {
  const {
    main,
    view,
    placing: { spot },
  } = game;
  if (view.decision?.kind !== "place" || !spot || unwanted()) return "";
  const leaves = game.once("leaves-hole", [main, spot, view.stage], () =>
    leavesHole(game.blocks(main), main.box, view.stage, spot),
  );
  return leaves ? gettext("This leaves a gap that no domino can fill: cards will have to close it.") : "";
}

/** The note beside the confirm button, once the domino is set down. @param {Game} game */
export function holeNote(game) {
  const text = game.placing.down ? holeText(game) : "";
  if (text === "") return null;
  return h(
    "div",
    { key: "hole", class: "hole-note", role: "status" },
    h("p", null, text),
    h(
      "button",
      {
        type: "button",
        class: "text-button",
        "data-action": "no-hole-note",
        onclick: () => {
          forget();
          game.update();
        },
      },
      gettext("Don’t show this again"),
    ),
  );
}

function unwanted() {
  try {
    return localStorage.getItem(KEPT) !== null;
  } catch {
    return false; // without storage the note is shown each time
  }
}

function forget() {
  try {
    localStorage.setItem(KEPT, "1");
  } catch {
    return; // as above
  }
}
