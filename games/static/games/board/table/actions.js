// @ts-check
/**
 * The buttons of the action bar.
 * @typedef {import("../types").VChild} VChild
 */

import { gettext } from "../i18n.js";
import { h } from "../vdom.js";

/** Icons of buttons that have no room for their words on a small screen. */
const ICONS = {
  back: "M9 6 4 11l5 5M4.500 11H15a5 5 0 0 1 0 10h-3",
  drop: "M12 4v12M7 11l5 5 5-5M5 20h14",
  clear: "M6 6l12 12M18 6 6 18",
  again: "M11.500 6v12L3.500 12zM20.500 6v12l-8-6z",
};

/**
 * @param {string} key @param {string} label @param {() => void} act
 * @param {{primary?: boolean, disabled?: boolean, focus?: import("../elements").Focus, icon?: keyof typeof ICONS,
 *   onkeydown?: (event: KeyboardEvent) => void}} [options]
 */
export function button(key, label, act, { primary, disabled, focus, icon, onkeydown } = {}) {
  const look = `board-button ${primary ? "primary" : ""} ${icon ? "with-icon" : ""}`;
  return h(
    "button",
    {
      key,
      type: "button",
      class: look,
      "data-action": key,
      disabled: !!disabled,
      focus,
      title: icon && label,
      onkeydown,
      onclick: act,
    },
    icon
      ? [
          h(
            "svg",
            { class: "button-icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
            h("path", {
              d: ICONS[icon],
              fill: "none",
              stroke: "currentColor",
              "stroke-width": 2.2,
              "stroke-linecap": "round",
              "stroke-linejoin": "round",
            }),
          ),
          h("span", { class: "label" }, label),
        ]
      : label,
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
 * @param {Host} game @param {VChild[]} chosen @param {{before?: () => VChild}} [options]
 */
export function actionRow(game, chosen, { before = () => null } = {}) {
  const buttons = [...chosen];
  if (game.view.phase === "over" && game.ui.resultHidden) {
    buttons.push(button("result", gettext("Show the result"), () => game.show({ resultHidden: false })));
    const another = { key: "another", class: "board-button primary", href: game.urls.open };
    buttons.push(h("a", another, gettext("Open another table")));
  }
  if (buttons.length === 0) return null;
  const row = { class: "action-row", role: "group", "aria-label": gettext("Options") };
  return h("div", row, before(), buttons);
}
