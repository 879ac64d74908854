// @ts-check
/**
 * The games that have a board: one line each. A module gives `open(session, update, urls)`.
 * @typedef {import("./types").Session} Session
 * @typedef {import("./types").BoardComponent} BoardComponent
 * @typedef {{open: (session: Session, update: () => void, urls: Record<string, string>) => Promise<BoardComponent>}} BoardModule
 */

/** @type {Record<string, () => Promise<BoardModule>>} */
const BOARDS = {
  "forgotten-treasures": () => import("./forgotten_treasures/index.js"),
  pyramido: () => import("./pyramido/index.js"),
  "silver-gold-pyramids": () => import("./silver_gold_pyramids/index.js"),
};

/** @param {string} game @returns {Promise<BoardModule>} */
export function boardOf(game) {
  const load = BOARDS[game];
  if (!load) throw new Error(`no board for the game ${game}`);
  return load();
}
