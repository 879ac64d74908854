// @ts-check
/**
 * A seek that waits, followed by a page. The account's socket says when there is a game (the bell's event `account`);
 * the page also polls, which tells the server that the player still waits (docs/formats/api.md).
 */

/**
 * @typedef {{id: string, state: string, table: {url: string} | null, waited_ms: number | null, waiting: number,
 *   rating: number, window: number | null}} Seek
 */
/** @typedef {{id: string, url: string, live: boolean}} Followed */
/**
 * @typedef {{waits: (seek: Seek) => void, found: (address: string) => void, ended: () => void}} Hearers what is called
 *   after each answer while the seek waits; once, when it has led to a game; once, when it has ended without one
 */

const EVERY_MS = { live: 5000, slow: 30_000 };
const FIRST_MS = 1000;
const MOST_MS = 30_000;

/** “3:07” @param {number} ms */
export function clock(ms) {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Follow the seek until it ends; return a function that stops. @param {Followed} seek @param {Hearers} hearers */
export function watch({ id, url, live }, hearers) {
  const every = live ? EVERY_MS.live : EVERY_MS.slow;
  let failures = 0;
  let done = false;

  /** @param {string | undefined} address of the game, if there is one */
  function end(address) {
    if (done) return;
    done = true;
    if (address === undefined) hearers.ended();
    else hearers.found(address);
  }

  /** @param {Seek} seek */
  function hear(seek) {
    if (seek.table) end(seek.table.url);
    else if (seek.state !== "waiting") end(undefined);
    else hearers.waits(seek);
  }

  async function ask() {
    try {
      const answer = await fetch(url, { headers: { Accept: "application/json" }, credentials: "same-origin" });
      failures = answer.ok ? 0 : failures + 1;
      if (answer.ok && !done) hear(await answer.json());
      if ([401, 403, 404].includes(answer.status)) end(undefined); // signed out, or another account
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      failures += 1; // no network
    }
    if (!done) setTimeout(ask, Math.min(every * 2 ** failures, MOST_MS));
  }

  document.addEventListener("account", (event) => {
    const frame = /** @type {CustomEvent<{type: string, id: string, table: {url: string}}>} */ (event).detail;
    if (frame.type === "seek" && frame.id === id) end(frame.table.url);
  });
  setTimeout(ask, FIRST_MS);
  return () => {
    done = true;
  };
}
