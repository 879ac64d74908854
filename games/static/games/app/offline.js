// @ts-check
/** The page without a network: the account's games as last seen, and moves that wait. */
import { keptGames, owner, sendUnsent } from "./kept.js";
import { listUnsent } from "./unsent_list.js";

const AGAIN_MS = 5000;

const time = (/** @type {number} */ ms) =>
  new Date(ms).toLocaleString(document.documentElement.lang, {
    weekday: "short",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  });

/** @returns {Promise<boolean>} whether the site answers */
async function answers() {
  try {
    return (await fetch("/healthz", { cache: "no-store", credentials: "omit" })).ok;
  } catch {
    return false;
  }
}

async function showGames() {
  const section = /** @type {HTMLElement} */ (document.getElementById("kept"));
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById("kept-game"));
  const names = JSON.parse(document.getElementById("game-names")?.textContent ?? "{}");
  const kept = await keptGames();
  if (!kept || kept.games.length === 0) return;
  const { yours = "", theirs = "", open = "", until = "" } = template.dataset;
  const seen = /** @type {HTMLElement} */ (section.querySelector("[data-seen]"));
  seen.textContent = (seen.dataset.seen ?? "").replace("{time}", time(kept.at_ms));
  const lines = kept.games.map((game) => {
    const line = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
    const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (line.querySelector(`[data-${name}]`));
    part("game").textContent = names[game.game] ?? "";
    part("others").textContent = game.others.join(", ");
    const state = game.open ? open : game.yours ? yours : theirs;
    part("state").textContent =
      game.deadline_ms === null ? state : `${state}, ${until.replace("{time}", time(game.deadline_ms))}`;
    line.firstElementChild?.classList.toggle("yours", game.yours);
    return line;
  });
  section.querySelector("ul")?.replaceChildren(...lines);
  section.hidden = false;
}

/** Show nothing while the site answers: the account may have ended elsewhere, and the page asked for is there. */
async function look() {
  if (await answers()) {
    location.reload();
    return;
  }
  await showGames();
  await listUnsent(await owner());
}

async function again() {
  if (await answers()) {
    await sendUnsent(await owner());
    location.reload();
  } else setTimeout(again, AGAIN_MS);
}

window.addEventListener("online", () => void again());
await look();
setTimeout(again, AGAIN_MS);
