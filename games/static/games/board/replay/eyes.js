// @ts-check
/**
 * Through whose eyes the past of an ended game is seen: the reader's own, or those of another player, which show what
 * was secret then. The address names the player's seat (`?seat=1`).
 * @typedef {import("./replay.js").Replay} Replay
 */
import { mySeat } from "../table/players.js";
import { Moments } from "./moments.js";

export class Eyes {
  /** @param {Replay} replay */
  constructor(replay) {
    this.replay = replay;
    const named = /^\d$/.exec(new URLSearchParams(location.search).get("seat") ?? "");
    /** the seat that was asked for @type {number | null} */
    this.wanted = named ? Number(named[0]) : null;
    /** the moments that are loaded, by seat; null: as the reader sees them @type {Map<number | null, Moments>} */
    this.loaded = new Map();
  }

  /** Whether players saw more than others did. */
  get differ() {
    const { over, page } = this.replay;
    return over && !!page.game?.hides;
  }

  /** The seats to choose from. @returns {number[]} */
  get seats() {
    const { seats } = this.replay.real.state.table;
    return this.differ ? seats.filter(({ player, ai, you }) => (player || ai) && !you).map(({ seat }) => seat) : [];
  }

  /** The chosen seat; null for the reader's own eyes. */
  get seat() {
    return this.seats.find((seat) => seat === this.wanted) ?? null;
  }

  /** The query of an address at which every reader sees the same. */
  get query() {
    const seat = this.seat ?? (this.differ ? mySeat(this.replay.real.state.table) : null);
    return seat === null ? "" : `?seat=${seat}`;
  }

  /** @param {number | null} [seat] */
  moments(seat = this.seat) {
    const known = this.loaded.get(seat) ?? new Moments();
    this.loaded.set(seat, known);
    return known;
  }

  /** Show the same moment as a seat saw it, or null as the reader does. @param {number | null} seat */
  async choose(seat) {
    const { replay } = this;
    replay.stop();
    await replay.loading;
    if (await replay.load(seat)) {
      const { moment } = replay;
      this.wanted = seat;
      replay.watched = null;
      history.replaceState(null, "", `${location.pathname}${seat === null ? "" : `?seat=${seat}`}${location.hash}`);
      if (moment) replay.show(this.moments().at(moment.seq));
    }
    replay.page.update();
  }
}
