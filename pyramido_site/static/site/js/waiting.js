// @ts-check
/**
 * The page of a table that waits for players. It shows at once who sits down or leaves (frames of type `table`,
 * docs/formats/api.md), and is loaded again when the game starts or the table closes.
 */
import { gettext } from "./i18n.js";

/**
 * @typedef {{seat: number, player: {id: string, name: string, guest: boolean} | null, ai: string | null, invited: {id:
 *   string} | null, you: boolean}} Seat
 */
/** @typedef {{id: string, status: string, listed: boolean, host: number | null, seats: Seat[]}} Table */

const FIRST_MS = 500;
const MOST_MS = 15000;
let wait = FIRST_MS;

const place = document.getElementById("waiting");
let shown = place?.dataset.sitters ?? "";

/** @param {Seat[]} seats */
const sitters = (seats) => seats.map((seat) => seat.player?.id ?? seat.ai ?? seat.invited?.id ?? "").join("|");

/** A form has been sent: loading the page now would discard its answer, and with it a new guest's session. */
let sending = false;
document.addEventListener("submit", () => {
  sending = true;
});

/** @param {Table} table */
function show(table) {
  if (sending) return;
  if (table.status !== "open") location.reload();
  else if (`${table.host}|${table.listed}|${sitters(table.seats)}` !== shown) refresh();
}

/** Replace the seats, but keep a chosen level and the focus. @param {Element} from @param {Element} to */
function renew(from, to) {
  const active = to.contains(document.activeElement) ? document.activeElement : null;
  const name = (/** @type {Element | null} */ control) =>
    control?.getAttribute("aria-label") ?? control?.textContent?.trim();
  const chosen = new Map(Array.from(to.querySelectorAll("select"), (select) => [name(select), select.value]));
  const focused = name(active);
  to.replaceChildren(...from.childNodes);
  for (const select of to.querySelectorAll("select")) select.value = chosen.get(name(select)) ?? select.value;
  for (const control of active ? to.querySelectorAll("select, button, a") : []) {
    if (control instanceof HTMLElement && name(control) === focused) control.focus();
  }
}

/** Fetch the page and replace the list of seats. */
async function refresh() {
  const answer = await fetch(location.href, { credentials: "same-origin" });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("waiting");
  if (!place || !fresh || fresh.dataset.as !== place.dataset.as) {
    location.reload();
    return;
  }
  shown = fresh.dataset.sitters ?? "";
  for (const part of [".seats", ".fill-seats", ".waiting-line > span"]) {
    const from = fresh.querySelector(part);
    const to = place.querySelector(part);
    if (from && to) renew(from, to);
  }
}

/** @param {string} id */
function connect(id) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}/ws/games/${id}/`);
  socket.addEventListener("open", () => {
    wait = FIRST_MS;
  });
  socket.addEventListener("message", (event) => {
    const frame = JSON.parse(event.data);
    if (frame.table) show(frame.table);
    else if (frame.type === "events" && !sending) location.reload();
  });
  socket.addEventListener("close", () => {
    setTimeout(connect, wait, id);
    wait = Math.min(2 * wait, MOST_MS);
  });
}

/** @param {HTMLButtonElement} copy @param {HTMLInputElement} address */
function copying(copy, address) {
  copy.hidden = false;
  address.addEventListener("focus", () => address.select());
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(address.value);
    } catch {
      address.focus(); // the browser refused: the address is selected, for the keyboard
      return;
    }
    const label = copy.querySelector("span");
    if (label) label.textContent = gettext("Copied");
  });
}

/** Offer the device's own ways to send the link. @param {HTMLButtonElement} offer @param {string} url */
function sharing(offer, url) {
  offer.hidden = false;
  offer.addEventListener("click", () => {
    navigator.share({ title: offer.dataset.title, url }).catch(() => {}); // not sent after all
  });
}

const button = document.getElementById("copy");
const share = document.getElementById("share");
const field = document.getElementById("share-address");
if (place?.dataset.table) connect(place.dataset.table);
if (button instanceof HTMLButtonElement && field instanceof HTMLInputElement && navigator.clipboard)
  copying(button, field);
if (share instanceof HTMLButtonElement && field instanceof HTMLInputElement && "share" in navigator)
  sharing(share, field.value);
