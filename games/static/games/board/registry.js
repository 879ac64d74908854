// @ts-check
/**
 * Load the board of a game: the module `index.js` in the folder named like its key exports `open(session,
 * update, urls)`.
 * @typedef {import("./types").Session} Session
 * @typedef {import("./types").BoardComponent} BoardComponent
 * @typedef {{open: (session: Session, update: () => void, urls: Record<string, string>) => Promise<BoardComponent>}}
 *   BoardModule
 */

/** @param {string} game @returns {Promise<BoardModule>} */
export function boardOf(game) {
  if (!/^[a-z][a-z0-9-]*$/.test(game)) throw new Error(`no board for the game ${game}`);
  return import(`./${game.replaceAll("-", "_")}/index.js`);
}
