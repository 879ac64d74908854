// @ts-check
/**
 * Places to choose on the pyramid: blocks for a marker or a card, and gaps to fill. They light up during a drag.
 * @typedef {import("./game.js").Pyramido} Game
 */

import { colourName } from "../art/domino.js";
import { slab } from "../art/stone.js";
import { gettext, interpolate } from "../i18n.js";
import { corner, LIFT } from "../pyramid/draw.js";
import { hintEdge } from "../table/hint.js";
import { h } from "../vdom.js";
import { lattice } from "./pieces.js";
import { markBlocks } from "./trial.js";

/** Whether a block or gap of the player's pyramid is to be chosen now. @param {Game} game */
export function choosing({ view, cards, drag }) {
  const kind = view.decision?.kind;
  return kind === "mark" || kind === "fill" || (kind === "finish" && (cards.started || drag.piece?.kind === "card"));
}

/** @param {Game} game */
export function targets(game) {
  const { view, ui, cards, drag } = game;
  const marking = view.decision?.kind === "mark";
  const filling = view.decision?.kind === "fill";
  /** @type {{block: number | null, x: number, y: number, colour?: import("../types").DesertColour}[]} */
  const spots = marking ? markBlocks(game) : cards.slots;
  return h(
    "g",
    { key: "targets", class: "targets" },
    spots.map((spot, at) => target(spot, at)),
    spots.map((spot) => hinted(game, spot)),
  );

  /** @param {typeof spots[number]} spot @param {number} at */
  function target(spot, at) {
    const [x, y] = corner({ stage: view.stage, x: spot.x, y: spot.y });
    const lying = marking ? null : cards.lying[at];
    const chosen = marking ? ui.block === spot.block : lying !== null && (filling || cards.active === at);
    const lit = drag.piece !== null && (drag.piece.colour === null || drag.piece.colour === spot.colour);
    const next = filling && !lying && cards.active === at;
    const state = `${next ? "next" : ""} ${lit ? "lit" : ""}`;
    const act = () => (marking ? game.chooseBlock(/** @type {number} */ (spot.block)) : cards.tap(at));
    return h("path", {
      key: `${spot.x},${spot.y}`,
      d: slab(x + 2, y + 2 + (filling && !lying ? LIFT : 0), 96, 96, [10, 10, 10, 10]),
      class: `target ${chosen ? "chosen" : ""} ${filling && !lying ? "gap" : ""} ${state}`,
      role: "button",
      "data-stop": true,
      "aria-pressed": String(chosen),
      "aria-label": targetName(game, spot, at),
      onclick: () => {
        if (!drag.justDropped) act();
      },
      onpointerdown: lying ? (event) => drag.press(event, () => cards.piece(lying.colour)) : null,
      onkeydown: (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        act();
      },
    });
  }
}

/**
 * The edge of a block or gap that a hint suggests.
 * @param {Game} game @param {{block: number | null, x: number, y: number}} spot
 */
function hinted({ hint, view }, spot) {
  const { action } = hint;
  const meant =
    action?.type === "fill"
      ? action.cards.some((/** @type {import("./types").Laid} */ card) => card.x === spot.x && card.y === spot.y)
      : (action?.type === "mark" || action?.type === "resurface") && action.block === spot.block;
  const [x, y] = corner({ stage: view.stage, x: spot.x, y: spot.y });
  const edge = slab(x - 1, y - 1, 102, 102, [11, 11, 11, 11]);
  return meant && h("g", { key: `hint-${spot.x},${spot.y}` }, hintEdge([edge], "hinted-target"));
}

/**
 * @param {Game} game
 * @param {{block: number | null, x: number, y: number, colour?: import("../types").DesertColour}} spot
 * @param {number} at
 */
function targetName(game, spot, at) {
  const [left, top] = lattice(game.blocks(game.main), game.main.box);
  const where = { column: spot.x - left + 1, row: spot.y - top + 1 };
  if (spot.colour)
    return interpolate(gettext("Mark the %(colour)s block in column %(column)s, row %(row)s"), {
      ...where,
      colour: colourName(spot.colour),
    });
  const lying = game.cards.lying[at];
  if (lying)
    return interpolate(gettext("Rotate the %(colour)s card in column %(column)s, row %(row)s"), {
      ...where,
      colour: colourName(lying.colour),
    });
  return game.cards.filling
    ? interpolate(gettext("Gap in column %(column)s, row %(row)s"), where)
    : interpolate(gettext("Move the card to the block in column %(column)s, row %(row)s"), where);
}
