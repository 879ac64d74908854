// @ts-check
/**
 * Names and signs of seats. Each seat's sign is a different glyph, so that it can be told apart without colour.
 * @typedef {import("../types").Table} Table
 */

import { gettext } from "../i18n.js";
import { h } from "../vdom.js";
import { badge, characterAt, computerName, rivalFace } from "./computer.js";
import { ratingBeside } from "./rating_beside.js";

const SIGNS = [
  // sun, moon, mountain, wave
  "M12 7.2a4.8 4.8 0 1 0 0 9.6 4.8 4.8 0 0 0 0-9.6ZM12 1.5v3M12 19.5v3M1.5 12h3M19.5 12h3M4.6 4.6l2.1 2.1M17.3 17.3l2.1 2.1M4.6 19.4l2.1-2.1M17.3 6.7l2.1-2.1",
  "M15.5 3.2A9.2 9.2 0 1 0 20.8 15 7.6 7.6 0 0 1 15.5 3.2Z",
  "M1.8 19.5 9 6.5l4 6.6 2.4-3.4 6.8 9.8ZM6.6 11l2.4 1.6 2.2-1.6",
  "M1.5 9.5c2.6-3.2 5-3.2 7.4 0s4.9 3.2 7.4 0 4.2-2.7 6.2-1M1.5 16c2.6-3.2 5-3.2 7.4 0s4.9 3.2 7.4 0 4.2-2.7 6.2-1",
];
/** The Legend: a broad hat over a face in shadow. */
const LEGEND =
  "M1.8 12.4c2.8 1.7 6.3 2.4 10.2 2.4s7.4-.7 10.2-2.4c-1.9-.5-3.4-1.3-4.6-2.3-.5-3.9-2-6.3-4-6.3-.8 0-1.1.6-1.6.6s-.8-.6-1.6-.6c-2 0-3.5 2.4-4 6.3-1.2 1-2.7 1.8-4.6 2.3ZM7.2 16c.4 3 2.3 5 4.8 5s4.4-2 4.8-5";

/** @param {number} seat @param {string} kind */
export function sign(seat, kind) {
  const known = kind === "legend" ? rivalFace("sign sign-legend") : null;
  return known ?? drawnSign(seat, kind);
}

/** @param {number} seat @param {string} kind */
function drawnSign(seat, kind) {
  return h(
    "svg",
    { class: `sign sign-${kind === "legend" ? "legend" : seat}`, viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("path", {
      d: kind === "legend" ? LEGEND : SIGNS[seat % SIGNS.length],
      fill: "none",
      stroke: "currentColor",
      "stroke-width": 1.7,
      "stroke-linejoin": "round",
      "stroke-linecap": "round",
    }),
  );
}

/** @param {Table} table @param {number} seat @returns {string} the player's name */
export function seatName(table, seat) {
  const entry = table.seats.find((one) => one.seat === seat);
  if (entry?.kind === "legend") return gettext("the Legend");
  if (entry?.ai && !entry.player) return computerName(table, entry);
  return entry?.player?.name ?? gettext("free seat");
}

/**
 * The seat that texts call "you": the reader's own, or none where one person plays all of them.
 * @param {Table} table @param {number | null} me
 */
export const addressed = (table, me) => (table.by_hand ? null : me);

/**
 * A seat's name for lists and headings ("You" for the reader's own), with badge and rating.
 * @param {Table} table @param {number} seat @param {number | null} [me]
 */
export function nameLabel(table, seat, me = null) {
  const name = seat === addressed(table, me) ? gettext("You") : capital(seatName(table, seat));
  return [h("span", { key: "name", class: "name", title: name }, name), badge(table, seat), ratingBeside(seat)];
}

/**
 * The same for places outside of buttons: the name of a character leads to the page that tells about it.
 * @param {Table} table @param {number} seat @param {number | null} [me]
 */
export function nameLink(table, seat, me = null) {
  const who = seat === me ? null : characterAt(table, seat);
  if (!who || table.seats[seat].player) return nameLabel(table, seat, me);
  const [label, ...beside] = nameLabel(table, seat, me);
  return [h("a", { key: "link", class: "name-link", href: who.url, target: "_blank" }, label), ...beside];
}

/** @param {Table} table @returns {number | null} */
export function mySeat(table) {
  return table.seats.find((one) => one.you)?.seat ?? null;
}

/** Whether other people still play. @param {Table} table @param {import("../types").View | null} view */
export function othersPlay(table, view) {
  return table.seats.some(
    (seat) => !seat.you && seat.player && !seat.ai && (view?.seats[seat.seat]?.out ?? null) === null,
  );
}

/** Make the first letter upper-case, for a name that begins a sentence. @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
