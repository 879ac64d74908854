// @ts-check
/**
 * How many games wait for the player, beside "My games": looked up again when the bell is told something, when a game on the
 * page has begun or ceased to wait ("waits", of the board), and when the page is shown again.
 */

const SOON_MS = 400;

/** @param {HTMLElement} badge */
function follow(badge) {
  const number = /** @type {HTMLElement} */ (badge.querySelector("[data-number]"));
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let soon;

  function look() {
    clearTimeout(soon);
    soon = setTimeout(read, SOON_MS);
  }

  async function read() {
    try {
      const answer = await fetch(/** @type {string} */ (badge.dataset.url), {
        headers: { Accept: "application/json" },
      });
      if (!answer.ok || answer.redirected) return; // to the page for signing in
      const { waiting } = await answer.json();
      number.textContent = String(waiting);
      badge.hidden = waiting === 0;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // without a network the number stays
    }
  }

  document.addEventListener("bell", look);
  document.addEventListener("waits", look);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) look();
  });
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) look();
  });
}

const count = document.querySelector("[data-games-waiting]");
if (count instanceof HTMLElement) follow(count);
