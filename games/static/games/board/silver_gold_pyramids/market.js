// @ts-check
/**
 * What all players share: the rounds and steps, the expedition cards of the round, the reserve and the deck.
 * @typedef {import("./game.js").SilverGoldPyramids} Game
 * @typedef {import("./types").Shape} Shape
 */

import { gettext, interpolate, ngettext, pgettext } from "../i18n.js";
import { hintSign } from "../table/hint.js";
import { h } from "../vdom.js";
import { cardBack, cardDrawing } from "./art_card.js";
import { cardName, cardText, shapeName } from "./cards.js";
import { EXPEDITION } from "./geometry.js";
import { shapeDrawing } from "./tool.js";

/** @param {Game} game */
export function market(game) {
  const { view } = game;
  return h(
    "section",
    {
      class: `sgp-market ${view.decision?.kind === "replace" ? "choosing" : ""}`,
      "aria-label": gettext("Expedition and reserve"),
    },
    view.phase !== "keep" && view.phase !== "over" && journey(game),
    reserve(game),
  );
}

/** @param {Game} game */
function journey(game) {
  const { view } = game;
  const step = view.step ?? 1;
  const done = Math.floor((step - 1) / 7);
  return h(
    "div",
    { key: "journey", class: "journey" },
    h(
      "div",
      {
        class: "rounds",
        role: "img",
        "aria-label": interpolate(gettext("Round %(round)s of 4, step %(step)s of 28"), {
          round: view.round ?? 1,
          step,
        }),
      },
      [0, 1, 2, 3].map((round) =>
        h(
          "span",
          { key: round, class: `round ${round === done ? "now" : round < done ? "past" : ""}` },
          h("span", { class: "round-number" }, ["I", "II", "III", "IV"][round]),
          Array.from({ length: 7 }, (_, at) => {
            const number = 7 * round + at + 1;
            return h("span", { key: at, class: `step ${number < step ? "past" : number === step ? "now" : ""}` });
          }),
        ),
      ),
    ),
    h(
      "ul",
      {
        class: "shapes",
        "aria-label": gettext("The eight expedition cards of this round; one of them will not be used"),
      },
      shapesOf(view.shape, view.shapes_left).map(({ shape, state }, at) =>
        h(
          "li",
          { key: `${at}`, class: `shape-card ${state}`, title: `${shapeName(shape)}, ${stateName(state)}` },
          shapeDrawing(shape),
          h("span", { class: "visually-hidden" }, `${shapeName(shape)}, ${stateName(state)}`),
        ),
      ),
    ),
  );
}

/**
 * Return the state of each card of the round: used, this step's, or still to come. Between steps the latest one
 * is used.
 * @param {Shape | null} now @param {Shape[]} left @returns {{shape: Shape, state: "used" | "now" | "left"}[]}
 */
export function shapesOf(now, left) {
  const rest = [...left];
  let waiting = now;
  return [...EXPEDITION]
    .reverse()
    .map((shape) => {
      const at = rest.indexOf(shape);
      if (at >= 0) {
        rest.splice(at, 1);
        return { shape, state: /** @type {const} */ ("left") };
      }
      if (waiting === shape) {
        waiting = null;
        return { shape, state: /** @type {const} */ ("now") };
      }
      return { shape, state: /** @type {const} */ ("used") };
    })
    .reverse();
}

/** @param {"used" | "now" | "left"} state */
const stateName = (state) =>
  ({ used: pgettext("expedition card", "used"), now: gettext("now"), left: gettext("not used yet") })[state];

/** @param {Game} game */
function reserve(game) {
  const { view, ui } = game;
  const choosing = view.decision?.kind === "replace" ? view.decision : null;
  if (view.phase === "keep" || (view.reserve.length === 0 && view.deck === 0)) return null;
  const unseen = choosing !== null && game.hint.action?.card === 0;
  const left = interpolate(ngettext("%(count)s unseen card", "%(count)s unseen cards", view.deck), {
    count: view.deck,
  });
  return h(
    "div",
    { key: "reserve", class: "reserve", role: "group", "aria-label": gettext("The reserve"), "data-roving": "reserve" },
    view.reserve.map((number, at) => {
      const chosen = ui.replacement === number;
      const suggested = choosing !== null && game.hint.action?.card === number;
      return h(
        "button",
        {
          key: number,
          type: "button",
          "data-hinted": suggested,
          class: `reserve-card ${chosen ? "chosen" : ""} ${suggested ? "hinted" : ""}`,
          "data-stop": true,
          "data-reserve": number,
          "data-chosen": chosen,
          focus: choosing && at === 0 && "placing",
          "aria-pressed": choosing ? String(chosen) : null,
          title: cardName(game.card(number)),
          "aria-label": interpolate(
            choosing ? gettext("Take from the reserve: %(card)s") : gettext("In the reserve: %(card)s"),
            { card: cardText(game.card(number), 0) },
          ),
          onclick: () => (choosing ? game.chooseReplacement(number) : game.show({ enlarged: { card: number } })),
        },
        cardDrawing(game.card(number), 0, { "aria-hidden": "true" }),
        suggested && hintSign(),
      );
    }),
    choosing?.deck
      ? h(
          "button",
          {
            key: "deck",
            type: "button",
            "data-hinted": unseen,
            class: `reserve-card deck ${ui.replacement === 0 ? "chosen" : ""} ${unseen ? "hinted" : ""}`,
            "data-stop": true,
            "data-reserve": 0,
            "data-chosen": ui.replacement === 0,
            "aria-pressed": String(ui.replacement === 0),
            "aria-label": interpolate(gettext("Unseen card: the top of the deck (%(left)s)"), { left }),
            onclick: () => game.chooseReplacement(0),
          },
          cardBack(),
          h("span", { class: "deck-name", "aria-hidden": "true" }, gettext("Unseen card")),
          h("span", { class: "deck-count", "aria-hidden": "true" }, view.deck),
          unseen && hintSign(),
        )
      : view.deck > 0 &&
          h(
            "span",
            { key: "deck-still", class: "reserve-card deck still", role: "img", "aria-label": left, title: left },
            cardBack(),
            h("span", { class: "deck-count" }, view.deck),
          ),
  );
}
