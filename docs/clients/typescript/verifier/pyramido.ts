// Pyramido (2023) (docs/rules.md C).

import { range, Stream } from "./chance.ts";
import type { Dominoes } from "./components.ts";
import { Illegal, integer, list, oneOf, record, require } from "./fault.ts";
import type { Game, Result } from "./game.ts";
import type { Json, JsonObject } from "./json.ts";
import { orderFrom, type Pile, refill } from "./piles.ts";
import * as pyramids from "./pyramid.ts";

const COLOURS = ["brown", "blue", "yellow", "turquoise", "red", "green"] as const;

/** `markers` are the unplaced ones; the others lie on the blocks `marked`. */
type Architect = {
  pyramid: pyramids.Pyramid;
  markers: string[];
  marked: pyramids.Block[];
  cards: [string, string][];
  points: number[];
  turns: number;
};
/** The domino of a turn, once it is placed. */
type Current = { space: number; cells: [pyramids.Cell, pyramids.Cell]; mayMark: number[]; resurfaced: boolean };
type State = {
  phase: "place" | "mark" | "finish" | "fill" | "over";
  reason: string;
  stage: number;
  order: number[];
  turn: number;
  quarry: (number | null)[];
  piles: Pile[];
  current: Current | null;
  seats: Architect[];
  out: number[];
};

export class Pyramido implements Game {
  readonly kinds: string[];
  readonly #dominoes: Dominoes;
  #state: State;

  constructor(options: JsonObject, seed: Buffer, components: Dominoes) {
    const seats = options.seats as number;
    this.kinds = Array(seats).fill("architect");
    this.#dominoes = components;
    const deck = new Stream(seed, "deck").shuffle(range(1, 90));
    const quarry = deck.splice(0, 3);
    const starter = Number(new Stream(seed, "start").below(BigInt(seats)));
    this.#state = {
      phase: "place",
      reason: "completed",
      stage: 1,
      order: orderFrom(starter, seats),
      turn: starter,
      quarry,
      piles: [22, 22, 22, 21].map((height) => deck.splice(0, height)),
      current: null,
      seats: range(1, seats).map(() => ({
        pyramid: pyramids.emptyPyramid(),
        markers: [...COLOURS],
        marked: [],
        cards: components.cards.map(([one, other]) => [one, other]),
        points: [],
        turns: 0,
      })),
      out: [],
    };
  }

  setUp(): JsonObject[] {
    const { turn, quarry, piles } = this.#state;
    return [{ type: "set_up", starter: turn, quarry: [...quarry], tops: piles.map((pile) => pile[0] as number) }];
  }

  get out(): number[] {
    return this.#state.out;
  }

  #inGame(): number[] {
    return this.#state.order.filter((seat) => !this.#state.out.includes(seat));
  }

  #architect(seat: number): Architect {
    return this.#state.seats[seat] as Architect;
  }

  toMove(): number[] {
    return this.#state.phase === "over" ? [] : [this.#state.turn];
  }

  secret(): boolean {
    return false;
  }

  revocable(type: string): boolean {
    return type !== "replenish";
  }

  turn(seat: number): number {
    return this.#architect(seat).turns;
  }

  act(seat: number, action: JsonObject): JsonObject[] {
    const { phase } = this.#state;
    const allowed = phase === "finish" ? ["resurface", "replenish"] : [phase];
    const type = oneOf(action.type, "what is done", allowed);
    if (type === "place") return this.#place(seat, action);
    if (type === "mark") return this.#mark(seat, action);
    if (type === "resurface") return this.#resurface(seat, action);
    return type === "replenish" ? this.#replenish(action) : this.#fill(seat, action);
  }

  #place(seat: number, action: JsonObject): JsonObject[] {
    const state = this.#state;
    record(action, "the action", ["type", "quarry", "x", "y", "rotation"]);
    const space = integer(action.quarry, "quarry", 1, 3);
    const x = integer(action.x, "x", -10, 10);
    const y = integer(action.y, "y", -10, 10);
    const rotation = oneOf(action.rotation, "rotation", pyramids.ROTATIONS);
    const domino = state.quarry[space - 1] as number;
    const { pyramid, markers } = this.#architect(seat);
    const blocks = pyramids.place(pyramid, this.#dominoes.face(domino), { x, y }, rotation);
    state.quarry[space - 1] = null;
    const facts: JsonObject[] = [{ type: "placed", seat, space, domino, stage: state.stage, x, y, rotation }];
    const mayMark = [0, 1].filter((i) => {
      const block = blocks[i] as pyramids.Block;
      return markers.includes(block.colour) && block.icons.includes(true);
    });
    const cells: [pyramids.Cell, pyramids.Cell] = [{ x, y }, pyramids.secondCell({ x, y }, rotation)];
    state.current = { space, cells, mayMark, resurfaced: false };
    state.phase = mayMark.length === 2 ? "mark" : "finish";
    if (mayMark.length === 1) facts.push(this.#putMarker(seat, mayMark[0] as number));
    return facts;
  }

  /** Return block 0 or 1 of the domino of this turn: the second last or last that was laid. */
  #newBlock(seat: number, index: number): pyramids.Block {
    return this.#architect(seat).pyramid.blocks.at(index - 2) as pyramids.Block;
  }

  /** Mark a new block; the fact has the coordinates of the placement, which stage 1 may have shifted since. */
  #putMarker(seat: number, index: number): JsonObject {
    const { markers, marked } = this.#architect(seat);
    const block = this.#newBlock(seat, index);
    markers.splice(markers.indexOf(block.colour), 1);
    marked.push(block);
    return { type: "marked", seat, colour: block.colour, ...this.#cell(index) };
  }

  #cell(index: number): pyramids.Cell {
    return (this.#state.current as Current).cells[index] as pyramids.Cell;
  }

  #mark(seat: number, action: JsonObject): JsonObject[] {
    record(action, "the action", ["type", "block"]);
    const facts = [this.#putMarker(seat, integer(action.block, "block", 0, 1))];
    this.#state.phase = "finish";
    return facts;
  }

  #useCard(seat: number, colour: string): void {
    const { cards } = this.#architect(seat);
    const index = cards.findIndex((sides) => sides.includes(colour));
    require(index >= 0, `the player has no card with ${colour} left`);
    cards.splice(index, 1);
  }

  #resurface(seat: number, action: JsonObject): JsonObject[] {
    const current = this.#state.current as Current;
    record(action, "the action", ["type", "block", "colour", "rotation"]);
    const index = integer(action.block, "block", 0, 1);
    const colour = oneOf(action.colour, "colour", COLOURS);
    const rotation = oneOf(action.rotation, "rotation", pyramids.ROTATIONS);
    const block = this.#newBlock(seat, index);
    require(!current.resurfaced, "a card was laid in this turn already");
    require(!this.#architect(seat).marked.includes(block), "the block is marked");
    this.#useCard(seat, colour);
    Object.assign(block, pyramids.turned(pyramids.face(colour, ["tl"]), rotation));
    current.resurfaced = true;
    const facts: JsonObject[] = [
      { type: "resurfaced", seat, colour, stage: this.#state.stage, ...this.#cell(index), rotation },
    ];
    if (this.#architect(seat).markers.includes(colour)) facts.push(this.#putMarker(seat, index));
    return facts;
  }

  #replenish(action: JsonObject): JsonObject[] {
    record(action, "the action", ["type", "pile"]);
    const { space } = this.#state.current as Current;
    const pile = integer(action.pile, "pile", space, space + 1);
    const facts = this.#fillSpace(pile);
    this.#architect(this.#state.turn).turns += 1;
    this.#advance(facts);
    return facts;
  }

  /** Fill the empty space of the quarry from a pile. */
  #fillSpace(number: number): JsonObject[] {
    const { piles, quarry, current } = this.#state;
    const { space } = current as Current;
    const domino = (piles[number - 1] as Pile).shift() as number;
    quarry[space - 1] = domino;
    this.#state.current = null;
    const facts: JsonObject[] = [];
    if ((piles[number - 1] as Pile).length === 0) {
      const { from, dominoes } = refill(piles, number - 1);
      facts.push({ type: "refilled", pile: number, from: from + 1, dominoes });
    }
    const top = (piles[number - 1] as Pile)[0] as number;
    return [{ type: "replenished", space, pile: number, domino, top }, ...facts];
  }

  #fill(seat: number, action: JsonObject): JsonObject[] {
    const { stage } = this.#state;
    const { pyramid } = this.#architect(seat);
    record(action, "the action", ["type", "cards"]);
    const free = pyramids.freeCells(pyramid);
    const laid = list(action.cards, "cards", 2, 2).map((one, i) => {
      const card = record(one, `cards[${i}]`, ["colour", "x", "y", "rotation"]);
      const colour = oneOf(card.colour, `cards[${i}].colour`, COLOURS);
      const at = free.findIndex(({ x, y }) => x === card.x && y === card.y);
      require(at >= 0, `cards[${i}] lies on a cell that is not empty, or outside of the stage`);
      const [cell] = free.splice(at, 1) as [pyramids.Cell];
      const rotation = oneOf(card.rotation, `cards[${i}].rotation`, pyramids.ROTATIONS);
      this.#useCard(seat, colour);
      return { ...pyramids.turned(pyramids.face(colour, ["tl"]), rotation), ...cell, stage };
    });
    pyramids.lay(pyramid, laid as [pyramids.Block, pyramids.Block]);
    const facts: JsonObject[] = [{ type: "filled", seat, stage, cards: action.cards as Json }];
    this.#advance(facts);
    return facts;
  }

  /** Go on to the next player who has not completed the stage, or score it. */
  #advance(facts: JsonObject[]): void {
    const { order, turn, out } = this.#state;
    const from = order.indexOf(turn) + 1;
    for (const seat of [...order.slice(from), ...order.slice(0, from)]) {
      if (out.includes(seat) || this.#architect(seat).pyramid.complete) continue;
      if (this.#beginTurn(seat, facts) || this.#state.phase === "over") return;
    }
    this.#scoreStage(facts);
  }

  /** Begin a turn; a player without room and with too few cards is out (docs/rules.md C3). */
  #beginTurn(seat: number, facts: JsonObject[]): boolean {
    const state = this.#state;
    const { pyramid, cards } = this.#architect(seat);
    state.turn = seat;
    state.phase = pyramids.hasRoom(pyramid) ? "place" : "fill";
    if (state.phase === "place" || cards.length >= pyramids.freeCells(pyramid).length) return true;
    facts.push({ type: "no_room", seat }, { type: "out", seat });
    state.out.push(seat);
    this.#endIfAlone();
    return false;
  }

  #endIfAlone(): boolean {
    if (this.#inGame().length > 1) return false;
    this.#state.phase = "over";
    this.#state.reason = "last_architect";
    return true;
  }

  #scoreStage(facts: JsonObject[]): void {
    const state = this.#state;
    const rows = state.seats.map((architect, seat): Json => {
      if (state.out.includes(seat)) return null;
      const marked = pyramids
        .areas(architect.pyramid)
        .filter((area) => area.blocks.some((block) => architect.marked.includes(block)));
      const mino = marked.length === 0 ? 0 : Math.min(...marked.map((area) => area.icons));
      const points = marked.reduce((sum, area) => sum + area.icons, mino);
      architect.points.push(points);
      architect.turns += 1;
      const areas = marked.map(({ x, y, colour, icons }) => ({ x, y, colour, icons }));
      return { seat, stage: state.stage, areas, mino, points };
    });
    facts.push({ type: "stage_scored", stage: state.stage, seats: rows });
    if (state.stage === pyramids.STAGES) {
      state.phase = "over";
      return;
    }
    const points = (seat: number) => this.#architect(seat).points.at(-1) as number;
    const starter = this.#inGame().reduce((least, seat) => (points(seat) < points(least) ? seat : least));
    state.order = orderFrom(starter, state.seats.length);
    state.stage += 1;
    for (const seat of this.#inGame()) {
      const architect = this.#architect(seat);
      pyramids.nextStage(architect.pyramid);
      architect.markers = [...COLOURS];
      architect.marked = [];
    }
    facts.push({ type: "stage_begun", stage: state.stage, starter });
    this.#beginTurn(starter, facts);
  }

  submit(): JsonObject {
    throw new Illegal("this game has no secret submissions");
  }

  reveal(): null {
    return null;
  }

  dropOut(seat: number): JsonObject[] {
    const state = this.#state;
    const facts: JsonObject[] = [{ type: "out", seat }];
    state.out.push(seat);
    if (state.turn === seat && state.current !== null) facts.push(...this.#fillSpace(state.current.space));
    if (!this.#endIfAlone() && state.turn === seat) this.#advance(facts);
    return facts;
  }

  result(): Result | null {
    const { phase, reason, seats } = this.#state;
    if (phase !== "over") return null;
    const scores = seats.map(({ points }) => points.reduce((sum, one) => sum + one, 0));
    const merits = seats.map(({ cards, points }, seat) => [
      scores[seat] as number,
      cards.length,
      Math.max(0, ...points),
    ]);
    return { reason, scores, merits };
  }

  save(): unknown {
    return structuredClone(this.#state);
  }

  restore(saved: unknown): void {
    this.#state = structuredClone(saved) as State;
  }
}
