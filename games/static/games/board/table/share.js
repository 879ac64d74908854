// @ts-check
/**
 * Sharing a finished game: its address, which the server describes in previews of links.
 * @typedef {import("../types").Outcome} Outcome
 * @typedef {import("../types").Table} Table
 */

import { gettext } from "../i18n.js";
import { h } from "../vdom.js";
import { copied } from "./copying.js";
import { capital, seatName } from "./players.js";

/**
 * The points of all seats, best first, for any reader: "Ada 101 – Ben 99".
 * @param {Table} table @param {Outcome} outcome @returns {string}
 */
export function resultText(table, { scores, ranks }) {
  return table.seats
    .map(({ seat }) => seat)
    .sort((a, b) => ranks[a] - ranks[b] || a - b)
    .map((seat) => `${capital(seatName(table, seat))} ${scores[seat]}`)
    .join(" – ");
}

/**
 * A button that shares where the device can, or else copies the address.
 * @param {Table} table @param {Outcome} outcome
 */
export function shareButton(table, outcome) {
  if (!navigator.share && !navigator.clipboard) return null;
  return h(
    "button",
    {
      key: "share",
      type: "button",
      class: "board-button share",
      onclick: ({ currentTarget }) => void share(table, outcome, currentTarget),
    },
    gettext("Share"),
  );
}

/** @param {Table} table @param {Outcome} outcome @param {HTMLElement} button */
async function share(table, outcome, button) {
  const url = new URL(`/games/${table.id}/`, location.href).href;
  if (navigator.share) {
    try {
      await navigator.share({ title: resultText(table, outcome), url });
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return; // the reader thought better of it
    }
  }
  const done = await copied(url);
  if (button.firstChild) button.firstChild.nodeValue = done ? gettext("Link copied") : gettext("Copying was refused");
}
