// Check exported games: `node main.ts FILE…`. README.md says more.

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { verify } from "./export.ts";
import { Fault } from "./fault.ts";
import { isObject, type Json, NotJson, parse } from "./json.ts";
import type { Checked } from "./log.ts";

const USAGE = "usage: node main.ts [--data FOLDER] FILE_OR_FOLDER…";
const [ALL_VERIFY, ONE_DOES_NOT, UNREADABLE] = [0, 1, 2];

const NOT_CHECKED = [
  "times, but for their order and what is up by them: nights, vacations and outages are not in a log",
  "who the players were, and whether the site has this log: compare its last hash with one from another source",
  "whether something without effect was left out, such as a submission that was replaced",
  "whether the server drew the secret by chance",
];

function main(args: string[]): number {
  const at = args.indexOf("--data");
  const [, folder = projectData()] = at < 0 ? [] : args.splice(at, 2);
  if (args.length === 0) {
    console.error(USAGE);
    return UNREADABLE;
  }
  let texts: [string, string][];
  try {
    texts = args.flatMap(files).flatMap(documents);
  } catch (error) {
    console.error(`cannot be read: ${(error as Error).message}`);
    return UNREADABLE;
  }
  const right = texts.filter(([name, text]) => isRight(name, text, folder)).length;
  console.log(`games that verify: ${right} of ${texts.length}`);
  if (right > 0) for (const line of NOT_CHECKED) console.log(`not checked: ${line}`);
  return right > 0 && right === texts.length ? ALL_VERIFY : ONE_DOES_NOT;
}

/** Return the folder with the project's component files, above this one. */
function projectData(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "engine", "data")) && folder !== dirname(folder)) folder = dirname(folder);
  return join(folder, "engine", "data");
}

function files(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).sort();
  return names.map((name) => join(path, name));
}

/** Return the games of a file, one, or one a line, each with a name for it. */
function documents(path: string): [string, string][] {
  const bytes = readFileSync(path);
  const text = (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString("utf8");
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length <= 1 || !/^\{.*\}\r?$/.test(lines[0] as string)) return [[path, text]];
  return lines.map((line, i) => [`${path}, line ${i + 1}`, line]);
}

/** Check one game and say what was found. */
function isRight(name: string, text: string, folder: string): boolean {
  try {
    console.log(`${name}: ${summary(verify(exportOf(parse(text)), folder))}`);
    return true;
  } catch (error) {
    if (error instanceof NotJson) console.log(`${name}: wrong: it cannot be read, since ${error.message}`);
    else if (error instanceof Fault) console.log(`${name}: wrong: ${error}`);
    else throw error;
    return false;
  }
}

/** Return the export of a line of a month's file; what stands beside it is not checked. */
function exportOf(document: Json): Json {
  const rated = isObject(document) && document.format === "pyramido-rated-game/1";
  return rated ? (document.game ?? null) : document;
}

function summary({ events, actions, facts, timed, ranks }: Checked): string {
  const clocks = timed ? ", clocks as far as they follow from the log" : "";
  const end = ranks === null ? "aborted, without a result" : `ranks ${ranks.join(", ")}`;
  return `checked: seal, seed, deal, ${events} hashes, ${actions} actions, ${facts} facts${clocks}; ${end}`;
}

process.exitCode = main(process.argv.slice(2));
