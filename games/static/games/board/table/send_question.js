// @ts-check
/**
 * The question whether a move is to be sent, for readers who want to be asked (a setting): in the place of the action
 * bar's buttons, while the move stays laid out on the board.
 * @typedef {import("../types").Session} Session
 */

import { gettext } from "../i18n.js";
import { h } from "../vdom.js";
import { button } from "./actions.js";

/**
 * Return whether the reader is asked about a move. The question ends when the move has been changed on the board.
 * @param {import("../types").SessionState} state @param {{ready: () => unknown} | null} game
 */
export function stillAsked(state, game) {
  if (state.question && JSON.stringify(game?.ready()) !== JSON.stringify(state.question)) state.question = null;
  return !!state.question;
}

/** @param {Session} session */
export function sendQuestion(session) {
  return h(
    "div",
    { key: "question", class: "action-row send-question", role: "group", "aria-labelledby": "send-question" },
    h("p", { id: "send-question", class: "bar-question" }, gettext("Send this move?")),
    button("change-move", gettext("Change"), () => session.answerQuestion(false)),
    button("send-move", gettext("Send"), () => session.answerQuestion(true), {
      primary: true,
      focus: "send",
      onkeydown: (event) => {
        if (event.repeat) event.preventDefault(); // the key that has chosen the move is still held
      },
    }),
  );
}

/**
 * Answer the question by a key: Escape leaves the move to be changed, Enter sends it wherever the focus is.
 * @param {Session} session @param {KeyboardEvent} event @returns {boolean} whether the key was an answer
 */
export function answerByKey(session, event) {
  const { target } = event;
  if (event.key === "Enter" && target instanceof Element && target.closest("a, button, summary")) return false;
  if (event.repeat || !["Enter", "Escape"].includes(event.key)) return false;
  session.answerQuestion(event.key === "Enter");
  return true;
}
