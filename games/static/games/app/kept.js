// @ts-check
/**
 * What this browser keeps for the account that is signed in: its games as last seen, and a move that could not be sent.
 * All of it lies in one cache, with the account it belongs to. The cache is deleted when another account is signed in,
 * or none: by the service worker before it hands out a page, and by each page before it shows anything.
 * @typedef {object} UnsentRecord a move
 * @property {string} game public id of the table
 * @property {string} key the move's idempotency key
 * @property {number} seq of the decision
 * @property {unknown} action
 * @property {string} csrf token of the session in which it was made
 * @property {string} title name of the game
 * @property {string} [refused] why the server has refused it
 */

const CACHE = "kept";
const OWNER = "owner";
const GAMES = "games";
const UNSENT = "unsent/";
/** The server’s reason to refuse a move whose session has ended. */
export const ENDED = "csrf_failed";

/** Key in localStorage of how far games were followed on their boards (board/playback/seen.js). */
export const SEEN = "seen";

/** Browsers offer caches to secure pages only; elsewhere nothing is kept. */
const possible = () => "caches" in globalThis && "locks" in navigator;

/** Only one page or worker changes what is kept at a time. @template T @param {() => Promise<T>} change */
const alone = (change) => navigator.locks.request(CACHE, change);

/** @param {string} name */
const address = (name) => `/kept/${name}`;

/** @param {string} name @returns {Promise<any>} null if there is nothing of this name */
async function read(name) {
  const found = await caches.match(address(name), { cacheName: CACHE });
  return found ? found.json() : null;
}

/** @param {string} name @param {unknown} value */
async function write(name, value) {
  const cache = await caches.open(CACHE);
  await cache.put(address(name), Response.json(value));
}

/**
 * Empty what is kept unless it belongs to this account, to which it belongs from now on.
 * @param {string | null} account null if no one is signed in
 */
export async function belongTo(account) {
  if (!possible()) return;
  await alone(async () => {
    if ((await read(OWNER)) === account) return;
    await caches.delete(CACHE);
    if (account !== null) await write(OWNER, account);
  });
}

/**
 * Forget how far games were followed unless this account has followed them. Workers have no localStorage.
 * @param {string | null} account null if no one is signed in
 */
export function forgetSeen(account) {
  try {
    const { me } = JSON.parse(localStorage.getItem(SEEN) ?? "{}");
    if (me !== (account ?? "")) localStorage.removeItem(SEEN);
  } catch {
    // no storage: nothing was kept
  }
}

/** Return the account to which it belongs, or null. @returns {Promise<string | null>} */
export const owner = async () => (possible() ? read(OWNER) : null);

/**
 * Do something with what is kept, unless another account, or none, is signed in meanwhile.
 * @template T @param {string | null} account @param {() => Promise<T>} work
 * @returns {Promise<T | null>} null if nothing was done
 */
async function asOwner(account, work) {
  if (!possible() || account === null) return null;
  return alone(async () => ((await read(OWNER)) === account ? work() : null));
}

/** @param {string} account @param {string} name @param {unknown} value */
const keep = (account, name, value) => asOwner(account, () => write(name, value));

/** @param {string} account @param {any[]} games as `/games/mine/?part=kept` lists them */
export const keepGames = (account, games) => keep(account, GAMES, { games, at_ms: Date.now() });

/** @returns {Promise<{games: any[], at_ms: number} | null>} */
export const keptGames = async () => (possible() ? read(GAMES) : null);

/**
 * Keep a move. Some browsers send it even if no page is open.
 * @param {string} account @param {UnsentRecord} record
 */
export async function keepUnsent(account, record) {
  await keep(account, UNSENT + record.game, record);
  if (!("serviceWorker" in navigator)) return; // this is the worker
  const registration = /** @type {any} */ (await navigator.serviceWorker.getRegistration());
  await registration?.sync?.register("unsent").catch(() => {});
}

/** Forget the move of a game, unless it has another key. @param {string} game @param {string} key */
export async function forgetUnsent(game, key) {
  if (!possible()) return;
  await alone(async () => {
    const record = await read(UNSENT + game);
    if (record?.key === key) await (await caches.open(CACHE)).delete(address(UNSENT + game));
  });
}

/**
 * Return the move of a game that the account could not send.
 * @param {string} game @param {string | null} account @returns {Promise<UnsentRecord | null>}
 */
export const unsentOf = (game, account) => asOwner(account, () => read(UNSENT + game));

/**
 * Return the moves that the account could not send.
 * @param {string | null} account @returns {Promise<UnsentRecord[]>}
 */
export async function allUnsent(account) {
  const found = await asOwner(account, async () => {
    const cache = await caches.open(CACHE);
    const requests = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith(address(UNSENT)));
    return Promise.all(requests.map(async (one) => (await cache.match(one))?.json()));
  });
  return found ?? [];
}

/**
 * Send the moves that wait. The server makes each once, however often it is sent (its key), for the decision it was
 * meant for (its seq), and only in the session in which it was made (its token).
 * @param {string | null} account the account they belong to
 * @param {string} [but] public id of a game whose move the page itself sends
 */
export async function sendUnsent(account, but) {
  if (!possible()) return;
  await navigator.locks.request("unsent", async () => {
    for (const record of await allUnsent(account)) {
      if (record.game !== but && !record.refused) await send(record, account);
    }
  });
}

/** @param {UnsentRecord} record @param {string | null} account */
async function send(record, account) {
  const { game, key, seq, action, csrf } = record;
  let answer;
  try {
    answer = await fetch(`/api/v1/games/${game}/actions`, {
      method: "POST",
      headers: {
        Accept: "application/json",
        "Content-Type": "application/json",
        "X-CSRFToken": csrf,
        "Idempotency-Key": key,
      },
      body: JSON.stringify({ expected_seq: seq, action }),
      credentials: "same-origin",
    });
  } catch {
    return; // still no network
  }
  if (answer.status === 401) await belongTo(null);
  else if (answer.ok) await forgetUnsent(game, key);
  else if (answer.status < 500 && answer.status !== 429) {
    const { code, detail } = await answer.json().catch(() => ({ detail: String(answer.status) }));
    if (account !== null && (await unsentOf(game, account))?.key === key)
      await keepUnsent(account, { ...record, refused: code === ENDED ? ENDED : detail });
  }
}
