// @ts-check
/**
 * What lies beside the pyramid: the steps of the turn, what is to be done in this one, and the player's markers and cards.
 * @typedef {import("./game.js").Pyramido} Game
 * @typedef {import("../types").DesertColour} DesertColour
 */
import { h } from "../vdom.js";
import { gettext, ngettext, interpolate } from "../i18n.js";
import { dominoFace, dominoName, colourName } from "../art/domino.js";
import { DESERT_COLOURS, markerIcon, minoIcon, tintOf } from "../art/desert.js";
import { icon } from "../art/stone.js";
import { tile } from "../art/tile.js";
import { CORNER_OFFSET, turnCorner } from "../pyramid/geometry.js";
import { turnButton } from "../pyramid/turn_button.js";
import { aMarker, areaText, cardsSentence } from "./sentences.js";
import { markBlocks, onTrial, spotSentence } from "./own_pyramid.js";

/** @param {Game} game */
export function tray(game) {
  return h(
    "section",
    { class: "tray architect-tray", "aria-label": gettext("Your turn, markers and cards") },
    game.me === null
      ? h("p", { key: "watching", class: "turn-panel bare" }, gettext("You are watching this game."))
      : turnPanel(game),
    holdings(game),
  );
}

/** @param {Game} game */
function steps(game) {
  const { phase } = game.view;
  if (phase === "over" || phase === "fill") return null;
  const names = [gettext("Place"), gettext("Mark"), gettext("Resurface"), gettext("Replenish")];
  const at = { place: [0], mark: [1], finish: game.cards.open ? [2, 3] : [3] }[phase];
  return h("ol", { key: "steps", class: "turn-steps", "aria-label": gettext("Steps of a turn") }, names.map((name, step) =>
    h("li", { key: step, class: at.includes(step) ? "now" : step < at[0] ? "done" : "", "aria-current": at.includes(step) ? "step" : null }, name)));
}

/** @param {Game} game */
function turnPanel(game) {
  const kind = game.view.decision?.kind;
  const bodies = { place: handBody, mark: markBody, finish: finishBody, fill: fillBody };
  return h("div", { key: "turn", class: `turn-panel ${kind ? "ready" : "bare"}`, "data-anchor": "hand" },
    kind ? [steps(game), bodies[kind](game)] : h("p", { class: "hand-note" }, gettext("Your hands are free: watch the others build.")));
}

/** @param {Game} game */
function handBody(game) {
  const { inHand, placing, placer } = game;
  if (inHand === null) return h("p", { key: "none", class: "hand-note" }, gettext("Take a domino of the quarry: press it, or drag it onto your pyramid."));
  const away = placing.spot || placing.float;
  const face = game.face(inHand);
  return h("div", { key: "hand", class: "hand-row" },
    h("button",
      {
        type: "button", class: `hand-domino turned-${placing.rotation} ${away ? "away" : ""}`,
        "aria-label": interpolate(gettext("Domino in your hand: %(what)s. Drag it onto the pyramid, or press to set it down."), { what: dominoName(face) }),
        onpointerdown: (/** @type {PointerEvent} */ event) => placer.drag.pressHand(event),
        onclick: () => {
          if (!placer.drag.justDropped) placer.setDown();
        },
      },
      dominoFace(face, placing.rotation)),
    h("div", { class: "turn-buttons" },
      turnButton(-1, () => placer.rotate(-1)), turnButton(1, () => placer.rotate(1))),
    h("p", { class: "hand-note" }, placing.spot ? spotSentence(game) : gettext("Drag it onto the pyramid, or tap the place where it should lie.")));
}

/** @param {Game} game */
function markBody(game) {
  return h("div", { key: "mark", class: "mark-choice", "data-roving": "mark", "data-focus": "choice" },
    h("p", { class: "hand-note" }, gettext("Both blocks can be marked. Which one?")),
    markBlocks(game).map(({ block, colour }) => {
      const chosen = game.ui.block === block;
      return h("button", {
        key: block, type: "button", class: `mark-button ${chosen ? "chosen" : ""}`, "data-stop": true, "data-chosen": chosen, "data-block": block, "aria-pressed": String(chosen),
        onclick: () => game.chooseBlock(block),
      }, markerIcon(colour), h("span", null, interpolate(gettext("the %(colour)s block"), { colour: colourName(colour) })));
    }));
}

/** @param {Game} game */
function finishBody(game) {
  if (!game.cards.open) return h("p", { key: "replenish", class: "hand-note" }, gettext("Choose one of the two lit piles to fill the quarry. That ends your turn."));
  if (game.cards.started) return cardsOnTrial(game);
  return h("p", { key: "either", class: "hand-note" }, gettext("You may lay one of your cards on an unmarked block of your new domino. Or choose a lit pile: that ends your turn."));
}

/** @param {Game} game */
function fillBody(game) {
  return [
    h("p", { key: "fill", class: "hand-note" }, gettext("No domino fits any more: lay two of your cards in the two gaps. No markers follow.")),
    game.cards.started && cardsOnTrial(game),
  ];
}

/** @param {Game} game */
function cardsOnTrial(game) {
  return h("div", { key: "trial", class: "trial-row" },
    h("p", { class: "hand-note" }, cardsSentence(game)),
    h("div", { class: "turn-buttons always" }, turnButton(-1, () => void game.cards.rotate(-1)), turnButton(1, () => void game.cards.rotate(1))));
}

/** Markers and cards by hand, and what the stage would score now. @param {Game} game */
function holdings(game) {
  const { main, me } = game;
  return h("div", { key: "holdings", class: "holdings" },
    h("h2", { class: "tray-title" },
      h("span", null, main.seat === me ? gettext("Your markers and cards") : gettext("Markers and cards")),
      h("span", { class: "points" }, interpolate(ngettext("%(count)s point", "%(count)s points", main.total), { count: main.total }))),
    markerRow(game),
    cardRow(game),
    game.view.phase !== "over" && prospect(game));
}

/** @param {Game} game */
function markerRow({ main }) {
  return h("ul", { class: "marker-row", "data-anchor": `markers-${main.seat}` }, DESERT_COLOURS.map((colour) => {
    const here = main.markers.includes(colour);
    return h("li", { key: colour, class: here ? "here" : "gone", title: here ? aMarker(colour) : interpolate(gettext("%(marker)s, placed"), { marker: aMarker(colour) }) },
      markerIcon(colour),
      h("span", { class: "visually-hidden" }, here ? aMarker(colour) : interpolate(gettext("%(marker)s, placed"), { marker: aMarker(colour) })));
  }));
}

/** One side of a card. @param {DesertColour} colour @param {import("../types").Rotation} [rotation] */
export function cardSide(colour, rotation = 0) {
  const tint = tintOf(colour);
  const [dx, dy] = CORNER_OFFSET[turnCorner("tl", rotation)];
  return h("svg", { class: "card-side", viewBox: "2 0 98 100", "aria-hidden": "true" }, tile(tint, 0, 0), icon(tint, 25 + 50 * dx, 25 + 50 * dy));
}

/** @param {Game} game */
function cardRow(game) {
  const { main, me, cards, view } = game;
  const open = main.seat === me && cards.open;
  if (main.cards.length === 0) return h("p", { class: "hand-note" }, gettext("All three cards have been laid."));
  return h("ul", { class: "card-row", "data-roving": "cards", "data-focus": view.decision?.kind === "fill" ? "choice" : null }, main.cards.map((card) =>
    h("li", { key: card.join("-"), class: "card" }, card.map((colour) => {
      const chosen = open && cards.uses(colour);
      const lying = chosen ? cards.lying.find((one) => one?.colour === colour) : null;
      return h("button", {
        key: colour, type: "button", class: `card-face ${chosen ? "chosen" : ""}`, disabled: !open, "data-stop": open, "data-side": colour, "aria-pressed": open ? String(chosen) : null,
        "aria-label": interpolate(gettext("Card %(first)s and %(second)s, %(colour)s side up"), { first: colourName(card[0]), second: colourName(card[1]), colour: colourName(colour) }),
        onclick: () => cards.choose(colour),
      }, cardSide(colour, lying?.rotation ?? 0));
    }))));
}

/** @param {Game} game */
function prospect(game) {
  const before = game.reckoning(game.main);
  const now = (game.main.seat === game.me ? onTrial(game) : null) ?? before;
  const change = now.points - before.points;
  const least = now.areas.find((area) => area.marked && `${area.x},${area.y}` === now.minoArea);
  return h("p", { class: "prospect", "data-mino": now.mino, "data-points": now.points },
    minoIcon(),
    h("span", null, least
      ? interpolate(ngettext("Mino’s: %(area)s. The stage would score %(points)s point now.", "Mino’s: %(area)s. The stage would score %(points)s points now.", now.points), { area: areaText(least), points: now.points })
      : gettext("No area is marked yet. The marked area with the fewest icons is Mino’s: it counts twice."),
      change !== 0 && h("strong", { class: "change" }, ` (${change > 0 ? "+" : "−"}${Math.abs(change)})`)));
}
