// @ts-check
/**
 * The bar of buttons; on a narrow screen it stays at the bottom.
 * @typedef {import("./game.js").SilverGoldPyramids} Game
 */
import { h } from "../vdom.js";
import { gettext } from "../i18n.js";

/** @param {Game} game */
export function actions(game) {
  const { view, ui, marker } = game;
  const kind = view.decision?.kind;
  const buttons = [];
  if (kind === "mark" && game.sent && !game.edited) {
    buttons.push(button("change", gettext("Change"), () => marker.clear()));
  } else if (kind === "mark" && marker.draft.first) {
    buttons.push(button("undo", gettext("Take back"), () => marker.undo()));
    if (marker.draft.extra.length > 0) buttons.push(button("clear", gettext("Start over"), () => marker.clear()));
  }
  if (game.edited) buttons.push(button("restore", gettext("Keep what I sent"), () => game.restore()));
  if (kind === "replace" && ui.replacement !== null) buttons.push(button("cancel", gettext("Choose again"), () => game.cancel()));
  if (kind) buttons.push(button("confirm", confirmLabel(game), () => game.confirm(), { primary: true, disabled: !game.ready() }));
  if (view.phase === "over" && ui.resultHidden) {
    buttons.push(button("result", gettext("Show the result"), () => game.show({ resultHidden: false })));
    buttons.push(h("a", { key: "another", class: "board-button primary", href: game.urls.open }, gettext("Open another table")));
  }
  if (buttons.length === 0) return null;
  const idle = kind === "mark" ? !marker.draft.first : kind === "keep" ? ui.kept.length === 0 : kind === "replace" && ui.replacement === null;
  return h("div", { class: `action-row ${idle && buttons.length === 1 ? "idle" : ""}`, role: "group", "aria-label": gettext("What you may do now") }, buttons);
}

/** @param {Game} game */
function confirmLabel(game) {
  const { view, busy, ui } = game;
  if (busy) return gettext("Sending …");
  switch (view.decision?.kind) {
    case "keep":
      if (game.sent) return game.edited ? gettext("Send the change") : gettext("Sent");
      return gettext("Keep these two");
    case "mark":
      if (game.sent) return game.edited ? gettext("Send the change") : gettext("Sent");
      return gettext("Send");
    default:
      return ui.replacement === 0 ? gettext("Take the unseen card") : gettext("Take this pyramid");
  }
}

/** @param {string} key @param {string} label @param {() => void} act @param {{primary?: boolean, disabled?: boolean}} [options] */
function button(key, label, act, { primary, disabled } = {}) {
  return h("button", { key, type: "button", class: `board-button ${primary ? "primary" : ""}`, "data-action": key, disabled: !!disabled, onclick: act }, label);
}
