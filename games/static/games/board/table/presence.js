// @ts-check
/**
 * Whether the reader is at the page: it is visible, and was used a few minutes ago at most. Only then does it count
 * as seen what the page shows. Each change is dispatched as a `presence` event on the document.
 */

const PATIENCE_MS = 5 * 60_000;
const USES = ["pointerdown", "pointermove", "keydown", "wheel"];

let used = Date.now();
let was = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let ends;

export const present = () => !document.hidden && Date.now() - used < PATIENCE_MS;

function look() {
  const now = present();
  clearTimeout(ends);
  if (now) ends = setTimeout(look, used + PATIENCE_MS - Date.now());
  if (now === was) return;
  was = now;
  document.dispatchEvent(new CustomEvent("presence", { detail: now }));
}

function note() {
  was &&= present(); // a timer may be late
  const recent = was && Date.now() - used < 1000;
  used = Date.now();
  if (!recent) look();
}

/** Begin to watch the page. */
export function watchPresence() {
  was = present();
  for (const use of USES) document.addEventListener(use, note, { passive: true, capture: true });
  document.addEventListener("visibilitychange", () => (document.hidden ? look() : note()));
  look();
}
