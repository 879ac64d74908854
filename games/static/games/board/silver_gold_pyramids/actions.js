// @ts-check
/**
 * The buttons of the action bar.
 * @typedef {import("./game.js").SilverGoldPyramids} Game
 */
import { gettext } from "../i18n.js";
import { actionRow, button, confirmButton } from "../table/actions.js";

/** @param {Game} game */
export function actions(game) {
  const { view, ui, marker } = game;
  const kind = view.decision?.kind;
  const buttons = [];
  if (kind === "mark" && game.sent && !game.edited) {
    buttons.push(button("change", gettext("Change"), () => marker.clear()));
  } else if (kind === "mark" && marker.draft.first) {
    buttons.push(button("undo", gettext("Take back"), () => marker.undo(), { icon: "back" }));
    if (marker.draft.extra.length > 0)
      buttons.push(button("clear", gettext("Start over"), () => marker.clear(), { icon: "clear" }));
  }
  if (game.edited) buttons.push(button("restore", gettext("Keep what I sent"), () => game.restore()));
  if (kind === "replace" && ui.replacement !== null)
    buttons.push(button("cancel", gettext("Choose again"), () => game.cancel(), { icon: "clear" }));
  if (kind) buttons.push(confirmButton(game, confirmLabel(game)));
  return actionRow(game, buttons);
}

/** @param {Game} game */
function confirmLabel(game) {
  const { view, busy, ui } = game;
  if (busy) return gettext("Sending…");
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
