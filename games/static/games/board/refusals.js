// @ts-check
/**
 * Refusals in words for players. The server's own sentence (`detail`) is for programs where it quotes seats, events or
 * phases as the API has them.
 */
import { gettext } from "./i18n.js";

/**
 * Return the problem with the sentence to show as its `detail`.
 * @template {import("./types").Problem} P
 * @param {P} problem @returns {P}
 */
export function inPlainWords(problem) {
  const code = problem.code === "stale" && problem.field === "asked_seq" ? "request_closed" : problem.code;
  const detail = /** @type {Record<string, string>} */ ({
    connections: gettext(
      "Too many boards are open at once. Close other tabs of this site, and this one goes on by itself.",
    ),
    not_connected: gettext("The domino must share a whole side of a block with another one of this stage."),
    not_playing: gettext("You are no longer in the game."),
    not_your_turn: gettext("It is not your turn."),
    outside_stage: gettext("The domino would lie outside the stage that you are building."),
    request_closed: gettext("This request is no longer open."),
    seq_ahead: gettext("This page does not match the game. Please reload it."),
    stale: gettext("The game has moved on. The board has been updated; please check your move."),
    wrong_phase: gettext("You cannot do this now."),
  })[problem.limit === "connections" ? "connections" : code];
  return detail === undefined ? problem : { ...problem, detail };
}
