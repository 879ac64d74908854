// @ts-check
/**
 * The scoring as a list beside the pyramid: each area with its payment, the total, the gems left, the gems to discard.
 * @typedef {import("./game.js").ForgottenTreasures} Game
 * @typedef {import("./score_draft.js").Bill} Bill
 * @typedef {import("../types").PayableArea} PayableArea
 */

import { GEMS, gemIcon } from "../art/gems.js";
import { gettext, interpolate, listing, ngettext } from "../i18n.js";
import { thinking } from "../table/computer.js";
import { hintSign } from "../table/hint.js";
import { seatName } from "../table/players.js";
import { h } from "../vdom.js";
import { areaName, choiceText } from "./area_marks.js";
import { countsText, gemName, gemRow } from "./gems.js";
import { added, areaKey } from "./score_draft.js";

/** @param {Game} game */
export function scorePanel(game) {
  const { view, me } = game;
  const done = game.desk.bill();
  if (!done || me === null || view.decision?.kind !== "score") return null;
  const areas = [...view.decision.areas].sort((a, b) => b.icons - a.icons || a.y - b.y || a.x - b.x);
  return h(
    "div",
    { class: "score-panel" },
    totals(game, done),
    sent(game),
    h(
      "ul",
      { class: "area-list", "aria-label": gettext("Areas") },
      areas.map((area) => areaRow(game, area, done)),
    ),
    areas.length === 0 && h("p", { class: "score-help" }, gettext("You have no gems for any of your areas.")),
    discards(game, done),
    h(
      "p",
      { class: "score-help" },
      gettext(
        "Click or tap an area to activate it, again to double it, again to clear it. One unit is a gem of its " +
          "colour or two mythical gems; doubling costs three.",
      ),
    ),
  );
}

/** @param {Game} game */
function sent(game) {
  const { view, me } = game;
  if (!view.submission) return null;
  const owing = view.seats.filter(
    (seat) => seat.kind === "explorer" && (seat.out ?? null) === null && !seat.submitted && seat.seat !== me,
  );
  const names = listing(owing.map((seat) => seatName(game.table, seat.seat)));
  const computing = thinking(
    game.table,
    owing.map((seat) => seat.seat),
  );
  return h(
    "p",
    { class: "sent-note" },
    computing
      ? `${gettext("Your choices are in.")} ${computing}`
      : interpolate(gettext("Sent. Waiting for %(names)s; you can still change your choices."), { names }),
  );
}

/** @param {Game} game @param {Bill} done */
function totals(game, done) {
  const over = done.over.map(gemName);
  return h(
    "div",
    { class: "score-totals", "aria-live": "polite" },
    h(
      "p",
      { class: "running" },
      h("strong", { "data-score": "total" }, done.points),
      " ",
      ngettext("point this stage", "points this stage", done.points),
    ),
    h(
      "p",
      { class: "running-parts" },
      interpolate(gettext("%(areas)s from areas, %(mythical)s from unused mythical gems"), {
        areas: done.areaPoints,
        mythical: done.mythicalPoints,
      }),
    ),
    over.length > 0
      ? h(
          "p",
          { class: "over-budget", role: "alert" },
          interpolate(gettext("You do not have enough of these: %(gems)s."), { gems: listing(over) }),
        )
      : h(
          "div",
          { class: "gems-left" },
          h("span", { class: "label" }, gettext("Gems kept")),
          gemRow(done.left, { label: gettext("Gems kept"), anchor: `gems-${game.me}` }),
        ),
  );
}

/** @param {Game} game @param {PayableArea} area @param {Bill} done */
function areaRow(game, area, done) {
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
        "aria-label": `${areaName(area)}: ${choiceText(choice)}${payment ? `, ${paidText(payment)}` : ""}`,
        onclick: () => game.desk.cycleArea(key),
        onfocus: () => hover(game, key),
      },
      gemIcon(area.colour),
      h(
        "span",
        { class: "icons" },
        interpolate(ngettext("%(count)s icon", "%(count)s icons", area.icons), { count: area.icons }),
      ),
      h("span", { class: "state" }, choice ? (choice.double ? gettext("double") : gettext("single")) : gettext("off")),
      payment &&
        h(
          "span",
          { key: "paid", class: "payment-gems" },
          Array.from({ length: payment.units - payment.mythical }, () => gemIcon(area.colour)),
          Array.from({ length: 2 * payment.mythical }, () => gemIcon("mythical")),
        ),
      h("span", { class: "worth" }, payment ? `+${payment.points}` : ""),
    ),
    payment && paymentChange(game, area, payment),
  );
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
      interpolate(gettext("%(count)s of %(units)s paid with"), { count: mythical, units: payment.units }),
      gemIcon("mythical"),
      gemIcon("mythical"),
    ),
    payButton(gettext("Pay one unit less with mythical gems"), "M5 12h14", less === undefined, () =>
      game.desk.payMythical(key, less ?? mythical),
    ),
    payButton(gettext("Pay one more unit with mythical gems"), "M5 12h14M12 5v14", more === undefined, () =>
      game.desk.payMythical(key, more ?? mythical),
    ),
  );
}

/** @param {string} label @param {string} sign @param {boolean} disabled @param {() => void} act */
function payButton(label, sign, disabled, act) {
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

/** @param {Game} game @param {Bill} done */
function discards(game, done) {
  if (done.surplus === 0) return null;
  const { decision } = game.view;
  const keep = decision?.kind === "score" ? decision.keep : null;
  const note =
    done.missing > 0
      ? interpolate(
          ngettext("%(count)s more gem must be discarded.", "%(count)s more gems must be discarded.", done.missing),
          { count: done.missing },
        )
      : done.missing < 0
        ? interpolate(
            ngettext(
              "You are discarding %(count)s gem too many.",
              "You are discarding %(count)s gems too many.",
              -done.missing,
            ),
            { count: -done.missing },
          )
        : interpolate(gettext("You can keep %(keep)s gems; these are discarded. You can choose others."), {
            keep: keep ?? 0,
          });
  return h(
    "fieldset",
    { class: `discards ${done.missing === 0 ? "" : "unfinished"}` },
    h(
      "legend",
      null,
      interpolate(ngettext("Discard %(count)s gem", "Discard %(count)s gems", done.surplus), { count: done.surplus }),
    ),
    h("p", { class: "score-help" }, note),
    h(
      "div",
      { class: "discard-list" },
      GEMS.map((gem) => {
        const gone = done.discard[gem] ?? 0;
        const have = (done.left[gem] ?? 0) + gone;
        if (have === 0) return null;
        return h(
          "span",
          { key: gem, class: "discard", role: "group", "aria-label": gemName(gem) },
          payButton(interpolate(gettext("Keep one more %(gem)s"), { gem: gemName(gem) }), "M5 12h14", gone === 0, () =>
            game.desk.setDiscard(added(done.discard, gem, -1)),
          ),
          h("span", { class: "discard-count" }, gemIcon(gem), h("span", null, `${gone}/${have}`)),
          payButton(
            interpolate(gettext("Discard one more %(gem)s"), { gem: gemName(gem) }),
            "M5 12h14M12 5v14",
            gone >= have,
            () => game.desk.setDiscard(added(done.discard, gem, 1)),
          ),
        );
      }),
    ),
  );
}
