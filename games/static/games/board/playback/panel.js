// @ts-check
/**
 * The action bar while something is played back, and the button that plays it again.
 * @typedef {import("./playback.js").Playback} Playback
 */
import { gettext, interpolate } from "../i18n.js";
import { button } from "../table/actions.js";
import { h } from "../vdom.js";

/** @param {Playback} playback */
export function playbackActions(playback) {
  const { at, scenes } = playback;
  const words = gettext("Move %(number)s of %(count)s");
  return h(
    "div",
    { key: "playback", class: "action-row", role: "group", "aria-label": gettext("What others did") },
    h("p", { class: "playback-count" }, interpolate(words, { number: at + 1, count: scenes.length })),
    button("skip", gettext("Skip"), () => playback.skip(), { primary: true, focus: "send" }),
  );
}

/**
 * The button that plays it again, until a move is laid out.
 * @param {Playback} playback @param {{ready: () => unknown}} game
 */
export function againButton(playback, game) {
  if (!playback.offered || game.ready() !== null) return null;
  return button("again", gettext("Last moves"), () => playback.again(), { icon: "again" });
}
