// @ts-check
/**
 * The areas of a scoring as a list: what each brings and costs, and with which gems it is paid.
 * @typedef {import("./game.js").ForgottenTreasures} Game
 * @typedef {import("./score_draft.js").Bill} Bill
 * @typedef {import("./score_draft.js").Payment} Payment
 * @typedef {import("../types").PayableArea} PayableArea
 */

import { colourName } from "../art/domino.js";
import { gemIcon } from "../art/gems.js";
import { gettext, interpolate, ngettext } from "../i18n.js";
import { hintSign } from "../table/hint.js";
import { h } from "../vdom.js";
import { countsText } from "./gems.js";
import { priceText, sumText } from "./score_advice.js";
import { areaKey } from "./score_draft.js";

/** @param {Game} game @param {PayableArea} area @param {Bill} done */
export function areaRow(game, area, done) {
  const key = areaKey(area);
  const choice = game.ui.score.choices.get(key);
  const payment = done.payments.find((one) => one.key === key);
  const state = choice ? (choice.double ? "double" : "single") : "off";
  const suggested = game.hint.action?.activate?.find(
    (/** @type {import("../types").Activation} */ one) => areaKey(one) === key,
  );
  return h(
    "li",
    {
      key,
      class: `area-row ${state} ${game.ui.area === key ? "hot" : ""} ${suggested ? "hinted" : ""}`,
      "data-hinted": !!suggested,
      onpointerenter: () => hover(game, key),
      onpointerleave: () => hover(game, null),
    },
    suggested && hintSign(),
    h(
      "button",
      {
        type: "button",
        class: "area-toggle",
        "aria-pressed": String(!!choice),
        "data-area-row": key,
        onclick: () => game.desk.cycleArea(key),
        onfocus: () => hover(game, key),
      },
      gemIcon(area.colour),
      h(
        "span",
        { class: "sum" },
        payment ? sumText(area, payment.double) : `${colourName(area.colour)} ${area.icons}`,
        payment && [
          " ",
          h(
            "span",
            { key: "price", class: "price" },
            priceText(payment),
            h(
              "span",
              { class: "payment-gems" },
              Array.from({ length: payment.units - payment.mythical }, () => gemIcon(area.colour)),
              Array.from({ length: 2 * payment.mythical }, () => gemIcon("mythical")),
            ),
          ),
        ],
      ),
      " ",
      h("span", { class: "state" }, choice ? (choice.double ? gettext("double") : gettext("once")) : gettext("off")),
      h(
        "span",
        { class: "visually-hidden" },
        placeText(area),
        payment && payment.mythical > 0 && `, ${paidText(payment)}`,
      ),
    ),
    payment && paymentChange(game, area, payment),
  );
}

/** Where an area lies, for who cannot see it. @param {PayableArea} area */
function placeText({ x, y }) {
  return `, ${interpolate(gettext("column %(x)s, row %(y)s"), { x: x + 1, y: y + 1 })}`;
}

/** @param {Game} game @param {string | null} key */
function hover(game, key) {
  if (game.ui.area === key) return;
  game.ui.area = key;
  game.update();
}

/** @param {import("./score_draft.js").Payment} payment */
function paidText(payment) {
  const gems = { [payment.area.colour]: payment.units - payment.mythical, mythical: 2 * payment.mythical };
  return interpolate(gettext("paid with %(gems)s"), { gems: countsText(gems) });
}

/**
 * Buttons for how many units are paid with mythical gems, where there is a choice.
 * @param {Game} game @param {PayableArea} area @param {import("./score_draft.js").Payment} payment
 */
function paymentChange(game, area, payment) {
  const { key, mythical } = payment;
  const possible = payment.double ? area.double : area.single;
  if (possible.length < 2) return null;
  const less = possible.filter((units) => units < mythical).at(-1);
  const more = possible.find((units) => units > mythical);
  return h(
    "div",
    { class: "payment", role: "group", "aria-label": paidText(payment) },
    h(
      "span",
      { class: "payment-label" },
      interpolate(
        ngettext("%(count)s of %(units)s gem, paid as", "%(count)s of %(units)s gems, each paid as", payment.units),
        { count: mythical, units: payment.units },
      ),
      h("span", { class: "payment-gems" }, gemIcon("mythical"), gemIcon("mythical")),
    ),
    payButton(gettext("Use 2 fewer mythical gems"), "M5 12h14", less === undefined, () =>
      game.desk.payMythical(key, less ?? mythical),
    ),
    payButton(gettext("Use 2 more mythical gems"), "M5 12h14M12 5v14", more === undefined, () =>
      game.desk.payMythical(key, more ?? mythical),
    ),
  );
}

/** @param {string} label @param {string} sign @param {boolean} disabled @param {() => void} act */
export function payButton(label, sign, disabled, act) {
  return h(
    "button",
    { type: "button", class: "small-button", "aria-label": label, title: label, disabled, onclick: act },
    h(
      "svg",
      { viewBox: "0 0 24 24", "aria-hidden": "true" },
      h("path", { d: sign, stroke: "currentColor", "stroke-width": 2.6, "stroke-linecap": "round", fill: "none" }),
    ),
  );
}
