// The first thing in an export that is wrong.

import { difference, isObject, type Json, type JsonObject, shown } from "./json.ts";

/** `seq` is the event in which it stands, or null where it stands beside the events. */
export class Fault extends Error {
  readonly seq: number | null;

  constructor(seq: number | null, sentence: string) {
    super(sentence);
    this.seq = seq;
  }

  override toString(): string {
    return this.seq === null ? this.message : `event ${this.seq}: ${this.message}`;
  }
}

/** An action that the rules do not allow, or a record that a log cannot have; who folds the log adds the event. */
export class Illegal extends Error {}

export function require(condition: boolean, sentence: string): asserts condition {
  if (!condition) throw new Illegal(sentence);
}

/** Refuse a value that is not the expected one, and say where they differ first. */
export function requireSame(found: Json | undefined, expected: Json | undefined, path: string): void {
  const differs = difference(found, expected, path);
  if (differs === null) return;
  throw new Illegal(`${differs.path} is ${shown(differs.found)}; it must be ${shown(differs.expected)}`);
}

/** Return an object that has all of `names`, perhaps some of `optional`, and nothing else. */
export function record(value: Json | undefined, what: string, names: string[], optional: string[] = []): JsonObject {
  require(isObject(value), `${what} is ${shown(value)}; it must be an object`);
  for (const name of names) require(name in value, `${what} has no “${name}”`);
  for (const name of Object.keys(value)) {
    require(names.includes(name) || optional.includes(name), `${what} has “${name}”, which does not belong there`);
  }
  return value;
}

/** Return an integer between these two, both included. */
export function integer(value: Json | undefined, what: string, least: number, most: number): number {
  require(typeof value === "number" &&
    least <= value &&
    value <= most, `${what} is ${shown(value)}; it must be an integer from ${least} to ${most}`);
  return value;
}

export function oneOf<T extends Json>(value: Json | undefined, what: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === value);
  require(found !== undefined, `${what} is ${shown(value)}; it must be one of ${allowed.join(", ")}`);
  return found;
}

export function list(value: Json | undefined, what: string, least: number, most: number): Json[] {
  require(Array.isArray(value), `${what} is ${shown(value)}; it must be a list`);
  require(least <= value.length &&
    value.length <=
      most, `${what} has ${value.length} items; it must have ${least === most ? least : `${least} to ${most}`}`);
  return value;
}
