// @ts-check
/**
 * What a visitor has learned in this browser (board/learn/progress.js): it is not offered for the first time again, and
 * an account takes it along.
 */

/** Key in localStorage of the steps to do next, by the addresses of lessons. */
export const LESSONS = "lessons";
/** Addresses of lessons, each below that of the game's list. */
const ADDRESS = /^(\/learn\/[a-z-]+\/)[a-z-]+\/$/;

/** Return the lessons begun in this browser, with the step to do next. @returns {[string, number][]} */
function begun() {
  try {
    const kept = Object.entries(JSON.parse(localStorage.getItem(LESSONS) ?? "{}") ?? {});
    return kept.filter(([lesson, step]) => ADDRESS.test(lesson) && Number.isInteger(step) && step >= 0);
  } catch {
    return []; // no storage, or not what these pages have written
  }
}

/** Return whether a lesson of the same game was begun in this browser. @param {string} lesson its address */
export function knows(lesson) {
  const game = lesson.replace(ADDRESS, "$1");
  return begun().some(([one]) => one.startsWith(game));
}

/** Offer no game on this page as new that is not. */
export function offerNothingKnown() {
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".start-learn.new"))) {
    if (!knows(link.pathname)) continue;
    link.classList.remove("new");
    link.querySelector(".first-time")?.remove();
  }
  const board = document.getElementById("board");
  if (board?.dataset.first && knows(board.dataset.first)) delete board.dataset.first;
}

/** Tell the server, for the account that is signed in, what was learned without one; it keeps what is further. */
export async function takeAlong() {
  const field = /** @type {HTMLInputElement | null} */ (document.querySelector("input[name=csrfmiddlewaretoken]"));
  for (const [lesson, step] of begun()) {
    const answer = await fetch(lesson, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": field?.value ?? "" },
      body: JSON.stringify({ step, further: true }),
    });
    if ([403, 429].includes(answer.status) || answer.status >= 500) return; // later
    localStorage.setItem(LESSONS, JSON.stringify(Object.fromEntries(begun().filter(([one]) => one !== lesson))));
  }
}
