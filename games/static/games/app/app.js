// @ts-check
/**
 * On every page: what the browser keeps belongs to the account of the page; moves that wait are sent and listed; what a
 * visitor has learned is not offered again, and taken along; the service worker is registered.
 */
import { belongTo, forgetSeen, keepGames, keptGames, sendUnsent } from "./kept.js";
import { offerNothingKnown, takeAlong } from "./learned.js";
import { listUnsent } from "./unsent_list.js";

/** Games are looked at again after this time. */
const FRESH_MS = 60_000;

const { account = null, worker, workerType } = document.documentElement.dataset;
/** public id of the game on this page, whose move the board itself sends */
const here = location.pathname.match(/^\/games\/([A-Za-z0-9_-]{12})\/$/)?.[1];

async function send() {
  await sendUnsent(account, here);
  await listUnsent(account, here);
}

/** @param {string} owner */
async function lookAtGames(owner) {
  const kept = await keptGames();
  if (kept && Date.now() - kept.at_ms < FRESH_MS) return;
  const answer = await fetch("/games/mine/?part=kept", { headers: { Accept: "application/json" } });
  if (!answer.ok || answer.redirected) return;
  const told = await answer.json();
  if (told.account === owner) await keepGames(owner, told.games); // another may have signed in beside this page
}

async function begin() {
  forgetSeen(account);
  offerNothingKnown();
  await belongTo(account);
  if (account === null) return;
  window.addEventListener("online", () => void send());
  await send();
  try {
    await takeAlong();
    await lookAtGames(account);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // without a network, the games stay as they were seen
  }
}

void begin();
if (worker && "serviceWorker" in navigator) {
  window.addEventListener("load", () => {
    const type = /** @type {WorkerType} */ (workerType);
    navigator.serviceWorker.register(worker, { scope: "/", type }).catch(() => {
      // a browser that refuses works as without a worker
    });
  });
}
