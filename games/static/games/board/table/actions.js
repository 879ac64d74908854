// @ts-check
/**
 * The action bar; on a narrow screen it stays at the bottom.
 * @typedef {import("../types").VChild} VChild
 */

import { gettext } from "../i18n.js";
import { h } from "../vdom.js";

/**
 * @param {string} key @param {string} label @param {() => void} act
 * @param {{primary?: boolean, disabled?: boolean, focus?: import("../elements").Focus,
 *   onkeydown?: (event: KeyboardEvent) => void}} [options]
 */
export function button(key, label, act, { primary, disabled, focus, onkeydown } = {}) {
  const look = `board-button ${primary ? "primary" : ""}`;
  return h(
    "button",
    { key, type: "button", class: look, "data-action": key, disabled: !!disabled, focus, onkeydown, onclick: act },
    label,
  );
}

/** @param {{ready: () => unknown, confirm: () => void}} game @param {string} label */
export function confirmButton(game, label) {
  return button("confirm", label, () => game.confirm(), { primary: true, disabled: !game.ready(), focus: "confirm" });
}

/**
 * @typedef {object} Host
 * @property {{phase: string}} view
 * @property {{resultHidden: boolean}} ui
 * @property {Record<string, string>} urls `open`: where another table is opened
 * @property {(changes: {resultHidden: boolean}) => void} show
 */

/**
 * The row of these buttons and those of a finished game, or null if there are none.
 * @param {Host} game @param {VChild[]} chosen @param {{look?: string, before?: () => VChild}} [options]
 */
export function actionRow(game, chosen, { look = "", before = () => null } = {}) {
  const buttons = [...chosen];
  if (game.view.phase === "over" && game.ui.resultHidden) {
    buttons.push(button("result", gettext("Show the result"), () => game.show({ resultHidden: false })));
    const another = { key: "another", class: "board-button primary", href: game.urls.open };
    buttons.push(h("a", another, gettext("Open another table")));
  }
  if (buttons.length === 0) return null;
  const row = { class: `action-row ${look}`, role: "group", "aria-label": gettext("Your options") };
  return h("div", row, before(), buttons);
}
