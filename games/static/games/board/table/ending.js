// @ts-check
/**
 * What the end of a game brought the reader (docs/formats/api.md, `ending`), and the buttons for what comes next.
 * @typedef {import("../types").Ending} Ending
 * @typedef {import("../types").Outcome} Outcome
 * @typedef {import("../types").Session} Session
 * @typedef {import("../types").Table} Table
 */

import { gettext, interpolate, listing, ngettext } from "../i18n.js";
import { csrfToken, freshKey, paths, RequestError, request } from "../rest.js";
import { h } from "../vdom.js";
import { levelFace } from "./computer.js";
import { mySeat, seatName } from "./players.js";
import { ownSeat, rematchButton } from "./rematch.js";
import { shareButton } from "./share.js";

/** The endings that have been asked for; null until they are known. @type {WeakMap<Session, Ending | null>} */
const asked = new WeakMap();

/** The reader's part of the next game's seed (docs/rules.md E). */
const nonce = freshKey() + freshKey();

/** Time (ms) within which a second press is part of the first. */
const PRESS_MS = 3000;
let pressed_ms = Number.NEGATIVE_INFINITY;

/**
 * Return the reader's ending, or null for spectators and until it is known; the first call asks for it.
 * @param {Session} session @param {() => void} update asks for a rendering
 */
export function endingOf(session, update) {
  const known = asked.get(session);
  if (known !== undefined || readersSeat(session.state.table) === null) return known ?? null;
  asked.set(session, null);
  request("GET", paths(session.state.table.id).ending).then(
    (ending) => {
      asked.set(session, ending);
      update();
    },
    (error) => {
      if (!(error instanceof RequestError)) throw error; // without an answer the panel says less
    },
  );
  return null;
}

/** @param {Table} table */
const readersSeat = (table) => ownSeat(table, document.getElementById("board")?.dataset.me);

/**
 * Say by how much the winners are ahead, or the reader is behind; "" in a tie, and where points did not decide.
 * @param {Table} table @param {number | null} me @param {Outcome} outcome @returns {string}
 */
export function marginText(table, me, { reason, scores, ranks, winners }) {
  if (reason !== "completed" || winners.length !== 1) return "";
  const [first] = winners;
  const second = ranks.indexOf(2);
  const behind = me !== null && me !== first ? me : second;
  const points = scores[first] - scores[behind];
  if (behind < 0 || !(points > 0)) return "";
  const ahead = behind !== me;
  const text = ahead
    ? ngettext("%(points)s point ahead of %(name)s", "%(points)s points ahead of %(name)s", points)
    : ngettext("%(points)s point behind %(name)s", "%(points)s points behind %(name)s", points);
  return interpolate(text, { points, name: seatName(table, ahead ? second : first) });
}

/**
 * The lines about the player's own games of this kind, the most special first.
 * @param {Ending} ending @returns {{key: "unlocked" | "best" | "streak", text: string}[]}
 */
export function broughtLines({ points, best_before: before, streak, unlocked }) {
  /** @type {ReturnType<typeof broughtLines>} */
  const lines = [];
  if (unlocked.length > 0) {
    const names = listing(unlocked.map(({ name }) => name));
    lines.push({ key: "unlocked", text: interpolate(gettext("Unlocked: %(names)s"), { names }) });
  }
  if (points !== null && before !== null) {
    const text =
      points > before
        ? gettext("New personal best: %(points)s (previously %(before)s)")
        : gettext("Your personal best is %(before)s");
    lines.push({ key: "best", text: interpolate(text, { points, before }) });
  }
  if (streak > 1) {
    const text = ngettext("%(count)s win in a row", "%(count)s wins in a row", streak);
    lines.push({ key: "streak", text: interpolate(text, { count: streak }) });
  }
  return lines;
}

const SIGNS = {
  unlocked: "M7 11V8a5 5 0 0 1 9.600-2M5.500 11h13v9.500h-13zM12 14.500v2.500",
  best: "M12 3.500l2.600 5.600 6 .700-4.500 4.100 1.200 6L12 16.900l-5.300 3 1.200-6-4.500-4.100 6-.700z",
  streak: "M4 19.500l5-6 4 3.500 7-10M15 6.500h5v5",
};

/** @param {Ending | null} ending */
export function brought(ending) {
  const lines = ending ? broughtLines(ending) : [];
  return h(
    "div",
    { key: "brought", class: "brought-by-it", role: "status" },
    lines.length > 0 &&
      h(
        "ul",
        { class: "brought" },
        lines.map(({ key, text }) =>
          h(
            "li",
            { key, class: key },
            h("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: SIGNS[key] })),
            text,
          ),
        ),
      ),
  );
}

/**
 * A guest's way to an account that keeps the game, or null.
 * @param {Table} table @param {boolean} won
 */
export function keepIt(table, won) {
  const seat = readersSeat(table);
  const player = table.seats.find((one) => one.seat === seat)?.player;
  const { signup } = document.getElementById("board")?.dataset ?? {};
  if (!player?.guest || !signup) return null;
  return h(
    "p",
    { key: "keep", class: "keep-it" },
    h("a", { href: signup }, won ? gettext("Sign up to keep this win") : gettext("Sign up to keep your games")),
  );
}

/**
 * The buttons for what comes next: the main one alone in its row with the harder game, if there is one.
 * @param {object} about
 * @param {Table} about.table
 * @param {Ending | null} about.ending
 * @param {Outcome} about.outcome
 * @param {string} about.open address of the form that opens tables
 * @param {string} about.look label of the button that hides the panel
 * @param {() => void} about.hide
 */
export function nextSteps({ table, ending, outcome, open, look, hide }) {
  const rematch = rematchButton(table);
  const watch = () => {
    hide();
    document.dispatchEvent(new CustomEvent("replay"));
  };
  const alone = readersSeat(table) !== null && table.seats.filter((one) => one.player).length === 1;
  const again = alone && ending?.again !== null ? againForm(table, ending) : null;
  return h(
    "div",
    { class: "result-links" },
    rematch,
    again,
    !again &&
      h(
        "a",
        {
          key: "open",
          class: `board-button ${rematch ? "" : "primary"}`,
          autofocus: !rematch,
          focus: rematch ? null : "result",
          href: open,
        },
        gettext("Open another table"),
      ),
    shareButton(table, outcome),
    h("button", { key: "replay", type: "button", class: "board-button", onclick: watch }, gettext("Watch replay")),
    h("button", { key: "look", type: "button", class: "board-button", onclick: hide }, look),
  );
}

/**
 * The form with "Play again" and "Harder"; both open a table at once.
 * @param {Table} table @param {Ending | null} ending
 */
function againForm(table, ending) {
  return h(
    "form",
    {
      key: "again",
      class: "again",
      method: "post",
      action: paths(table.id).again,
      onsubmit: (event) => {
        if (event.timeStamp - pressed_ms < PRESS_MS)
          event.preventDefault(); // each would open a table
        else pressed_ms = event.timeStamp;
      },
    },
    h("input", { type: "hidden", name: "csrfmiddlewaretoken", value: csrfToken() }),
    h("input", { type: "hidden", name: "nonce", value: nonce }),
    h("button", { class: "board-button primary", autofocus: true, focus: "result" }, gettext("Play again")),
    ending?.harder &&
      h(
        "button",
        { key: "harder", class: "board-button harder", name: "harder", value: "on" },
        levelFace(ending.harder.ai[0]),
        interpolate(gettext("Harder: %(name)s"), { name: ending.harder.name }),
      ),
  );
}

/** Whether the reader has won. @param {Table} table @param {Outcome} outcome */
export function hasWon(table, { winners }) {
  const me = mySeat(table);
  return me !== null && winners.includes(me);
}
