// @ts-check
/**
 * A live seek that goes on while its player does something else: a strip below the header of every page of this tab,
 * which keeps the seek alive and goes to the table when a player is found. It begins on the page of the seek, whose
 * texts it uses.
 */
import { clock, watch } from "./seek_watch.js";

/**
 * @typedef {import("./seek_watch.js").Followed & {page: string, looking: string, ended: string, back: string}} Kept
 *   the seek, the path of its page, and texts: what is looked for, that the search has ended, and a link to the page
 */

const KEY = "seek";

/** Let the strip follow this seek on the next pages. @param {Kept} seek */
export function keepSeeking(seek) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(seek));
  } catch {
    // without storage the search ends when the page is left
  }
}

/** @returns {Kept | null} */
function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

function forget() {
  sessionStorage.removeItem(KEY);
}

/** @param {Kept} seek @param {Element} header */
function strip(seek, header) {
  const line = document.createElement("aside");
  const text = document.createElement("span");
  const time = document.createElement("span");
  const link = document.createElement("a");
  line.className = "seek-strip";
  line.setAttribute("aria-label", seek.looking);
  text.textContent = seek.looking;
  text.setAttribute("role", "status");
  time.className = "seek-strip-time";
  time.setAttribute("aria-hidden", "true");
  link.href = seek.page;
  link.textContent = seek.back;
  line.append(text, time, link);
  header.after(line);
  let began = performance.now();
  const ticking = setInterval(() => {
    time.textContent = clock(performance.now() - began);
  }, 1000);
  watch(seek, {
    waits(answer) {
      began = performance.now() - (answer.waited_ms ?? 0);
    },
    found(address) {
      forget();
      location.assign(address);
    },
    ended() {
      forget();
      clearInterval(ticking);
      time.remove();
      text.textContent = seek.ended;
    },
  });
}

if (typeof document !== "undefined") {
  const seek = kept();
  const header = document.querySelector(".site-header");
  if (seek && seek.page === location.pathname) forget();
  else if (seek && header) strip(seek, header);
}
