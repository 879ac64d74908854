// @ts-check
/**
 * Matters outside a game's rules: pauses, requests between players, and aborting a game that has hardly begun.
 * @typedef {import("../types").Session} Session
 * @typedef {import("../types").Table} Table
 * @typedef {import("../types").What} What
 */

import { gettext, interpolate, listing, ngettext } from "../i18n.js";
import { h } from "../vdom.js";
import { button } from "./actions.js";
import { capital, mySeat, othersPlay, seatName } from "./players.js";
import { moment } from "./time.js";

/** Return the reader's seat while they play, or null. @param {Table} table */
function playing(table) {
  const me = mySeat(table);
  const gone =
    me === null ||
    table.status !== "running" ||
    table.seats.some(({ seat, ai }) => seat === me && ai) ||
    table.standing?.left[me];
  return gone ? null : me;
}

/**
 * Return why it is no player's turn, or null if the game goes on.
 * @param {Pick<import("../types").SessionState, "table" | "broken">} state @returns {string | null}
 */
export function restingText({ table, broken }) {
  if (broken) return gettext("This game cannot continue.");
  if (table.status === "aborted") return gettext("The game was aborted. It has no result.");
  return table.standing && table.standing.paused_ms !== null ? gettext("The game is paused.") : null;
}

/** The banner for a damaged log, a pause, a request, or a delay. @param {Session} session */
export function banner(session) {
  const { table, sending, broken } = session.state;
  const { standing } = table;
  if (broken) {
    return h(
      "div",
      { key: "broken", class: "banner", role: "alert", "data-banner": "broken" },
      h(
        "p",
        null,
        gettext(
          "The record of this game is damaged. You see the last intact position; no more moves are possible. " +
            "This is the site’s fault, and its operator has been notified.",
        ),
      ),
    );
  }
  if (!standing || table.status !== "running") return null;
  const me = playing(table);
  const busy = sending !== null;
  if (standing.paused_ms !== null) {
    return h(
      "div",
      { key: "paused", class: "banner", "data-banner": "paused" },
      h(
        "p",
        null,
        interpolate(gettext("Paused since %(date)s. All clocks are stopped."), { date: moment(standing.paused_ms) }),
      ),
      me !== null && action("go-on", gettext("Resume"), () => session.goOn(), { primary: true, busy }),
    );
  }
  if (!standing.asked)
    return watchesLate(table)
      ? h("div", { key: "late", class: "banner", "data-banner": "late" }, delayNote(table))
      : null;
  const { what, seat, seq, agreed } = standing.asked;
  const waiting = table.seats.filter(
    (one) => one.player && !one.ai && !standing.left[one.seat] && one.seat !== seat && !agreed.includes(one.seat),
  );
  const answered = me === null || me === seat || agreed.includes(me);
  const names = listing(waiting.map((one) => seatName(table, one.seat)));
  return h(
    "div",
    { key: "asked", class: `banner ${answered ? "" : "to-answer"}`, "data-banner": "asked" },
    h(
      "p",
      null,
      asks(what, me === seat, capital(seatName(table, seat))),
      answered && waiting.length > 0 && ` ${interpolate(gettext("Waiting for %(names)s."), { names })}`,
    ),
    !answered && action("agree", gettext("Agree"), () => session.answer(true, seq), { primary: true, busy }),
    !answered && action("decline", gettext("Decline"), () => session.answer(false, seq), { busy }),
    me === seat && action("withdraw", gettext("Withdraw"), () => session.answer(false, seq), { busy }),
  );
}

/** Whether the reader sees the game with a delay. @param {Table} table */
const watchesLate = (table) => !!table.watch_delay && table.status === "running" && mySeat(table) === null;

/** How late watchers see the running game, or null. @param {Table} table */
export function delayNote(table) {
  const count = table.watch_delay;
  if (!count || table.status !== "running") return null;
  const text = watchesLate(table)
    ? ngettext("You see this game %(count)s move late.", "You see this game %(count)s moves late.", count)
    : ngettext("Watchers see this game %(count)s move late.", "Watchers see this game %(count)s moves late.", count);
  return h("p", { key: "delay", class: "delay-note" }, interpolate(text, { count }));
}

/** @param {What} what @param {boolean} you @param {string} name */
function asks(what, you, name) {
  if (what === "pause")
    return you ? gettext("You have asked for a pause.") : interpolate(gettext("%(name)s asks for a pause."), { name });
  return you
    ? gettext("You have asked for a take-back.")
    : interpolate(gettext("%(name)s asks for a take-back."), { name });
}

/**
 * Whether the reader may ask for a take-back. Where no other person plays, asking is enough.
 * @param {import("../types").SessionState} state
 */
function mayAskBack({ table }) {
  const me = playing(table);
  const { standing } = table;
  const free = standing && standing.asked === null && standing.paused_ms === null;
  return me !== null && !!free && standing.may_ask_back.includes(me) && !table.can_take_back;
}

/** The button that takes back where no other player has to agree. @param {Session} session */
export function takeBackAlone(session) {
  const { state } = session;
  if (!mayAskBack(state) || othersPlay(state.table, state.view)) return null;
  return button("take-back", gettext("Take back"), () => session.askFor("take_back"), {
    disabled: state.sending !== null,
    icon: "back",
  });
}

/**
 * Less prominent buttons: ask for a take-back or a pause, abort, resign.
 * @param {Session} session @param {() => void} askResign @param {() => void} askAbort
 */
export function quiet(session, askResign, askAbort) {
  const { table, view, sending, broken } = session.state;
  const me = playing(table);
  if (me === null || broken || (view?.seats[me]?.out ?? null) !== null) return null;
  const { standing } = table;
  const others = othersPlay(table, view);
  const free = standing && standing.asked === null && standing.paused_ms === null;
  const ask = (/** @type {What} */ what, /** @type {string} */ text) =>
    h(
      "button",
      {
        type: "button",
        class: "text-button",
        "data-action": `ask-${what}`,
        disabled: sending !== null,
        onclick: () => session.askFor(what),
      },
      text,
    );
  return [
    others && mayAskBack(session.state) && ask("take_back", gettext("Ask for a take-back")),
    free && standing.clocks && ask("pause", others ? gettext("Ask for a pause") : gettext("Pause")),
    standing?.may_abort
      ? h(
          "button",
          { key: "abort", type: "button", class: "text-button", "data-action": "abort", onclick: askAbort },
          gettext("Abort…"),
        )
      : h(
          "button",
          { key: "resign", type: "button", class: "text-button", "data-action": "resign", onclick: askResign },
          gettext("Resign…"),
        ),
  ];
}

/**
 * @param {string} name @param {string} text @param {() => void} act @param {{primary?: boolean, busy: boolean}} options
 */
function action(name, text, act, { primary = false, busy }) {
  return h(
    "button",
    {
      key: name,
      type: "button",
      class: `board-button ${primary ? "primary" : ""}`,
      "data-action": name,
      disabled: busy,
      onclick: act,
    },
    text,
  );
}
