// JSON as the log uses it: read strictly, written canonically (RFC 8785; all numbers are integers).

export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

export class NotJson extends Error {}

const DEEPEST = 64;
const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?![0-9.eE])/y;
const WORD = /true|false|null/y;
const STRING = /"(?:[^"\\]|\\.)*"/y;
const UNPAIRED = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Read a JSON text; unlike JSON.parse, refuse fractions, integers beyond ±(2^53 − 1), names that stand twice in an
 * object, unpaired surrogates and more than 64 levels. Any of them could be read in two ways. */
export function parse(text: string): Json {
  let at = 0;
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null) return null;
    at += found[0].length;
    return found[0];
  };
  const skip = (): string => {
    take(SPACE);
    return text.charAt(at);
  };
  const fail = (what: string): never => {
    throw new NotJson(`${what} at character ${at}`);
  };
  const string = (): string => {
    const written = take(STRING) ?? fail("there is no text");
    let read: string;
    try {
      read = JSON.parse(written);
    } catch {
      return fail("there is a text with a wrong escape or a control character before");
    }
    return UNPAIRED.test(read) ? fail("there is a text with an unpaired surrogate before") : read;
  };
  const list = (depth: number): Json[] => {
    const read: Json[] = [];
    at += 1;
    if (skip() !== "]") {
      do {
        read.push(value(depth));
      } while (skip() === "," && ++at);
    }
    if (text.charAt(at++) !== "]") fail("a list does not end");
    return read;
  };
  const object = (depth: number): JsonObject => {
    const read: JsonObject = Object.create(null);
    at += 1;
    if (skip() !== "}") {
      do {
        skip();
        const name = string();
        if (name in read) fail(`“${name}” stands twice in an object`);
        if (skip() !== ":") fail("there is no colon");
        at += 1;
        read[name] = value(depth);
      } while (skip() === "," && ++at);
    }
    if (text.charAt(at++) !== "}") fail("an object does not end");
    return read;
  };
  const value = (depth: number): Json => {
    if (depth > DEEPEST) fail(`there are more than ${DEEPEST} levels`);
    const first = skip();
    if (first === '"') return string();
    if (first === "[") return list(depth + 1);
    if (first === "{") return object(depth + 1);
    const word = take(WORD);
    if (word !== null) return word === "null" ? null : word === "true";
    const number = Number(take(NUMBER) ?? fail("there is no value, or a number that is no integer"));
    return Number.isSafeInteger(number) ? number : fail("there is a number beyond ±(2^53 − 1)");
  };
  const read = value(0);
  if (skip() !== "") fail("there is something after the value");
  return read;
}

/** Return the canonical text: names in the order of their UTF-16 code units, no spaces, the shortest escapes. */
export function canonical(value: Json): string {
  if (value === null || typeof value !== "object") return Object.is(value, -0) ? "0" : JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const names = Object.keys(value).sort((a, b) => (a < b ? -1 : 1));
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name] as Json)}`).join(",")}}`;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isInteger(value: Json | undefined): value is number {
  return typeof value === "number";
}

export type Difference = { path: string; found: Json | undefined; expected: Json | undefined };

/** Return the first place where two values differ, or null; a name that is absent is undefined. */
export function difference(found: Json | undefined, expected: Json | undefined, path: string): Difference | null {
  if (Array.isArray(found) && Array.isArray(expected)) {
    for (let i = 0; i < Math.max(found.length, expected.length); i++) {
      const differs = difference(found[i], expected[i], `${path}[${i}]`);
      if (differs !== null) return differs;
    }
    return null;
  }
  if (isObject(found) && isObject(expected)) {
    for (const name of new Set([...Object.keys(expected), ...Object.keys(found)])) {
      const differs = difference(found[name], expected[name], `${path}.${name}`);
      if (differs !== null) return differs;
    }
    return null;
  }
  return found === expected ? null : { path, found, expected };
}

/** Return a value as a short text for a sentence. */
export function shown(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  const text = canonical(value);
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}
