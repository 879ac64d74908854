// @ts-check
/**
 * The player's markers and cards, shown beside the pyramid. When needed they can be pressed, or dragged onto it.
 * @typedef {import("./game.js").Pyramido} Game
 * @typedef {import("../types").DesertColour} DesertColour
 * @typedef {import("../types").VNode} VNode
 */

import { card as cardDrawing } from "../art/blocks.js";
import { DESERT_COLOURS, markerIcon, tintOf } from "../art/desert.js";
import { areaText, colourName } from "../art/domino.js";
import { gettext, interpolate } from "../i18n.js";
import { cells, turnCorner } from "../pyramid/geometry.js";
import { hintSign } from "../table/hint.js";
import { compact } from "../table/screen.js";
import { cached, h } from "../vdom.js";
import { aMarker } from "./sentences.js";
import { markBlocks } from "./trial.js";

/** On a small screen, the pieces for this decision, in a row of their own. @param {Game} game */
export function needed(game) {
  if (!compact()) return null;
  if (game.view.decision?.kind === "mark") return markChoice(game);
  return game.cards.open ? cardRow(game) : null;
}

/** @param {Game} game */
export function markerRow(game) {
  const { main } = game;
  const wanted = new Set(main.seat === game.me ? markBlocks(game).map((one) => one.colour) : []);
  return h(
    "ul",
    { class: "marker-row", "data-anchor": `markers-${main.seat}` },
    DESERT_COLOURS.map((colour) => {
      const here = main.markers.includes(colour);
      const name = here ? aMarker(colour) : interpolate(gettext("%(marker)s, placed"), { marker: aMarker(colour) });
      return h(
        "li",
        {
          key: colour,
          class: `${here ? "here" : "gone"} ${wanted.has(colour) ? "wanted" : ""}`,
          title: name,
          "data-marker": colour,
          onpointerdown: wanted.has(colour) ? (event) => game.drag.press(event, () => markerPiece(game, colour)) : null,
        },
        markerIcon(colour),
        h("span", { class: "visually-hidden" }, name),
      );
    }),
  );
}

/** @param {Game} game */
export function markChoice(game) {
  return h(
    "div",
    { key: "mark", class: "mark-choice", "data-roving": "mark", focus: "choice" },
    markBlocks(game).map(({ block, colour, icons }) => {
      const chosen = game.ui.block === block;
      const suggested = game.hint.action?.type === "mark" && game.hint.action.block === block;
      return h(
        "button",
        {
          key: block,
          type: "button",
          "data-hinted": suggested,
          class: `mark-button ${chosen ? "chosen" : ""} ${suggested ? "hinted" : ""}`,
          "data-stop": true,
          "data-chosen": chosen,
          "data-block": block,
          "aria-pressed": String(chosen),
          onpointerdown: (event) => game.drag.press(event, () => markerPiece(game, colour)),
          onclick: () => {
            if (!game.drag.justDropped) game.chooseBlock(block);
          },
        },
        markerIcon(colour),
        h(
          "span",
          null,
          h("strong", null, whichBlock(game, block)),
          " ",
          h("span", { class: "brings" }, areaText({ colour, icons })),
        ),
        suggested && hintSign(),
      );
    }),
  );
}

/** Name a half of the new domino by how it lies. @param {Game} game @param {number} block @returns {string} */
function whichBlock({ view }, block) {
  if (!view.current) return "";
  const both = cells(view.current);
  const [here, there] = [both[block], both[1 - block]];
  if (here[0] !== there[0]) return here[0] < there[0] ? gettext("Left block") : gettext("Right block");
  return here[1] < there[1] ? gettext("Upper block") : gettext("Lower block");
}

/**
 * A marker to be dragged onto a block of its colour.
 * @param {Game} game @param {DesertColour} colour @returns {import("./piece_drag.js").Piece}
 */
function markerPiece(game, colour) {
  const blocks = markBlocks(game).filter((one) => one.colour === colour);
  return {
    kind: "marker",
    colour,
    picture: () => markerIcon(colour),
    over: (x, y) => {
      const at = game.drag.placeUnder(x, y, blocks);
      game.ui.block = at < 0 ? null : blocks[at].block;
      return at >= 0;
    },
    landed: () => `${aMarker(colour)}: ${areaText(blocks.find((one) => one.block === game.ui.block) ?? blocks[0])}`,
  };
}

/** One side of a card. @type {(colour: DesertColour, rotation?: import("../types").Rotation) => VNode} */
export const cardSide = cached((colour, rotation = 0) =>
  h(
    "svg",
    { class: "card-side", viewBox: "2 0 98 100", "aria-hidden": "true" },
    cardDrawing(tintOf(colour), turnCorner("tl", rotation)),
  ),
);

/** Return the sides of cards that a hint suggests. @param {Game} game @returns {DesertColour[]} */
function hintedColours({ hint }) {
  const { action } = hint;
  if (action?.type === "fill") return action.cards.map((/** @type {import("./types").Laid} */ card) => card.colour);
  return action?.type === "resurface" ? [action.colour] : [];
}

/** @param {Game} game */
export function cardRow(game) {
  const { main, me, cards, drag, view } = game;
  const open = main.seat === me && cards.open;
  if (main.cards.length === 0) return h("p", { class: "hand-note" }, gettext("All three cards have been laid."));
  return h(
    "ul",
    {
      key: "cards",
      class: `card-row ${open ? "open" : ""}`,
      "data-roving": "cards",
      focus: view.decision?.kind === "fill" && "choice",
    },
    main.cards.map((card) =>
      h(
        "li",
        { key: card.join("-"), class: "card" },
        card.map((colour) => {
          const chosen = open && cards.uses(colour);
          const suggested = open && hintedColours(game).includes(colour);
          return h(
            "button",
            {
              key: colour,
              type: "button",
              "data-hinted": suggested,
              class: `card-face ${chosen ? "chosen" : ""} ${suggested ? "hinted" : ""}`,
              disabled: !open,
              "data-stop": open,
              "data-side": colour,
              "aria-pressed": open ? String(chosen) : null,
              "aria-label": interpolate(gettext("Card %(first)s and %(second)s, %(colour)s side up"), {
                first: colourName(card[0]),
                second: colourName(card[1]),
                colour: colourName(colour),
              }),
              onpointerdown: open ? (event) => drag.press(event, () => cards.piece(colour)) : null,
              onclick: () => {
                if (!drag.justDropped) cards.choose(colour);
              },
            },
            cardSide(colour, chosen ? cards.rotationOf(colour) : 0),
            suggested && hintSign(),
          );
        }),
      ),
    ),
  );
}
