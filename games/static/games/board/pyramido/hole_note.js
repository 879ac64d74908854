// @ts-check
/** A gentle word while a domino lies where it leaves a gap that no domino can fill. It stops nobody. @typedef {import("./game.js").Pyramido} Game */

import { gettext } from "../i18n.js";
import { leavesHole } from "../pyramid/holes.js";
import { h } from "../vdom.js";

const KEPT = "pyramido:no-word-of-holes";

/** What is to be said of the place where the ghost lies; "" for nothing. @param {Game} game @returns {string} */
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

/** Beside the button that confirms; a domino that is only carried over the place is not worth it yet. @param {Game} game */
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
      gettext("Do not show again"),
    ),
  );
}

function unwanted() {
  try {
    return localStorage.getItem(KEPT) !== null;
  } catch {
    return false; // a browser that keeps nothing says it each time
  }
}

function forget() {
  try {
    localStorage.setItem(KEPT, "1");
  } catch {
    return; // as above
  }
}
