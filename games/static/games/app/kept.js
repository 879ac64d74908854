// @ts-check
/**
 * What this browser keeps for the account that is signed in: its games as last seen, and a move that could not be sent.
 * All of it lies in one cache, with the account it belongs to. Whoever finds that somebody else is signed in, or nobody,
 * deletes the cache: the service worker before it hands out a page, and each page before it shows anything.
 * @typedef {{game: string, key: string, seq: number, action: unknown, csrf: string, title: string, refused?: string}}
 *   UnsentRecord a move: the table's public id, the move's idempotency key, the decision's seq, the token of the session
 *   in which it was made, what the page is called, and why the server has refused it
 */

const CACHE = "kept";
const OWNER = "owner";
const GAMES = "games";
const UNSENT = "unsent/";

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
 * @param {string | null} account null if nobody is signed in
 */
export async function belongTo(account) {
  if (!possible()) return;
  await alone(async () => {
    if ((await read(OWNER)) === account) return;
    await caches.delete(CACHE);
    if (account !== null) await write(OWNER, account);
  });
}

/** Return the account to which it belongs, or null. @returns {Promise<string | null>} */
export const owner = async () => (possible() ? read(OWNER) : null);

/**
 * Keep a value, unless another account has signed in meanwhile, or nobody is.
 * @param {string} account @param {string} name @param {unknown} value
 */
async function keep(account, name, value) {
  if (!possible()) return;
  await alone(async () => {
    if ((await read(OWNER)) === account) await write(name, value);
  });
}

/** @param {string} account @param {any[]} games as `/games/mine/?part=kept` lists them */
export const keepGames = (account, games) => keep(account, GAMES, { games, at_ms: Date.now() });

/** @returns {Promise<{games: any[], at_ms: number} | null>} */
export const keptGames = async () => (possible() ? read(GAMES) : null);

/** Keep a move; a browser that can sends it even if no page is open. @param {string} account @param {UnsentRecord} record */
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
export const unsentOf = async (game, account) =>
  possible() && account !== null && (await read(OWNER)) === account ? read(UNSENT + game) : null;

/** @returns {Promise<UnsentRecord[]>} */
export async function allUnsent() {
  if (!possible() || !(await caches.has(CACHE))) return [];
  const cache = await caches.open(CACHE);
  const requests = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith(address(UNSENT)));
  const found = await Promise.all(requests.map(async (one) => (await cache.match(one))?.json()));
  return found.filter((one) => one);
}

/**
 * Send the moves that wait. The server makes each once, whoever else sends it (its key), for the decision it was meant
 * for (its seq), and only in the session in which it was made (its token).
 * @param {string} [but] public id of a game whose move the page itself sends
 */
export async function sendUnsent(but) {
  if (!possible()) return;
  await navigator.locks.request("unsent", async () => {
    for (const record of await allUnsent()) if (record.game !== but && !record.refused) await send(record);
  });
}

/** @param {UnsentRecord} record */
async function send(record) {
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
    const { detail } = await answer.json().catch(() => ({ detail: String(answer.status) }));
    const account = await owner();
    if (account !== null && (await unsentOf(game, account))?.key === key)
      await keepUnsent(account, { ...record, refused: detail });
  }
}
