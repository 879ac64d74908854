// @ts-check
/** A table before its game: who sits where, a free place to sit down, an address to share. Any game's. */
import { h } from "../vdom.js";
import { gettext, ngettext, interpolate } from "../i18n.js";
import { mySeat, sign } from "./players.js";

/** @param {import("../types").Session} session @param {{title: string, copied: boolean, copy: () => void, urls: Record<string, string>}} page */
export function waitingRoom(session, { title, copied, copy, urls }) {
  const { table, sending } = session.state;
  const seated = mySeat(table) !== null;
  const free = table.seats.filter((seat) => seat.player === null && seat.kind !== "legend").length;
  const open = table.status === "open";
  const sentence = !open
    ? gettext("This table was closed before its game began.")
    : free === 0
      ? gettext("All seats are taken. The expedition sets out …")
      : interpolate(ngettext("%(count)s seat is still free. The game begins when it is taken.", "%(count)s seats are still free. The game begins when all are taken.", free), { count: free });
  return h(
    "section",
    { class: "waiting-room" },
    h("h1", null, title),
    h("p", { class: "waiting-note", role: "status" }, sentence),
    h("ol", { class: "waiting-seats" }, table.seats.map((seat) =>
      h("li", { key: seat.seat, class: seat.player ? "taken" : "free" }, sign(seat.seat, seat.kind),
        h("span", { class: "name" }, seat.player?.name ?? (seat.kind === "legend" ? gettext("the Legend") : gettext("free seat"))),
        seat.you && h("span", { class: "you" }, gettext("you"))))),
    open && h("div", { class: "waiting-actions" },
      !seated && free > 0 && h("button", { type: "button", class: "board-button primary", disabled: sending !== null, "data-action": "sit", onclick: () => session.sit() }, gettext("Sit down")),
      seated && h("button", { type: "button", class: "board-button", disabled: sending !== null, "data-action": "leave", onclick: () => session.leave() }, gettext("Leave the table"))),
    open && h("div", { class: "share" },
      h("label", { for: "share-address" }, gettext("Send this address to the people you want to play with:")),
      h("div", { class: "share-row" },
        h("input", { id: "share-address", readonly: true, value: new URL(table.url, location.href).href, onfocus: (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select() }),
        h("button", { type: "button", class: "board-button", onclick: copy }, copied ? gettext("Copied") : gettext("Copy")))),
    !open && h("p", null, h("a", { class: "board-button primary", href: urls.open ?? "/games/new/" }, gettext("Open another table"))),
  );
}
