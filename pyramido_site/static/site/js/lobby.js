// @ts-check
/** Keeps the list of open tables fresh while the page is looked at, without moving the focus of who is using it. */
import { ngettext } from "./i18n.js";
import { fillNonces } from "./nonce.js";

const EVERY_MS = 5000;
const MOST_MS = 60000;

const list = document.getElementById("tables");
const empty = document.getElementById("no-tables");
const news = document.getElementById("tables-news");
let shown = "";
let wait = EVERY_MS;

/** What of the list matters: times and tokens change with every answer. @param {ParentNode} root */
function gist(root) {
  return Array.from(root.querySelectorAll("[data-table]"), (card) => {
    const seats = Array.from(card.querySelectorAll(".seat-row li"), (seat) => seat.textContent?.trim());
    return [card.getAttribute("data-table"), card.querySelector(".act")?.textContent?.trim(), ...seats].join("|");
  }).join("\n");
}

/** The table that holds the focus, and what in it. @param {HTMLElement} root */
function focusIn(root) {
  const at = document.activeElement;
  const card = at && root.contains(at) ? at.closest("[data-table]") : null;
  if (!card || !at) return null;
  return { table: card.getAttribute("data-table"), index: Array.from(card.querySelectorAll("a, button")).indexOf(at) };
}

/** @param {HTMLElement} root @param {string} html */
function show(root, html) {
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  const now = gist(fresh.content);
  if (now === shown) return;
  shown = now;
  const focus = focusIn(root);
  fillNonces(fresh.content);
  root.replaceChildren(fresh.content);
  const count = root.querySelectorAll("[data-table]").length;
  if (empty) empty.hidden = count > 0;
  if (news) news.textContent = ngettext("%s open table", "%s open tables", count).replace("%s", String(count));
  if (focus) {
    const card = root.querySelector(`[data-table="${CSS.escape(focus.table ?? "")}"]`);
    const target = card?.querySelectorAll("a, button")[focus.index];
    if (target instanceof HTMLElement) target.focus();
  }
}

/** @param {HTMLElement} root */
async function refresh(root) {
  if (document.visibilityState === "visible") {
    try {
      const answer = await fetch(root.dataset.refresh ?? "", { credentials: "same-origin" });
      if (answer.ok) show(root, await answer.text());
      wait = answer.ok ? EVERY_MS : Math.min(2 * wait, MOST_MS);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      wait = Math.min(2 * wait, MOST_MS); // the network is away; ask less often until it is back
    }
  }
  setTimeout(refresh, wait, root);
}

if (list) {
  shown = gist(list);
  setTimeout(refresh, wait, list);
}
