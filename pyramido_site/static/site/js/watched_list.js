// @ts-check
/**
 * Keep the list of running games in order while the page is visible: games that have ended leave, better ones come. It
 * changes only while neither the pointer nor the focus is in it, so that nothing moves away from them. Cards that stay
 * keep their elements, and so their boards (games/static/games/board/watching/watched.js).
 */
import { gettext } from "./i18n.js";

const EVERY_MS = 30_000;
const MOST_MS = 300_000;

/** @param {ParentNode} root @returns {HTMLElement[]} */
const cards = (root) => Array.from(root.querySelectorAll(".watch-card"));

/**
 * Make the list in `root` equal to the one in `fresh`; return whether anything moved.
 * @param {HTMLElement} root @param {HTMLElement} fresh
 */
function show(root, fresh) {
  const [list, ordered] = [root.querySelector(".watch-list"), fresh.querySelector(".watch-list")];
  const before = cards(root);
  const known = new Map(before.map((card) => [card.dataset.table, card]));
  const wanted = cards(fresh).map((card) => place(known.get(card.dataset.table) ?? card, card));
  const moved = before.length !== wanted.length || before.some((card, at) => card !== wanted[at]);
  if (!moved) return false;
  for (const card of before) if (!wanted.includes(card)) card.dispatchEvent(new Event("gone"));
  if (list && ordered) {
    for (const card of before) if (!wanted.includes(card)) card.remove();
    let here = list.firstElementChild;
    for (const card of wanted) {
      if (card === here) here = here.nextElementSibling;
      else list.insertBefore(card, here);
    }
    while (list.nextSibling) list.nextSibling.remove();
    while (ordered.nextSibling) root.append(ordered.nextSibling);
  } else root.replaceChildren(...fresh.childNodes);
  return true;
}

/**
 * Make a card as large as another copy of it.
 * @param {HTMLElement} card @param {HTMLElement} like
 */
function place(card, like) {
  card.classList.toggle("top", like.classList.contains("top"));
  const large = !!like.querySelector(".watch-board.large");
  card.querySelector(".watch-board")?.classList.toggle("large", large);
  return card;
}

/** Load the scripts of games that were not on the page. @param {Document} fresh */
function loadScripts(fresh) {
  const known = new Set(Array.from(document.scripts, (script) => script.src));
  for (const { src } of fresh.querySelectorAll("script")) {
    if (src === "" || known.has(src)) continue;
    const script = document.createElement("script");
    script.type = "module";
    script.src = src;
    document.body.append(script);
  }
}

/** @param {HTMLElement} root @param {HTMLElement | null} news tells screen readers that the list has changed */
function follow(root, news) {
  let failures = 0;
  let looking = false;
  let pressed = false;
  /** @type {Document | null} */
  let waiting = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const free = () =>
    !pressed &&
    !root.contains(document.activeElement) &&
    !(matchMedia("(hover: hover)").matches && root.matches(":hover"));

  /** Show the latest list, if nothing keeps it from being changed. */
  function settle() {
    const fresh = waiting?.getElementById("watched");
    if (!waiting || !fresh || !free()) return;
    const page = waiting;
    waiting = null;
    if (!show(root, fresh)) return;
    loadScripts(page);
    document.dispatchEvent(new Event("watched"));
    if (news) news.textContent = gettext("The list of games has changed.");
  }

  async function look() {
    clearTimeout(timer);
    if (looking || document.visibilityState !== "visible") return;
    looking = true;
    try {
      const answer = await fetch(location.href, { credentials: "same-origin" });
      if (answer.ok) waiting = new DOMParser().parseFromString(await answer.text(), "text/html");
      failures = answer.ok ? 0 : failures + 1;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      failures += 1; // no network: look less often until it is back
    } finally {
      looking = false;
    }
    settle();
    timer = setTimeout(look, Math.min(EVERY_MS * 2 ** failures, MOST_MS));
  }

  /** @param {boolean} down */
  const press = (down) => () => {
    pressed = down;
    if (!down) setTimeout(settle);
  };
  root.addEventListener("pointerdown", press(true));
  for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, press(false));
  for (const left of ["pointerleave", "focusout"]) root.addEventListener(left, () => setTimeout(settle));
  document.addEventListener("visibilitychange", look);
  timer = setTimeout(look, EVERY_MS);
}

const list = document.getElementById("watched");
if (list) follow(list, document.getElementById("watched-news"));
