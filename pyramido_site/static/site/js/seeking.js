// @ts-check
/** The page of a player who waits to be paired. */
import { gettext, ngettext } from "./i18n.js";
import { clock, watch } from "./seek_watch.js";
import { keepSeeking } from "./seeking_elsewhere.js";

/** @typedef {import("./seek_watch.js").Seek} Seek */

const POINT = 100;
const HOUR_MS = 3_600_000;

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
  const { seek: id = "", url = "", looking = "", ended = "", back = "" } = place.dataset;
  const live = "live" in place.dataset;
  const plain = document.title.replace(/^\(\d+\) /, "");
  let began = performance.now() - Number(place.dataset.waited);
  let done = false;
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (place.querySelector(`[data-${name}]`));

  function tick() {
    if (done) return;
    const waited = performance.now() - began;
    if (waited >= HOUR_MS) return;
    part("clock").textContent = clock(waited);
    document.title = `${clock(waited)} · ${plain}`;
  }

  /** Write a text unless it is unchanged: a screen reader would repeat it. @param {string} name @param {string} text */
  function write(name, text) {
    if (part(name).textContent !== text) part(name).textContent = text;
  }

  const stop = watch(
    { id, url, live },
    {
      waits(seek) {
        began = performance.now() - (seek.waited_ms ?? 0);
        write("range", range(seek));
        write("others", others(seek.waiting - 1));
      },
      found(address) {
        done = true;
        const found = gettext("Your game begins!");
        document.title = `● ${found}`;
        const news = document.getElementById("seek-news");
        if (news) news.textContent = found;
        location.replace(address);
      },
      ended: () => location.reload(),
    },
  );
  document.addEventListener("submit", (event) => {
    stop(); // leaving the page now would lose the answer
    done = true;
    if (event.target instanceof HTMLFormElement && "keepSeeking" in event.target.dataset)
      keepSeeking({ id, url, live, page: location.pathname, looking, ended, back });
  });
  setInterval(tick, 1000);
  tick();
}

if (typeof document !== "undefined") {
  const place = document.getElementById("seek");
  if (place) wait(place);
}
