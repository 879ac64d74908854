// @ts-check
/**
 * The dialog that asks whether to abort or to resign a game.
 * @typedef {import("../types").Session} Session
 * @typedef {"abort" | "resign"} How
 */
import { gettext, interpolate } from "../i18n.js";
import { levelName } from "./computer.js";
import { confirmation } from "./dialog.js";
import { othersPlay } from "./players.js";

/** @param {Session} session @param {How} how @param {() => void} close */
export function leaveDialog(session, how, close) {
  const options = how === "abort" ? aborting(session) : resigning(session);
  return confirmation({ key: how, keep: gettext("Continue playing"), action: `${how}-now`, close, ...options });
}

/** @param {Session} session */
function aborting(session) {
  return {
    title: gettext("Abort this game?"),
    button: gettext("Abort the game"),
    act: () => session.abort(),
    text: [
      gettext("The game ends without a result. You can abort until everyone has moved once."),
      session.state.table.rated &&
        ` ${gettext(
          "If you abort three rated games within 24 hours, that counts as running out of time once. If you run out of time too often, you cannot play rated games for a while.",
        )}`,
    ],
  };
}

/** @param {Session} session */
function resigning(session) {
  const { table, view } = session.state;
  const { substitute } = table;
  return {
    title: gettext("Resign this game?"),
    button: gettext("Resign"),
    act: () => session.resign(),
    text: [
      gettext("You leave the game for good and rank below everyone who stays."),
      substitute &&
        othersPlay(table, view) &&
        ` ${interpolate(gettext("The computer (%(level)s) takes over your seat."), { level: levelName(substitute) })}`,
    ],
  };
}
