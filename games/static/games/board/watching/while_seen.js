// @ts-check
/**
 * Connections of boards that only look on: held while the page is seen, so that pages in other tabs leave an account's
 * connections to the one that is looked at. What was missed comes when the page is seen again.
 */

/** How long (ms) a page that is not seen stays connected: a look at another tab costs no new connection. */
export const HIDDEN_MS = 30_000;

/**
 * Start the session now, or when the page is seen; return what ends it.
 * @param {{ start(): void, stop(): void }} session @returns {() => void}
 */
export function connectWhileSeen(session) {
  let connected = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const stop = () => {
    if (connected) session.stop();
    connected = false;
  };
  const changed = () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(stop, HIDDEN_MS);
    else if (!connected) {
      connected = true;
      session.start();
    }
  };
  changed();
  document.addEventListener("visibilitychange", changed);
  return () => {
    document.removeEventListener("visibilitychange", changed);
    clearTimeout(timer);
    stop();
  };
}
