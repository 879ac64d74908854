// The log of a game: the chain, every event, and what follows from it (docs/formats/log.md).

import { sha256 } from "./chance.ts";
import { Clocks } from "./clocks.ts";
import { Fault, Illegal, integer, oneOf, record, require, requireSame } from "./fault.ts";
import type { Game } from "./game.ts";
import { canonical, isObject, type Json, type JsonObject, shown } from "./json.ts";
import { outcome } from "./outcome.ts";
import { Table } from "./table.ts";

const FIRST_HASH = "0".repeat(64);
const DERIVED = ["revealed", "paused", "finished"];
const MEANWHILE = ["resumed", "resigned", "taken_over", "removed", "vacation", "grace", "aborted"];
const LEAVING = ["resigned", "taken_over", "timed_out", "removed"];
const SILENCE_MS = 90 * 24 * 3600 * 1000;

/** What the export says beside its log. */
export type Given = { start: JsonObject; secret: string; nonces: string[] };
/** What a log turned out to have; `ranks` is null if the game was aborted. */
export type Checked = { events: number; actions: number; facts: number; timed: boolean; ranks: number[] | null };
/** An event as it has to be: what a step derives. */
type Event = { kind: string; seat: number | null; payload: JsonObject };

/** Check all events of a game. Throw Fault for the first thing that is wrong. */
export function fold(game: Game, events: Json[], given: Given): Checked {
  const log = new Log(game, given);
  let hash = FIRST_HASH;
  events.forEach((event, seq) => {
    try {
      hash = chained(event, seq, hash);
      log.advance(event as JsonObject);
    } catch (error) {
      if (error instanceof Illegal) throw new Fault(seq, error.message);
      throw error;
    }
  });
  if (!log.ended) throw new Fault(events.length - 1, "the log ends here, with neither “finished” nor “aborted”");
  return { events: events.length, ...log.checked };
}

/** Check the shape and the hash of an event; return the hash. */
function chained(value: Json, seq: number, previous: string): string {
  const names = ["seq", "seat", "kind", "payload", "at_ms"];
  const event = record(value, "the event", [...names, "hash"]);
  require(event.seq === seq, `seq is ${shown(event.seq)}; it must be ${seq}`);
  const body = Object.fromEntries(names.map((name) => [name, event[name] as Json]));
  const expected = sha256(Buffer.from(previous, "hex"), canonical(body)).toString("hex");
  require(event.hash === expected, `hash is ${shown(event.hash)}; it must be ${expected}`);
  return expected;
}

class Log {
  readonly #game: Game;
  readonly #given: Given;
  #table = new Table([], {});
  #clocks = new Clocks({}, 0, 0);
  #atMs = 0;
  /** The event with which the present step begins. */
  #seq = 0;
  /** What the step still derives from a request; what it derives from the rules, they are asked for. */
  #due: Event[] = [];
  ended = false;
  readonly checked: Omit<Checked, "events"> = { actions: 0, facts: 0, timed: false, ranks: null };

  constructor(game: Game, given: Given) {
    this.#game = game;
    this.#given = given;
  }

  advance(event: JsonObject): void {
    require(!this.ended, "the game has ended; nothing may follow");
    const seats = this.#game.kinds.length;
    const seat = event.seat === null ? null : integer(event.seat, "seat", 0, seats - 1);
    const atMs = integer(event.at_ms, "at_ms", 0, Number.MAX_SAFE_INTEGER);
    require(isObject(event.payload), "payload must be an object");
    const now: Event = { kind: event.kind as string, seat, payload: event.payload };
    if (event.seq === 0) this.#start(now, atMs);
    else {
      require(atMs >= this.#atMs, `at_ms is ${atMs}, earlier than that of the event before, ${this.#atMs}`);
      const due = this.#derived();
      if (due !== null) this.#compare(now, due, atMs);
      else {
        this.#clocks.end(this.#game, this.#table, this.ended);
        this.#seq = event.seq as number;
        this.#step(now, atMs);
      }
    }
    if (this.ended) this.#clocks.end(this.#game, this.#table, this.ended);
    this.#atMs = atMs;
  }

  /** Return the event that must follow in the same step, or null. */
  #derived(): Event | null {
    const revealed = this.#game.reveal();
    if (revealed !== null) return { kind: "revealed", seat: null, payload: { ...revealed } };
    const due = this.#due.shift();
    if (due !== undefined) return due;
    const result = this.#game.result();
    if (result === null) return null;
    const found = outcome(result, this.#game, this.#table);
    const { secret, nonces } = this.#given;
    return { kind: "finished", seat: null, payload: { outcome: found, secret, nonces } };
  }

  #compare(found: Event, due: Event, atMs: number): void {
    require(found.kind === due.kind, `an event “${found.kind}” stands here; “${due.kind}” must follow`);
    require(atMs === this.#atMs, `at_ms is ${atMs}; it must be that of the event before, ${this.#atMs}`);
    requireSame(found.seat, due.seat, "seat");
    requireSame(found.payload, due.payload, "payload");
    if (due.kind === "finished") {
      this.ended = true;
      this.checked.ranks = (due.payload.outcome as { ranks: number[] }).ranks;
    } else if (due.kind === "revealed") {
      this.checked.facts += (due.payload.facts as Json[]).length;
      this.#table.undo = [];
    } else if (due.kind === "paused") this.#table.pausedMs = atMs;
    else this.#takeBack(due.payload.to as number);
  }

  #takeBack(to: number): void {
    const { undo } = this.#table;
    const index = undo.findIndex((one) => one.seq === to + 1);
    this.#game.restore((undo[index] as { saved: unknown }).saved);
    undo.splice(index);
    this.#table.asked = null;
  }

  #start(event: Event, atMs: number): void {
    require(event.kind === "start" && event.seat === null, "event 0 must be “start” of no seat");
    const names = Object.keys(this.#given.start);
    const payload = record(event.payload, "payload", [...names, "facts"], ["ai", "table", "clocks"]);
    for (const name of names) requireSame(payload[name], this.#given.start[name], `payload.${name}`);
    requireSame(payload.facts, this.#game.setUp(), "payload.facts");
    this.checked.facts += 1;
    this.#table = new Table(this.#game.kinds, payload);
    this.#clocks = new Clocks((payload.table ?? {}) as JsonObject, this.#game.kinds.length, atMs);
    this.checked.timed = this.#clocks.timed;
    this.#clocks.begin(payload.clocks, 0, atMs, false);
  }

  /** Carry out an event that begins a step. */
  #step(event: Event, atMs: number): void {
    const { kind, seat, payload } = event;
    require(!DERIVED.includes(kind), `“${kind}” does not follow from the events before it`);
    require(this.#table.pausedMs === null ||
      MEANWHILE.includes(kind), `the game is paused, so “${kind}” cannot be before “resumed”`);
    const { clocks: _, ...fields } = payload;
    if (kind === "action" || kind === "submission") this.#play(kind, seat, fields);
    else if (LEAVING.includes(kind)) this.#leave(kind, seat, fields, atMs);
    else if (kind === "aborted") this.#abort(seat, fields, atMs);
    else if (kind === "taken_back") this.#ownTakeBack(seat, fields);
    else this.#due = this.#table.change(kind, seat, fields, atMs, this.#game);
    this.#clocks.begin(event.payload.clocks, this.#seq, atMs, kind === "grace");
  }

  #play(kind: string, seat: number | null, payload: JsonObject): void {
    const game = this.#game;
    record(payload, "payload", kind === "action" ? ["action", "facts"] : ["action"]);
    const { action } = payload;
    require(isObject(action), "payload.action must be an object");
    const owes = game.toMove();
    const may = seat !== null && (owes.includes(seat) || (game.secret() && this.#table.submitted.has(seat)));
    require(may, `seat ${seat} is not to move, but ${owes.join(", ")}`);
    require(game.secret() === (kind === "submission"), `“${kind}” is not what the seat owes now`);
    this.checked.actions += 1;
    this.#table.acted.add(seat);
    this.#table.asked = null;
    if (kind === "submission") {
      requireSame(action, game.submit(seat, action), "payload.action");
      this.#table.submitted.add(seat);
      this.#table.undo = [];
      if (game.toMove().length === 0) this.#table.submitted.clear();
      return;
    }
    const revocable = game.revocable(action.type as string);
    const saved = revocable ? game.save() : null;
    const facts = game.act(seat, action);
    requireSame(payload.facts, facts, "payload.facts");
    this.checked.facts += facts.length;
    if (revocable) this.#table.undo.push({ seq: this.#seq, seat, saved });
    else this.#table.undo = [];
  }

  #leave(kind: string, seat: number | null, payload: JsonObject, atMs: number): void {
    const game = this.#game;
    const table = this.#table;
    const person = table.person(seat, game);
    if (kind === "timed_out") this.#requireLate(person, atMs);
    const played = kind === "taken_over" || (kind !== "resigned" && "ai" in payload);
    record(payload, "payload", [played ? "ai" : "facts"]);
    table.asked = null;
    if (played) {
      table.takeOver(person, payload.ai);
      return;
    }
    const facts = game.dropOut(person);
    requireSame(payload.facts, facts, "payload.facts");
    this.checked.facts += facts.length;
    table.left.add(person);
    table.undo = [];
  }

  /** The seat is to move, and its time is up; without a time control, after 90 days without an event. */
  #requireLate(seat: number, atMs: number): void {
    require(this.#game.toMove().includes(seat), `seat ${seat} is not to move, so its time cannot be up`);
    const deadline = this.#clocks.timed ? this.#clocks.deadline(seat) : this.#atMs + SILENCE_MS;
    require(deadline !== null && atMs >= deadline, `at_ms is ${atMs}; the time of seat ${seat} is up at ${deadline}`);
  }

  #abort(seat: number | null, payload: JsonObject, atMs: number): void {
    const person = this.#table.person(seat, this.#game);
    record(payload, "payload", [], ["late"]);
    if ("late" in payload) {
      oneOf(payload.late, "payload.late", [true]);
      this.#requireLate(person, atMs);
    }
    require(!this.#table.allHaveActed(this.#game), "everyone has acted, so the game cannot be aborted any more");
    this.ended = true;
  }

  #ownTakeBack(seat: number | null, payload: JsonObject): void {
    record(payload, "payload", ["to"]);
    const last = this.#table.undo.at(-1);
    require(last !== undefined && last.seat === seat, "the seat has no action that it may take back without asking");
    requireSame(payload.to, last.seq - 1, "payload.to");
    this.#takeBack(last.seq - 1);
  }
}
