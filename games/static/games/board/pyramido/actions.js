// @ts-check
/** The bar of buttons; on a narrow screen it stays at the bottom. @typedef {import("./game.js").Pyramido} Game */
import { h } from "../vdom.js";
import { gettext } from "../i18n.js";
import { turnButton } from "../pyramid/turn_button.js";

/** @param {Game} game */
export function actions(game) {
  const { view, ui, table, session, cards, placing, placer } = game;
  const kind = view.decision?.kind;
  const buttons = [];
  if (game.placeable) {
    buttons.push(h("span", { key: "turns", class: "bar-turns" }, turnButton(-1, () => placer.rotate(-1)), turnButton(1, () => placer.rotate(1))));
    if (placing.down) buttons.push(button("pick-up", gettext("Pick up again"), () => placer.pickUp()));
  }
  if (table.can_take_back) buttons.push(button("take-back", gettext("Take back"), () => session.takeBack(), { disabled: game.busy }));
  if (cards.started || ui.block !== null || ui.pile !== null) buttons.push(button("cancel", gettext("Choose again"), () => void game.cancel()));
  if (kind) buttons.push(button("confirm", confirmLabel(game), () => game.confirm(), { primary: true, disabled: !game.ready() }));
  if (view.phase === "over" && ui.resultHidden) {
    buttons.push(button("result", gettext("Show the result"), () => game.show({ resultHidden: false })));
    buttons.push(h("a", { key: "another", class: "board-button primary", href: game.urls.open }, gettext("Open another table")));
  }
  return buttons.length === 0 ? null : h("div", { class: "action-row", role: "group", "aria-label": gettext("What you may do now") }, buttons);
}

/** @param {Game} game @returns {string} */
function confirmLabel({ view, ui, cards, busy }) {
  if (busy) return gettext("Sending …");
  switch (view.decision?.kind) {
    case "mark":
      return gettext("Mark it");
    case "finish":
      return cards.started && ui.pile === null ? gettext("Lay the card") : gettext("Replenish, end the turn");
    case "fill":
      return gettext("Lay both cards");
    default:
      return gettext("Confirm");
  }
}

/** @param {string} key @param {string} label @param {() => void} act @param {{primary?: boolean, disabled?: boolean}} [options] */
function button(key, label, act, { primary, disabled } = {}) {
  return h("button", { key, type: "button", class: `board-button ${primary ? "primary" : ""}`, "data-action": key, disabled: !!disabled, onclick: act }, label);
}
