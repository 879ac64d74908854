// @ts-check
/**
 * How far the reader has followed each game in this browser. It is kept for one account at a time, as the numbers of
 * events alone.
 */

import { SEEN } from "../../app/kept.js";

const MOST = 200;

export class Seen {
  /** @param {string} me the reader's public id, or "" @param {string} game */
  constructor(me, game) {
    this.me = me;
    this.game = game;
  }

  /** @returns {[string, number][]} games and events, the latest last */
  all() {
    try {
      const { me, games } = JSON.parse(localStorage.getItem(SEEN) ?? "{}");
      return me === this.me && Array.isArray(games) ? games : [];
    } catch {
      return []; // no storage, or not what this page has written
    }
  }

  /** The last event that was shown, or null if the game was never shown here. @returns {number | null} */
  get seq() {
    return this.all().find(([game]) => game === this.game)?.[1] ?? null;
  }

  /** @param {number} seq */
  set seq(seq) {
    if (this.seq === seq) return;
    const others = this.all().filter(([game]) => game !== this.game);
    try {
      localStorage.setItem(SEEN, JSON.stringify({ me: this.me, games: [...others, [this.game, seq]].slice(-MOST) }));
    } catch {
      // no storage: nothing is played back after the page was closed
    }
  }
}
