// The clocks in a log, as far as they follow from it (docs/formats/log.md, Time).

import { Fault, integer, list, record, require } from "./fault.ts";
import type { Game } from "./game.ts";
import type { Json, JsonObject } from "./json.ts";
import type { Table } from "./table.ts";

const MOST = Number.MAX_SAFE_INTEGER;
const ALWAYS = ["left_ms", "turn"];
const LASTED = ["used_ms", "begun_ms", "debt_ms"];

export class Clocks {
  readonly timed: boolean;
  readonly #seats: number;
  readonly #startMs: number;
  #gracedMs = -1;
  #last: (JsonObject | null)[] = [];
  /** The event with the clocks of the present step, which are as the whole step leaves them. */
  #seq = 0;

  constructor(table: JsonObject, seats: number, startMs: number) {
    this.timed = table.time_control !== undefined;
    this.#seats = seats;
    this.#startMs = startMs;
  }

  deadline(seat: number): number | null {
    return (this.#last[seat]?.deadline_ms ?? null) as number | null;
  }

  /** Check the clocks of the event that begins a step by themselves. */
  begin(value: Json | undefined, seq: number, atMs: number, grace: boolean): void {
    this.#seq = seq;
    require(this.timed ===
      (value !== undefined), "payload.clocks is in every event that begins a step of a timed game");
    require(this.timed || !grace, "“grace” belongs to timed games");
    if (value === undefined) return;
    const clocks = record(value, "payload.clocks", ["seats"], ["graced_ms"]);
    const seats = list(clocks.seats, "payload.clocks.seats", this.#seats, this.#seats);
    this.#last = seats.map((one, seat) => (one === null ? null : this.#checked(one, seat, atMs)));
    const graced = "graced_ms" in clocks ? integer(clocks.graced_ms, "payload.clocks.graced_ms", 0, MOST) : -1;
    const least = grace ? this.#gracedMs + 1 : this.#gracedMs;
    require(graced >= least, `payload.clocks.graced_ms is ${graced}; it must be ${least} at least`);
    this.#gracedMs = graced;
  }

  #checked(value: Json, seat: number, atMs: number): JsonObject {
    const what = `payload.clocks.seats[${seat}]`;
    const clock = record(value, what, ALWAYS, ["since_ms", "deadline_ms", "night_ms", ...LASTED]);
    integer(clock.turn, `${what}.turn`, 0, MOST);
    integer(clock.left_ms, `${what}.left_ms`, -MOST, MOST);
    if ((clock.night_ms ?? null) !== null) integer(clock.night_ms, `${what}.night_ms`, 0, MOST);
    const lasted = atMs - this.#startMs;
    for (const name of LASTED) if (name in clock) integer(clock[name], `${what}.${name}`, -lasted, lasted);
    const { since_ms = null, deadline_ms = null } = clock;
    require((since_ms === null) === (deadline_ms === null), `${what}: since_ms and deadline_ms are not both null`);
    if (since_ms === null) return clock;
    const since = integer(since_ms, `${what}.since_ms`, 0, atMs);
    integer(deadline_ms, `${what}.deadline_ms`, since, MOST);
    return clock;
  }

  /** Once the step is over, check whose clocks run. */
  end(game: Game, table: Table, ended: boolean): void {
    const moves = ended || table.pausedMs !== null ? [] : game.toMove();
    this.#last.forEach((clock, seat) => {
      if (clock === null || (clock.since_ms ?? null) === null) return;
      const what = `payload.clocks.seats[${seat}]`;
      const may = moves.includes(seat) && table.people(game).includes(seat);
      if (!may) throw new Fault(this.#seq, `${what} runs, but no person on this seat is to move after this step`);
      const turn = game.turn(seat);
      if (clock.turn !== turn) throw new Fault(this.#seq, `${what}.turn is ${clock.turn}; it must be ${turn}`);
    });
  }
}
