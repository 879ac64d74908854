// @ts-check
/**
 * The page of a player who waits to be paired. The account's socket says when there is a game (the bell's event
 * `account`); the page also polls, which tells the server that the player still waits (docs/formats/api.md).
 */
import { gettext, ngettext } from "./i18n.js";

/**
 * @typedef {{id: string, state: string, table: {url: string} | null, waited_ms: number | null, waiting: number,
 *   rating: number, window: number | null}} Seek
 */

const EVERY_MS = { live: 5000, slow: 30_000 };
const MOST_MS = 30_000;
const POINT = 100;
const HOUR_MS = 3_600_000;

/** “3:07” @param {number} ms */
export function clock(ms) {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** @param {Pick<Seek, "rating" | "window">} seek */
export function range({ rating, window }) {
  if (window === null) return gettext("any rating");
  const [low, high] = [Math.max(0, rating - window), rating + window].map((value) => Math.floor(value / POINT + 0.5));
  return gettext("ratings from about %(low)s to %(high)s")
    .replace("%(low)s", String(low))
    .replace("%(high)s", String(high));
}

/** @param {number} count of other players who wait */
export function others(count) {
  if (count <= 0) return gettext("no other players waiting");
  const text = ngettext("%(others)s other player waiting", "%(others)s other players waiting", count);
  return text.replace("%(others)s", String(count));
}

/** @param {HTMLElement} place */
function wait(place) {
  const { seek: id, url = "" } = place.dataset;
  const every = "live" in place.dataset ? EVERY_MS.live : EVERY_MS.slow;
  const plain = document.title.replace(/^\(\d+\) /, "");
  let began = performance.now() - Number(place.dataset.waited);
  let failures = 0;
  let done = false;
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (place.querySelector(`[data-${name}]`));

  function tick() {
    if (done) return;
    const waited = performance.now() - began;
    if (waited >= HOUR_MS) return;
    part("clock").textContent = clock(waited);
    document.title = `${clock(waited)} · ${plain}`;
  }

  /** @param {string} address */
  function go(address) {
    if (done) return;
    done = true;
    const found = gettext("Your game begins!");
    document.title = `● ${found}`;
    const news = document.getElementById("seek-news");
    if (news) news.textContent = found;
    location.replace(address);
  }

  /** @param {Seek} seek */
  function show(seek) {
    if (seek.table) go(seek.table.url);
    else if (seek.state !== "waiting") location.reload();
    else {
      began = performance.now() - (seek.waited_ms ?? 0);
      write("range", range(seek));
      write("others", others(seek.waiting - 1));
    }
  }

  /** Write a text unless it is unchanged: a screen reader would repeat it. @param {string} name @param {string} text */
  function write(name, text) {
    if (part(name).textContent !== text) part(name).textContent = text;
  }

  async function ask() {
    try {
      const answer = await fetch(url, { headers: { Accept: "application/json" }, credentials: "same-origin" });
      failures = answer.ok ? 0 : failures + 1;
      if (answer.ok && !done) show(await answer.json());
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      failures += 1; // no network
    }
    if (!done) setTimeout(ask, Math.min(every * 2 ** failures, MOST_MS));
  }

  document.addEventListener("account", (event) => {
    const frame = /** @type {CustomEvent<{type: string, id: string, table: {url: string}}>} */ (event).detail;
    if (frame.type === "seek" && frame.id === id) go(frame.table.url);
  });
  document.addEventListener("submit", () => {
    done = true; // leaving the page now would lose the answer
  });
  setInterval(tick, 1000);
  setTimeout(ask, 1000);
  tick();
}

if (typeof document !== "undefined") {
  const place = document.getElementById("seek");
  if (place) wait(place);
}
