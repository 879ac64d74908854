// The component files: faces of dominoes and cards (engine/data/README.md).

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "./chance.ts";
import { Fault, require } from "./fault.ts";
import { isObject, type Json, type JsonObject, parse } from "./json.ts";
import { type Domino, face } from "./pyramid.ts";

export const FILES: { [game: string]: string } = {
  "forgotten-treasures": "forgotten_treasures_dominoes.json",
  pyramido: "pyramido_dominoes.json",
  "silver-gold-pyramids": "silver_gold_pyramids_cards.json",
};

export class Dominoes {
  readonly #faces = new Map<number, Domino>();
  /** The two colours of each resurfacing card. */
  readonly cards: [string, string][];

  constructor(file: JsonObject) {
    for (const domino of file.dominoes as { id: number; blocks: { colour: string; icons: string[] }[] }[]) {
      const [first, second] = domino.blocks.map((block) => face(block.colour, block.icons));
      require(first !== undefined && second !== undefined, `domino ${domino.id} has not two blocks`);
      this.#faces.set(domino.id, [first, second]);
    }
    this.cards = (file.resurfacing_cards ?? []) as [string, string][];
    require(this.#faces.size === 90, `the component file has ${this.#faces.size} dominoes; it must have 90`);
  }

  face(id: number): Domino {
    return this.#faces.get(id) as Domino;
  }
}

/** A card of Silver & Gold: its five rows from the top, as written in the file. */
export type Card = { colour: string; grid: string[] };

export function cardsOf(file: JsonObject): Map<number, Card> {
  const cards = file.cards as { number: number; colour: string; grid: string[] }[];
  return new Map(cards.map(({ number, colour, grid }) => [number, { colour, grid }]));
}

/** Return the component file of an export: the one that it contains, or the project's. */
export function componentFile(game: string, components: JsonObject, folder: string): JsonObject {
  const { sha256: stated, content } = components;
  const name = FILES[game] as string;
  const bytes = typeof content === "string" ? Buffer.from(content, "utf8") : readFileSync(join(folder, name));
  const found = sha256(bytes).toString("hex");
  if (found !== stated) {
    const whose = content === undefined ? `${name} in ${folder}` : "components.content";
    throw new Fault(null, `components.sha256 is ${stated}; ${whose} has ${found}`);
  }
  const file: Json = parse(bytes.toString("utf8"));
  if (!isObject(file)) throw new Fault(null, "the component file is no object");
  return file;
}
