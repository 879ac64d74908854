// @ts-check
/**
 * The tray beside the pyramid: the steps of the turn, what to do in this one, and the player's markers and cards.
 * @typedef {import("./game.js").Pyramido} Game
 */

import { minoIcon } from "../art/desert.js";
import { areaText } from "../art/domino.js";
import { gettext, interpolate, ngettext } from "../i18n.js";
import { handDomino } from "../pyramid/hand_domino.js";
import { turnButton } from "../pyramid/turn_button.js";
import { nameLabel, seatName, sign } from "../table/players.js";
import { pointsText } from "../table/points_chart.js";
import { compact } from "../table/screen.js";
import { h } from "../vdom.js";
import { stuck } from "./being_out.js";
import { cardRow, markChoice, markerRow, needed } from "./hand.js";
import { belongings } from "./others.js";
import { cardsSentence } from "./sentences.js";
import { eitherWay, onTrial, spotSentence, stageNow } from "./trial.js";

/** @param {Game} game */
export function tray(game) {
  return h(
    "section",
    {
      class: "tray architect-tray",
      "aria-label": game.reader.me === null ? gettext("Markers and cards") : gettext("Your turn, markers and cards"),
    },
    compact()
      ? [needed(game), !game.past && isOut(game) && turnPanel(game), holdingsLine(game)]
      : [!game.past && turnPanel(game), holdings(game)],
  );
}

/** @param {Game} game */
const isOut = ({ me, view }) => me !== null && view.phase !== "over" && view.seats[me].out !== null;

/** On a small screen: what the stage would score now, and the markers and cards, in one line. @param {Game} game */
function holdingsLine(game) {
  const { main, view } = game;
  const { text, change } = stageNow(game);
  return h(
    "div",
    { key: "line", class: "holdings-line", "data-anchor": `markers-${main.seat}` },
    view.phase !== "over" &&
      main.out === null &&
      h("p", { key: "now", class: "stage-now" }, text, h("strong", { class: "change" }, change)),
    belongings(main, seatName(game.table, main.seat)),
  );
}

/** @param {Game} game */
function steps(game) {
  const { phase } = game.view;
  if (phase === "over" || phase === "fill") return null;
  const names = [gettext("Place"), gettext("Mark"), gettext("Resurface"), gettext("Replenish")];
  const at = { place: [0], mark: [1], finish: game.cards.open ? [2, 3] : [3] }[phase];
  return h(
    "ol",
    { key: "steps", class: "turn-steps", "aria-label": gettext("Steps of a turn") },
    names.map((name, step) =>
      h(
        "li",
        {
          key: step,
          class: at.includes(step) ? "now" : step < at[0] ? "done" : "",
          "aria-current": at.includes(step) ? "step" : null,
        },
        name,
      ),
    ),
  );
}

/** @param {Game} game */
function turnPanel(game) {
  const kind = game.view.decision?.kind;
  const bodies = { place: handBody, mark: markBody, finish: finishBody, fill: fillBody };
  if (kind)
    return h("div", { key: "turn", class: "turn-panel ready", "data-anchor": "hand" }, steps(game), bodies[kind](game));
  const news = game.me === null || game.view.phase === "over" || game.main.out !== null || game.main.complete;
  return h(
    "div",
    { key: "turn", class: `turn-panel bare ${news ? "news" : ""}`, "data-anchor": "hand" },
    h("p", { class: "hand-note" }, idle(game)),
  );
}

/** The text while the player has nothing to decide. @param {Game} game @returns {string} */
function idle({ view, me, session }) {
  if (me === null) return gettext("You are watching this game. Click or tap one of the small pyramids to see it here.");
  if (view.phase === "over") return gettext("The game is over. Click or tap one of the small pyramids to enlarge it.");
  const { out, complete } = view.seats[me];
  if (out !== null) {
    const after = gettext(
      "You are out: you stop building and rank below the players who continue. You can stay and watch.",
    );
    return stuck(session.state.events, me)
      ? `${gettext("No domino fitted, and your cards were too few for the gaps.")} ${after}`
      : after;
  }
  if (complete) return gettext("Your stage is complete. It is scored as soon as the others have completed theirs.");
  return gettext("Nothing to do right now: watch the others build.");
}

/** @param {Game} game */
function handBody(game) {
  const { inHand, placing, placer } = game;
  if (inHand === null)
    return h(
      "p",
      { key: "none", class: "hand-note" },
      gettext("Take a domino from the quarry: click or tap it, or drag it onto your pyramid."),
    );
  return h(
    "div",
    { key: "hand", class: "hand-row" },
    handDomino(game, game.face(inHand), true),
    h(
      "div",
      { class: "turn-buttons" },
      turnButton(-1, () => placer.rotate(-1)),
      turnButton(1, () => placer.rotate(1)),
    ),
    h(
      "p",
      { class: "hand-note" },
      placing.spot ? spotSentence(game) : gettext("Drag it onto the pyramid, or click or tap where to place it."),
    ),
  );
}

/** @param {Game} game */
function markBody(game) {
  return [
    h(
      "p",
      { key: "which", class: "hand-note" },
      gettext("Both blocks can be marked: click or tap one, or drag its marker onto it. The other one stays unmarked."),
    ),
    !compact() && markChoice(game),
  ];
}

/** @param {Game} game */
function finishBody(game) {
  const { cards, ui } = game;
  if (cards.started) return cardsOnTrial(game);
  if (ui.pile !== null)
    return h(
      "p",
      { key: "chosen", class: "hand-note" },
      gettext(
        "Its top domino goes into the quarry, and the next one in the pile is revealed. After that you cannot " +
          "take back your turn.",
      ),
    );
  if (!cards.open)
    return h(
      "p",
      { key: "replenish", class: "hand-note" },
      gettext(
        "Click or tap one of the two highlighted piles, or drag its top domino into the quarry. That ends your turn.",
      ),
    );
  return h(
    "p",
    { key: "either", class: "hand-note" },
    gettext(
      "A card may go on an unmarked block of the new domino: click or tap the card, or drag it there. " +
        "Or choose a highlighted pile: that ends the turn.",
    ),
  );
}

/** @param {Game} game */
function fillBody(game) {
  return [
    h(
      "p",
      { key: "fill", class: "hand-note" },
      gettext(
        "No domino fits any more: click, tap or drag two of your cards into the two gaps, either side up. They " +
          "get no markers.",
      ),
    ),
    game.cards.started && cardsOnTrial(game),
  ];
}

/** @param {Game} game */
function cardsOnTrial(game) {
  return h(
    "div",
    { key: "trial", class: "trial-row" },
    h(
      "p",
      { class: "hand-note" },
      cardsSentence(game),
      !game.cards.filling && ` ${gettext("The block stays that way for the rest of the game.")}`,
    ),
    !compact() &&
      h(
        "div",
        { class: "turn-buttons always" },
        turnButton(-1, () => void game.cards.rotate(-1)),
        turnButton(1, () => void game.cards.rotate(1)),
      ),
  );
}

/** The player's markers and cards, and what the stage would score now. @param {Game} game */
function holdings(game) {
  const { main, view } = game;
  return h(
    "div",
    { key: "holdings", class: "holdings" },
    h(
      "h2",
      { class: "tray-title" },
      main.seat === game.reader.me
        ? h("span", null, gettext("Your markers and cards"))
        : h("span", { class: "whose" }, sign(main.seat, main.kind), nameLabel(game.table, main.seat)),
      h("span", { class: "points" }, pointsText(main.total)),
    ),
    markerRow(game),
    cardRow(game),
    view.phase !== "over" && main.out === null && prospect(game),
  );
}

/** @param {Game} game */
function prospect(game) {
  if (eitherWay(game)) {
    const { text, change } = stageNow(game);
    return h("p", { class: "prospect" }, minoIcon(), h("span", null, text, h("strong", { class: "change" }, change)));
  }
  const before = game.reckoning(game.main);
  const now = (game.main.seat === game.me ? onTrial(game) : null) ?? before;
  const change = now.points - before.points;
  const least = now.areas.find((area) => area.marked && `${area.x},${area.y}` === now.minoArea);
  return h(
    "p",
    { class: "prospect", "data-mino": now.mino, "data-points": now.points },
    minoIcon(),
    h(
      "span",
      null,
      least
        ? interpolate(
            ngettext(
              "Mino’s: %(area)s. The stage would score %(points)s point now.",
              "Mino’s: %(area)s. The stage would score %(points)s points now.",
              now.points,
            ),
            { area: areaText(least), points: now.points },
          )
        : gettext("No area is marked yet. The marked area with the fewest icons is Mino’s: it counts twice."),
      change !== 0 && h("strong", { class: "change" }, ` (${change > 0 ? "+" : "−"}${Math.abs(change)})`),
    ),
  );
}
