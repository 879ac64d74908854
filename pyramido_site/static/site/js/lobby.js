// @ts-check
/**
 * Keep the lists of open tables and of players who wait to be paired up to date while the page is visible. A socket
 * says when they have changed (docs/formats/api.md); the page also polls, more often without the socket. Unchanged
 * entries keep their elements, and so the scroll position and the focus.
 */
import { ngettext } from "./i18n.js";
import { fillNonces } from "./nonce.js";

const WITH_SOCKET_MS = 60_000;
const WITHOUT_MS = 15_000;
const SPREAD_MS = 400;
const SOON_MS = 1000;
const MOST_MS = 60_000;

const list = document.getElementById("tables");
const empty = document.getElementById("no-tables");
const news = document.getElementById("tables-news");

/** Return a card's content without times and tokens, which differ in every answer. @param {Element} card */
function gist(card) {
  const seats = Array.from(card.querySelectorAll(".seat-row li"), (seat) => seat.textContent?.trim());
  return [
    card.getAttribute("data-table"),
    card.querySelector(".what strong")?.textContent,
    card.querySelector(".act")?.textContent?.trim(),
    ...seats,
  ].join("|");
}

/** @param {ParentNode} root @returns {HTMLElement[]} */
const cards = (root) => Array.from(root.querySelectorAll("[data-table]"));

/** @param {Element} card @returns {HTMLElement[]} */
const controls = (card) => Array.from(card.querySelectorAll("a, button"));

/**
 * Make the list in `root` equal to the one in `html`; return whether anything changed.
 * @param {HTMLElement} root @param {string} html
 */
export function show(root, html) {
  const answer = document.createElement("template");
  answer.innerHTML = html;
  const others = answer.content.getElementById("quick-others");
  if (others) showCounts(others.dataset.counts ?? "");
  showOthers(others);
  const before = cards(root);
  const after = cards(answer.content);
  if (before.map(gist).join("\n") === after.map(gist).join("\n")) return false;
  const at = document.activeElement;
  const place = before.findIndex((card) => card.contains(at));
  const control = place < 0 ? -1 : controls(before[place]).indexOf(/** @type {HTMLElement} */ (at));
  const held = before[place]?.dataset.table;
  fillNonces(answer.content);
  const rows = root.querySelector("ul.table-list");
  if (rows === null || after.length === 0) root.replaceChildren(answer.content);
  else renew(rows, before, after);
  if (place >= 0 && !root.contains(document.activeElement)) {
    const now = cards(root);
    const same = now.find((card) => card.dataset.table === held);
    const next = same ?? now[Math.min(place, now.length - 1)];
    if (next) (controls(next)[same ? control : 0] ?? controls(next)[0])?.focus();
    else document.getElementById("content")?.focus();
  }
  return true;
}

/** Show how many players wait at each pace. @param {string} counts as in “go/live:2 go/slow:1” */
export function showCounts(counts) {
  for (const note of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-nobody]")))
    note.hidden = counts !== "";
  const waiting = new Map(
    counts
      .split(" ")
      .filter(Boolean)
      .map((one) => /** @type {[string, string]} */ (one.split(":"))),
  );
  for (const tag of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-pace]"))) {
    const count = Number(waiting.get(tag.dataset.pace ?? "") ?? 0);
    tag.hidden = count === 0;
    tag.textContent = ngettext("%(waiting)s waiting", "%(waiting)s waiting", count).replace(
      "%(waiting)s",
      String(count),
    );
  }
}

/** Update who waits to be paired. @param {HTMLElement | null} fresh */
function showOthers(fresh) {
  const shown = document.getElementById("quick-others");
  fresh?.remove();
  if (!fresh || !shown || fresh.textContent === shown.textContent) return;
  const at = document.activeElement;
  const pool = at instanceof HTMLButtonElement && shown.contains(at) ? at.value : null;
  shown.replaceWith(fresh);
  if (pool === null) return;
  const buttons = Array.from(fresh.querySelectorAll("button"));
  (
    buttons.find((button) => button.value === pool) ??
    buttons[0] ??
    document.querySelector(".quick-times button")
  )?.focus();
}

/**
 * Replace cards, but keep those with the same content.
 * @param {Element} rows @param {HTMLElement[]} before @param {HTMLElement[]} after
 */
function renew(rows, before, after) {
  const known = new Map(before.map((card) => [gist(card), card]));
  const wanted = after.map((card) => known.get(gist(card)) ?? card);
  for (const card of before) if (!wanted.includes(card)) card.remove();
  let here = rows.firstElementChild;
  for (const card of wanted) {
    if (card === here) here = here.nextElementSibling;
    else rows.insertBefore(card, here);
  }
}

/** @param {HTMLElement} root */
function follow(root) {
  let connected = false;
  let failures = 0;
  let pause = SOON_MS;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let looking = false;
  let missed = false;

  /** @param {number} ms */
  function lookIn(ms) {
    clearTimeout(timer);
    timer = setTimeout(look, ms);
  }

  async function look() {
    if (looking || document.visibilityState !== "visible") {
      missed = true;
      return;
    }
    looking = true;
    missed = false;
    try {
      const answer = await fetch(root.dataset.refresh ?? "", { credentials: "same-origin" });
      if (answer.ok && show(root, await answer.text())) tell();
      failures = answer.ok ? 0 : failures + 1;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      failures += 1; // no network: poll less often until it is back
    } finally {
      looking = false;
    }
    if (missed) lookIn(SPREAD_MS);
    else lookIn(connected ? WITH_SOCKET_MS : Math.min(WITHOUT_MS * 2 ** failures, MOST_MS));
  }

  function tell() {
    const count = cards(root).length;
    if (empty) empty.hidden = count > 0;
    if (news) news.textContent = ngettext("%s open table", "%s open tables", count).replace("%s", String(count));
  }

  function connect() {
    const address = new URL("/ws/lobby/", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    socket.addEventListener("message", () => {
      connected = true;
      pause = SOON_MS;
      lookIn(Math.random() * SPREAD_MS); // so that not all browsers ask at once
    });
    socket.addEventListener("close", () => {
      connected = false;
      pause = Math.min(2 * pause, MOST_MS);
      setTimeout(connect, pause * (0.75 + Math.random() / 2));
      lookIn(WITHOUT_MS);
    });
  }

  document.addEventListener("visibilitychange", () => {
    if (missed) void look();
  });
  lookIn(WITHOUT_MS);
  connect();
}

if (list) follow(list);
