// @ts-check
/**
 * Rematches: a button that asks for one, accepts another player's request, or leads to its table.
 * @typedef {import("../types").Table} Table
 */

import { gettext, interpolate } from "../i18n.js";
import { csrfToken, freshKey, paths } from "../rest.js";
import { h } from "../vdom.js";
import { mySeat } from "./players.js";
import { limitText } from "./ratings.js";

/** The reader's part of the next game's seed (docs/rules.md E). */
const nonce = freshKey() + freshKey();

/** @typedef {"none" | "ask" | "accept" | "wait" | "go"} State */

/**
 * Return `none` for spectators and at tables with one person, `wait` while others have not answered, `go` once it
 * has started.
 * @param {Table} table @param {string | undefined} me the reader's public id @returns {State}
 */
export function rematchState(table, me) {
  const seat = ownSeat(table, me);
  if (seat === null || table.seats.filter((one) => one.player).length < 2) return "none";
  if (!table.rematch) return "ask";
  const accepted = table.rematch.accepted.includes(seat);
  if (table.rematch.status !== "open") return accepted ? "go" : "none";
  return accepted ? "wait" : "accept";
}

/**
 * Return the reader's seat, also if the computer has taken over.
 * @param {Table} table @param {string | undefined} me
 */
export function ownSeat(table, me) {
  return mySeat(table) ?? table.seats.find((one) => one.player !== null && one.player.id === me)?.seat ?? null;
}

/** A form that asks for the rematch and leads to its table, or a link to the table. @param {Table} table */
export function rematchButton(table) {
  const state = rematchState(table, document.getElementById("board")?.dataset.me);
  if (state === "none") return null;
  if (table.rematch && (state === "wait" || state === "go")) {
    const text = state === "wait" ? gettext("Rematch: waiting for the others") : gettext("Go to the rematch");
    return h(
      "a",
      { key: "rematch", class: `board-button rematch ${state === "go" ? "primary" : ""}`, href: table.rematch.url },
      text,
    );
  }
  const first = table.seats.find((one) => table.rematch?.accepted.includes(one.seat))?.player;
  const text = first
    ? interpolate(gettext("Accept the rematch with %(name)s"), { name: first.name })
    : gettext("Rematch");
  return h(
    "form",
    { key: "rematch", class: "rematch", method: "post", action: paths(table.id).rematch },
    h("input", { type: "hidden", name: "csrfmiddlewaretoken", value: csrfToken() }),
    h("input", { type: "hidden", name: "nonce", value: nonce }),
    table.rematch?.rated && h("input", { type: "hidden", name: "only_rated", value: "on" }),
    h("button", { class: "board-button primary", autofocus: true }, text),
    table.rematch?.limited && h("p", { class: "rematch-unrated" }, limitText()),
  );
}
