// @ts-check
/**
 * The number of games that wait for the player, beside "My games". It is fetched again when the bell has news, when the
 * game on the page begins or ceases to wait (the board's event `waits`), and when the page is shown again.
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
      if (!answer.ok || answer.redirected) return; // redirected to the sign-in page
      const { waiting } = await answer.json();
      number.textContent = String(waiting);
      badge.hidden = waiting === 0;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // without a network, keep the number
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
