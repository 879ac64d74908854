// @ts-check
/**
 * The same again: a button that asks for a rematch, accepts one that somebody else has asked for, or leads to its table.
 * @typedef {import("../types").Table} Table
 */

import { gettext, interpolate } from "../i18n.js";
import { csrfToken, freshKey, paths } from "../rest.js";
import { h } from "../vdom.js";
import { mySeat } from "./players.js";
import { limitText } from "./ratings.js";

/** The reader's share of the chances of the next game (RULES.md E). */
const nonce = freshKey() + freshKey();

/** @typedef {"none" | "ask" | "accept" | "wait" | "go"} State */

/**
 * `none` for who did not sit there and at tables of one person; `wait` while the others have not answered yet; `go` once
 * it has begun.
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

/** Also the seat that the reader has left to the computer. @param {Table} table @param {string | undefined} me */
function ownSeat(table, me) {
  return mySeat(table) ?? table.seats.find((one) => one.player !== null && one.player.id === me)?.seat ?? null;
}

/** Everything that a rematch needs goes with one form, and the answer is its table. @param {Table} table */
export function rematchButton(table) {
  const state = rematchState(table, document.getElementById("board")?.dataset.me);
  if (state === "none") return null;
  if (table.rematch && (state === "wait" || state === "go")) {
    const text = state === "wait" ? gettext("Rematch: waiting for the others") : gettext("To the rematch");
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
