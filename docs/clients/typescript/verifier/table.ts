// What a table knows beside the rules: people, requests, pauses and take-backs (docs/formats/log.md).

import { integer, oneOf, record, require } from "./fault.ts";
import type { Game } from "./game.ts";
import { isObject, type Json, type JsonObject } from "./json.ts";

const LEVEL = /^[a-z0-9:_-]{1,32}$/;
const ZONE = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;
const PAUSE_MS = 30 * 24 * 3600 * 1000;
const HOUR = 3600;
const DAY = 24 * HOUR;

export class Table {
  /** The seats that people had at the start. */
  readonly #people: number[];
  /** The seats whose people have left. */
  readonly left = new Set<number>();
  readonly takenOver = new Set<number>();
  readonly acted = new Set<number>();
  readonly #away = new Set<number>();
  /** Whose submission of this round is in. */
  readonly submitted = new Set<number>();
  asked: { what: string; seat: number; agreed: Set<number> } | null = null;
  pausedMs: number | null = null;
  /** The actions that may be taken back, the latest last, each with the state before it. */
  undo: { seq: number; seat: number; saved: unknown }[] = [];

  /** `start` is the payload of event 0. */
  constructor(kinds: readonly string[], start: JsonObject) {
    const computers = new Set<number>();
    if ("ai" in start) {
      const ai = record(start.ai, "payload.ai", [], Object.keys(kinds));
      require(Object.keys(ai).length > 0, "payload.ai is empty; it must be absent where no AI sits");
      for (const [seat, level] of Object.entries(ai)) {
        require(kinds[Number(seat)] !== "legend", "payload.ai has the seat of the Legend");
        requireLevel(level, `payload.ai.${seat}`);
        computers.add(Number(seat));
      }
    }
    if ("table" in start) checkTerms(start.table);
    this.#people = [...kinds.keys()].filter((seat) => kinds[seat] !== "legend" && !computers.has(seat));
  }

  /** The seats that people still play. */
  people(game: Game): number[] {
    return this.#people.filter((seat) => !this.left.has(seat) && !game.out.includes(seat));
  }

  person(seat: number | null, game: Game): number {
    require(seat !== null && this.people(game).includes(seat), `no person plays seat ${seat}`);
    return seat;
  }

  /** Whether all people who still play have acted; a game that is aborted needs one who has not. */
  allHaveActed(game: Game): boolean {
    return this.people(game).every((seat) => this.acted.has(seat));
  }

  takeOver(seat: number, level: Json | undefined): void {
    requireLevel(level, "payload.ai");
    this.left.add(seat);
    this.takenOver.add(seat);
  }

  /** Carry out an event that changes nothing on the board; return what the same step derives from it. */
  change(
    kind: string,
    seat: number | null,
    payload: JsonObject,
    atMs: number,
    game: Game,
  ): { kind: string; seat: number | null; payload: JsonObject }[] {
    if (kind === "grace") {
      require(seat === null, "“grace” belongs to no seat");
      record(payload, "payload", []);
      return [];
    }
    if (kind === "resumed") {
      record(payload, "payload", []);
      this.#resume(seat, atMs, game);
      return [];
    }
    const person = this.person(seat, game);
    if (kind === "vacation") {
      const { away } = record(payload, "payload", ["away"]);
      require(typeof away === "boolean", "payload.away must be true or false");
      require(away !== this.#away.has(person), `payload.away is ${away} already`);
      if (away) this.#away.add(person);
      else this.#away.delete(person);
      return [];
    }
    if (kind === "asked") {
      require(this.asked === null, "another request waits for answers");
      const what = oneOf(record(payload, "payload", ["what"]).what, "payload.what", ["pause", "take_back"]);
      if (what === "take_back") require(this.#lastOf(person) >= 0, "the seat has no action that can be taken back");
      this.asked = { what, seat: person, agreed: new Set([person]) };
      return this.#granted(game);
    }
    require(kind === "agreed" || kind === "declined", `“${kind}” is no kind of event`);
    record(payload, "payload", []);
    require(this.asked !== null, "no request waits for an answer");
    if (kind === "declined") {
      this.asked = null;
      return [];
    }
    require(!this.asked.agreed.has(person), `seat ${person} has agreed already, or has asked`);
    this.asked.agreed.add(person);
    return this.#granted(game);
  }

  /** Return the event that follows once all have agreed. */
  #granted(game: Game): { kind: string; seat: number | null; payload: JsonObject }[] {
    const asked = this.asked;
    if (asked === null || !this.people(game).every((seat) => asked.agreed.has(seat))) return [];
    this.asked = null;
    if (asked.what === "pause") return [{ kind: "paused", seat: null, payload: {} }];
    const undone = this.undo[this.#lastOf(asked.seat)] as { seq: number };
    return [{ kind: "taken_back", seat: asked.seat, payload: { to: undone.seq - 1 } }];
  }

  #lastOf(seat: number): number {
    return this.undo.findLastIndex((one) => one.seat === seat);
  }

  #resume(seat: number | null, atMs: number, game: Game): void {
    require(this.pausedMs !== null, "the game is not paused");
    if (seat !== null) this.person(seat, game);
    else {
      const over = this.people(game).length === 0 || atMs >= this.pausedMs + PAUSE_MS;
      require(over, "people still play, and the pause has lasted less than 30 days");
    }
    this.pausedMs = null;
  }
}

function requireLevel(level: Json | undefined, what: string): void {
  require(typeof level === "string" && LEVEL.test(level), `${what} is no name of a level`);
}

/** Check what the table has agreed on beside the rules. */
function checkTerms(value: Json | undefined): void {
  const terms = record(value, "payload.table", [], ["time_control", "weekend", "vacation", "rated"]);
  const control = terms.time_control;
  for (const name of ["vacation", "rated"]) {
    require(!(name in terms) || typeof terms[name] === "boolean", `payload.table.${name} must be true or false`);
  }
  require(terms.rated !== true || control !== undefined, "a rated game has a time control");
  const shortest = control === undefined ? 0 : checkControl(control);
  const zone = terms.weekend ?? null;
  if (zone === null) return;
  require(shortest >= HOUR, "payload.table.weekend needs a time control of an hour or more");
  require(typeof zone === "string" && ZONE.test(zone), "payload.table.weekend is no name of a time zone");
}

/** Check a time control; return the time for the first turn, in seconds. */
function checkControl(control: Json): number {
  const what = "payload.table.time_control";
  if (isObject(control) && control.system === "fischer") {
    record(control, what, ["system", "initial", "increment", "max"]);
    const initial = integer(control.initial, `${what}.initial`, 3, 90 * DAY);
    integer(control.increment, `${what}.increment`, 0, 7 * DAY);
    integer(control.max, `${what}.max`, initial, 90 * DAY);
    return initial;
  }
  const { system, seconds } = record(control, what, ["system", "seconds"]);
  oneOf(system, `${what}.system`, ["per_move", "fischer"]);
  return integer(seconds, `${what}.seconds`, 3, 30 * DAY);
}
