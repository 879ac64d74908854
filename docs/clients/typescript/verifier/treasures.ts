// Pyramido: Forgotten Treasures (docs/rules.md B).

import { range, Stream } from "./chance.ts";
import type { Dominoes } from "./components.ts";
import { integer, list, oneOf, record, require } from "./fault.ts";
import { add, type Counts, type Game, type Result, total } from "./game.ts";
import type { Json, JsonObject } from "./json.ts";
import { type Legend, legendDraws, legendScore, legendTurn } from "./legend.ts";
import { orderFrom } from "./piles.ts";
import * as pyramids from "./pyramid.ts";
import { GEMS, type Market, MYTHICAL, Spaces } from "./spaces.ts";

const KEPT = 5;
const MANY = 7;

/** `turns` counts turns with a domino, and scored stages. */
type Explorer = {
  gems: Counts;
  pyramid: pyramids.Pyramid;
  points: number[];
  submitted: JsonObject | null;
  turns: number;
};
type State = {
  phase: "take" | "reveal" | "place" | "legend" | "score" | "over";
  reason: string;
  stage: number;
  order: number[];
  turn: number;
  hand: number | null;
  seats: Explorer[];
  legend: Legend | null;
  out: number[];
};

export class ForgottenTreasures implements Game {
  readonly kinds: string[];
  readonly #dominoes: Dominoes;
  readonly #mode: Json;
  readonly #spaces: Spaces;
  #state: State;

  constructor(options: JsonObject, seed: Buffer, components: Dominoes) {
    const seats = options.seats as number;
    this.#dominoes = components;
    this.#mode = options.legend ?? null;
    this.kinds = [...Array(seats).fill("explorer"), ...(this.#mode === null ? [] : ["legend"])];
    const deck = new Stream(seed, "deck").shuffle(range(1, 90));
    const legend = this.#mode === null ? null : { gems: {}, pile: deck.splice(0, 1), points: [] };
    this.#spaces = new Spaces(seed, deck);
    const starter = seats === 1 ? 0 : Number(new Stream(seed, "start").below(BigInt(seats)));
    this.#state = {
      phase: "take",
      reason: "completed",
      stage: 1,
      order: orderFrom(starter, seats),
      turn: starter,
      hand: null,
      seats: range(1, seats).map(() => ({
        gems: {},
        pyramid: pyramids.emptyPyramid(),
        points: [],
        submitted: null,
        turns: 0,
      })),
      legend,
      out: [],
    };
  }

  setUp(): JsonObject[] {
    const { legend, turn } = this.#state;
    const fact: JsonObject = { type: "set_up", starter: turn, spaces: this.#spaces.setUp() };
    if (legend !== null) fact.legend = legend.pile[0] as number;
    return [fact];
  }

  get out(): number[] {
    return this.#state.out;
  }

  /** The seats of the explorers who are still in. */
  #inGame(): number[] {
    return this.#state.order.filter((seat) => !this.#state.out.includes(seat));
  }

  #explorer(seat: number): Explorer {
    return this.#state.seats[seat] as Explorer;
  }

  toMove(): number[] {
    const { phase, turn } = this.#state;
    if (phase === "over") return [];
    if (phase === "score") return this.#inGame().filter((seat) => this.#explorer(seat).submitted === null);
    return [phase === "legend" ? 1 : turn];
  }

  secret(): boolean {
    return this.#state.phase === "score";
  }

  revocable(type: string): boolean {
    return type === "place" && this.#mode === null;
  }

  turn(seat: number): number {
    return this.#state.seats[seat]?.turns ?? 0;
  }

  act(seat: number, action: JsonObject): JsonObject[] {
    const state = this.#state;
    require(action.type === state.phase, `“${action.type}” is not what is to be done now, but “${state.phase}”`);
    if (state.phase === "take") return this.#take(seat, action);
    if (state.phase === "reveal") return this.#reveal(action);
    if (state.phase === "place") return this.#place(seat, action);
    record(action, "the action", ["type"]);
    const facts = legendTurn(state.legend as Legend, this.#spaces, this.#dominoes);
    if (this.#explorer(0).pyramid.complete) this.#beginScoring(facts);
    else this.#beginTurn(0, facts);
    return facts;
  }

  #take(seat: number, action: JsonObject): JsonObject[] {
    const state = this.#state;
    record(action, "the action", ["type", "space", "gem"]);
    const number = integer(action.space, "space", 1, 5);
    const gem = oneOf(action.gem, "gem", GEMS);
    const space = this.#spaces.space(number);
    require(space.up, `the domino of space ${number} is not face up`);
    require((space.gems[gem] ?? 0) > 0, `there is no ${gem} gem in space ${number}`);
    add(space.gems, gem, -1);
    add(this.#explorer(seat).gems, gem);
    state.hand = this.#spaces.takeDomino(number);
    const facts: JsonObject[] = [{ type: "took", seat, space: number, domino: state.hand, gem }];
    this.#spaces.refillPile(number, facts);
    this.#spaces.replenish(number, facts);
    state.phase = "reveal";
    return facts;
  }

  #reveal(action: JsonObject): JsonObject[] {
    record(action, "the action", ["type", "space"]);
    const number = integer(action.space, "space", 1, 5);
    require(!this.#spaces.space(number).up, `the domino of space ${number} is face up already`);
    this.#state.phase = "place";
    return [this.#spaces.turnUp(number)];
  }

  #place(seat: number, action: JsonObject): JsonObject[] {
    const state = this.#state;
    record(action, "the action", ["type", "x", "y", "rotation"]);
    const x = integer(action.x, "x", -10, 10);
    const y = integer(action.y, "y", -10, 10);
    const rotation = oneOf(action.rotation, "rotation", pyramids.ROTATIONS);
    const domino = state.hand as number;
    pyramids.place(this.#explorer(seat).pyramid, this.#dominoes.face(domino), { x, y }, rotation);
    state.hand = null;
    this.#explorer(seat).turns += 1;
    const facts: JsonObject[] = [{ type: "placed", seat, domino, stage: state.stage, x, y, rotation }];
    if (state.legend === null) this.#advance(facts);
    else state.phase = "legend";
    return facts;
  }

  /** Go on to the next player who has not completed the stage, or to the scoring. */
  #advance(facts: JsonObject[]): void {
    const { order, turn } = this.#state;
    const from = order.indexOf(turn) + 1;
    for (const seat of [...order.slice(from), ...order.slice(0, from)]) {
      if (this.#state.out.includes(seat) || this.#explorer(seat).pyramid.complete) continue;
      if (this.#beginTurn(seat, facts)) return;
    }
    this.#beginScoring(facts);
  }

  /** Begin a turn; a player without room loses it, and solo it is the end of the stage. */
  #beginTurn(seat: number, facts: JsonObject[]): boolean {
    const state = this.#state;
    const { pyramid } = this.#explorer(seat);
    if (pyramids.hasRoom(pyramid)) {
      [state.turn, state.phase] = [seat, "take"];
      return true;
    }
    facts.push({ type: "no_room", seat });
    pyramids.complete(pyramid);
    if (state.legend !== null) this.#beginScoring(facts);
    return false;
  }

  /** Let the players choose, but for those who have nothing to choose; if no one has, score the stage at once. */
  #beginScoring(facts: JsonObject[]): void {
    this.#state.phase = "score";
    for (const seat of this.#inGame()) {
      const { gems, pyramid } = this.#explorer(seat);
      const pays = pyramids.areas(pyramid).some((area) => (gems[area.colour] ?? 0) >= 1 || (gems[MYTHICAL] ?? 0) >= 2);
      const owes = pays || (total(gems) > KEPT && this.#state.stage < pyramids.STAGES);
      this.#explorer(seat).submitted = owes ? null : { type: "score", activate: [], discard: {} };
    }
    facts.push(...(this.reveal()?.facts ?? []));
  }

  submit(seat: number, action: JsonObject): JsonObject {
    this.#score(seat, action);
    const activate = (action.activate ?? []) as JsonObject[];
    const submitted = {
      type: "score",
      activate: activate.map((one) => ({ x: 0, y: 0, double: false, mythical: 0, ...one })),
      discard: action.discard ?? {},
    };
    this.#explorer(seat).submitted = submitted;
    return submitted;
  }

  /** Return a submission's row in `stage_scored`, and the gems that are left. */
  #score(seat: number, action: JsonObject): { row: JsonObject; left: Counts } {
    const { stage } = this.#state;
    const { gems, pyramid } = this.#explorer(seat);
    const found = pyramids.areas(pyramid);
    const left: Counts = { ...gems };
    const used = new Set<pyramids.Area>();
    record(action, "the action", ["type"], ["activate", "discard"]);
    require(action.type === "score", `“${action.type}” is not what is to be done now, but “score”`);
    const activations = list(action.activate ?? [], "activate", 0, 40).map((one, i) => {
      const what = `activate[${i}]`;
      const { x, y, double = false, mythical = 0 } = record(one, what, ["x", "y"], ["double", "mythical"]);
      require(typeof double === "boolean", `${what}.double must be true or false`);
      const units = double ? 3 : 1;
      const inMythical = integer(mythical, `${what}.mythical`, 0, units);
      const area = found.find((place) => place.x === x && place.y === y);
      require(area !== undefined, `${what}: there is no area whose first visible quadrant is (${x}, ${y})`);
      require(!used.has(area), `${what}: the area is scored already`);
      used.add(area);
      add(left, MYTHICAL, -2 * inMythical);
      add(left, area.colour, inMythical - units);
      const points = area.icons * (double ? 2 : 1);
      return { x: area.x, y: area.y, colour: area.colour, icons: area.icons, double, mythical: inMythical, points };
    });
    require(Object.values(left).every((number) => number > 0), "the areas cost more gems than the player has");
    const unused = left[MYTHICAL] ?? 0;
    const discard = record(action.discard ?? {}, "discard", [], [...GEMS]);
    const surplus = stage < pyramids.STAGES ? Math.max(0, total(left) - KEPT) : 0;
    for (const gem of Object.keys(discard)) add(left, gem, -integer(discard[gem], `discard.${gem}`, 1, left[gem] ?? 0));
    const discarded = total(discard as Counts);
    require(discarded === surplus, `${discarded} gems are discarded; it must be ${surplus}`);
    const points = activations.reduce((sum, one) => sum + one.points, unused);
    return { row: { seat, stage, activations, mythical: unused, points, discarded: { ...discard } }, left };
  }

  reveal(): { submissions: Json[]; facts: JsonObject[] } | null {
    const state = this.#state;
    if (state.phase !== "score" || this.toMove().length > 0) return null;
    const { discard } = this.#spaces.market;
    const submissions: Json[] = state.seats.map((explorer) => explorer.submitted);
    const rows: Json[] = state.seats.map((explorer, seat) => {
      if (explorer.submitted === null) return null;
      const { row, left } = this.#score(seat, explorer.submitted);
      for (const gem of GEMS) add(discard, gem, (explorer.gems[gem] ?? 0) - (left[gem] ?? 0));
      explorer.gems = left;
      explorer.points.push(row.points as number);
      explorer.submitted = null;
      explorer.turns += 1;
      return row;
    });
    if (state.legend !== null) rows.push(legendScore(state.legend, state.stage, discard));
    const facts: JsonObject[] = [{ type: "stage_scored", stage: state.stage, seats: rows }];
    if (state.stage === pyramids.STAGES) state.phase = "over";
    else this.#beginStage(facts);
    return { submissions, facts };
  }

  #beginStage(facts: JsonObject[]): void {
    const state = this.#state;
    const points = (seat: number) => this.#explorer(seat).points.at(-1) as number;
    const starter = this.#inGame().reduce((least, seat) => (points(seat) < points(least) ? seat : least));
    state.order = orderFrom(starter, state.seats.length);
    state.stage += 1;
    for (const seat of this.#inGame()) pyramids.nextStage(this.#explorer(seat).pyramid);
    facts.push({ type: "stage_begun", stage: state.stage, starter });
    const mythical = state.legend?.gems[MYTHICAL] ?? 0;
    if (this.#mode === "the" && mythical >= MANY) legendDraws(state.legend as Legend, this.#spaces, facts);
    this.#beginTurn(starter, facts);
  }

  dropOut(seat: number): JsonObject[] {
    const state = this.#state;
    const facts: JsonObject[] = [{ type: "out", seat }];
    state.out.push(seat);
    const explorer = this.#explorer(seat);
    explorer.submitted = null;
    explorer.gems = {};
    const onTurn = state.phase !== "score" && state.phase !== "legend" && state.turn === seat;
    if (onTurn && state.phase === "reveal") {
      facts.push(this.#spaces.turnUp([1, 2, 3, 4, 5].find((number) => !this.#spaces.space(number).up) as number));
    }
    if (onTurn && state.hand !== null) {
      facts.push({ type: "lost", domino: state.hand });
      state.hand = null;
    }
    if (state.legend !== null || this.#inGame().length === 1) {
      state.phase = "over";
      state.reason = state.legend === null ? "last_explorer" : "out";
    } else if (onTurn) this.#advance(facts);
    return facts;
  }

  result(): Result | null {
    const { phase, reason, seats, legend } = this.#state;
    if (phase !== "over") return null;
    const points = [...seats, ...(legend === null ? [] : [legend])].map((one) => one.points);
    const scores = points.map((stages) => stages.reduce((sum, one) => sum + one, 0));
    // Against the Legend the player needs strictly more points.
    const merits = scores.map((score, seat) =>
      legend === null
        ? [score, total((seats[seat] as Explorer).gems), Math.max(0, ...(points[seat] as number[]))]
        : [score, seat],
    );
    return { reason, scores, merits };
  }

  save(): unknown {
    return structuredClone([this.#state, this.#spaces.market]);
  }

  restore(saved: unknown): void {
    [this.#state, this.#spaces.market] = structuredClone(saved) as [State, Market];
  }
}
