// A player's step in Silver & Gold: Pyramids, and the score card (docs/rules.md D3 and D4).

import type { Card } from "./components.ts";
import { integer, list, record, require } from "./fault.ts";
import type { Json, JsonObject } from "./json.ts";
import { CELLS, cellNumber, isShape, neighbours } from "./shapes.ts";

const CELL = /^[a-e][1-5]$/;
const GEMS = 10;
/** What the worst marked skull costs, by the number of marked ones. */
const SKULLS = [0, 1, 2, 3, 4, 6, 8, 10, 13, 16, 20];

type Worked = { number: number; marked: number[] };
/** `counted` has how many finished cards of each colour have been counted for pyramid points, `pyramids` these points. */
export type Explorer = {
  cards: Worked[];
  finished: number[];
  justFinished: number[];
  red: number;
  green: number;
  torches: number[];
  skulls: number;
  counted: { [colour: string]: number };
  pyramids: number;
};

export function newExplorer(): Explorer {
  const score = { red: 0, green: 0, torches: [], skulls: 0, counted: {}, pyramids: 0 };
  return { cards: [], finished: [], justFinished: [], ...score };
}

export function points({ red, green, torches, finished, pyramids, skulls }: Explorer): number {
  const gems = 5 * Math.min(red, green) + Math.abs(red - green);
  return 5 * torches.length + pyramids + 10 * finished.length + gems - (SKULLS[skulls] as number);
}

/** A step that is being carried out. */
class Step {
  readonly #explorer: Explorer;
  readonly #faces: Map<number, Card>;
  readonly #round: number;
  /** Red crosses for which an extra cell is owed. */
  crosses = 0;

  constructor(explorer: Explorer, faces: Map<number, Card>, round: number) {
    this.#explorer = explorer;
    this.#faces = faces;
    this.#round = round;
  }

  card(number: Json | undefined, what: string): Worked {
    const found = this.#explorer.cards.find((card) => card.number === number);
    require(found !== undefined, `${what} is ${number}, which is not a card of the player`);
    return found;
  }

  #symbol(card: Worked, cell: number): string {
    return (this.#faces.get(card.number) as Card).grid.join("").charAt(cell);
  }

  isFree(card: Worked, cell: number): boolean {
    return !card.marked.includes(cell) && this.#symbol(card, cell) !== "#";
  }

  /** Whether a mark that holds this cell is connected as it must be. */
  mayBeNext(card: Worked, cell: number): boolean {
    if (!this.isFree(card, cell)) return false;
    if (card.marked.length === 0) return this.#symbol(card, cell) === "S";
    return neighbours(cell).some((beside) => card.marked.includes(beside));
  }

  canMark(): boolean {
    return this.#explorer.cards.some((card) => CELLS.some((cell) => this.mayBeNext(card, cell)));
  }

  /** Mark cells at once; their symbols take effect in the order of docs/rules.md D3.1. */
  mark(card: Worked, cells: number[]): void {
    const explorer = this.#explorer;
    card.marked.push(...cells);
    const symbols = cells.map((cell) => this.#symbol(card, cell));
    const count = (symbol: string) => symbols.filter((one) => one === symbol).length;
    explorer.red = Math.min(GEMS, explorer.red + count("r"));
    explorer.green = Math.min(GEMS, explorer.green + count("g"));
    if (count("t") > 0 && !explorer.torches.includes(this.#round)) explorer.torches.push(this.#round);
    explorer.skulls = Math.min(SKULLS.length - 1, explorer.skulls + count("k"));
    explorer.skulls = Math.max(0, explorer.skulls - 2 * count("p"));
    this.crosses += count("x");
    if (count("T") > 0) explorer.justFinished.push(card.number);
  }
}

/** Check a `mark` action and carry it out. */
export function carryOut(
  explorer: Explorer,
  action: JsonObject,
  shape: string,
  faces: Map<number, Card>,
  round: number,
): void {
  const step = new Step(explorer, faces, round);
  record(action, "the action", ["type", "card", "cells"], ["extra"]);
  const card = step.card(action.card, "card");
  const cells = list(action.cells, "cells", 1, 4).map((name) => cellOf(name, "cells"));
  require(new Set(cells).size === cells.length, "a cell stands twice in cells");
  require(cells.length === 1 || isShape(cells, shape), `the cells are neither ${shape} nor a single cell`);
  require(cells.every((cell) => step.isFree(card, cell)), "a cell is marked already, or a wall");
  const why = card.marked.length === 0 ? "the first mark must include the start" : "no cell is beside a marked one";
  require(cells.some((cell) => step.mayBeNext(card, cell)), why);
  step.mark(card, cells);
  list(action.extra ?? [], "extra", 0, 50).forEach((value, i) => {
    const what = `extra[${i}]`;
    const extra = record(value, what, ["card", "cell"]);
    const on = step.card(integer(extra.card, `${what}.card`, 1, 48), `${what}.card`);
    const cell = cellOf(extra.cell, `${what}.cell`);
    require(step.crosses > 0, `${what}: no red cross is left`);
    require(step.mayBeNext(on, cell), `${what}: ${extra.cell} of card ${on.number} cannot be marked`);
    step.crosses -= 1;
    step.mark(on, [cell]);
  });
  require(step.crosses === 0 || !step.canMark(), `extra cells are missing: ${step.crosses}`);
}

function cellOf(name: Json | undefined, what: string): number {
  require(typeof name === "string" && CELL.test(name), `${what}: ${name} is not a cell from a1 to e5`);
  return cellNumber(name);
}
