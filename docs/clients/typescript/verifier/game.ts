// What the log asks of a game's rules.

import type { Json, JsonObject } from "./json.ts";

/** `merits` are compared number by number, the larger the better; those who are out are ranked by the log. */
export type Result = { reason: string; scores: number[]; merits: number[][] };

export interface Game {
  /** What kind of player has each seat. */
  readonly kinds: readonly string[];
  /** The seats that are out, in the order in which they went. */
  readonly out: readonly number[];
  setUp(): JsonObject[];
  /** The seats that owe something now. */
  toMove(): number[];
  /** Whether what they owe is a secret submission. */
  secret(): boolean;
  /** Carry out a public action; return the facts. Throw Illegal if the rules do not allow it. */
  act(seat: number, action: JsonObject): JsonObject[];
  /** Take a submission, also in place of an earlier one; return it with all its fields. Throw Illegal if the rules do
   * not allow it. */
  submit(seat: number, action: JsonObject): JsonObject;
  /** Once all submissions are in, carry them out: return them and the facts. Before, return null. */
  reveal(): { submissions: Json[]; facts: JsonObject[] } | null;
  /** A player goes out (docs/rules.md A7). */
  dropOut(seat: number): JsonObject[];
  /** The result, or null while the game goes on. */
  result(): Result | null;
  /** Whether an action of this type may be taken back until the next player acts. */
  revocable(type: string): boolean;
  /** The number of the turn that the seat owes, as its clock has it (docs/formats/log.md, Time). */
  turn(seat: number): number;
  save(): unknown;
  restore(saved: unknown): void;
}

/** How many of each; none are left out. */
export type Counts = { [name: string]: number };

export function add(counts: Counts, name: string, number = 1): void {
  const left = (counts[name] ?? 0) + number;
  if (left === 0) delete counts[name];
  else counts[name] = left;
}

export function total(counts: Counts): number {
  return Object.values(counts).reduce((sum, number) => sum + number, 0);
}
