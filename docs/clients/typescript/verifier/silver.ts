// Silver & Gold: Pyramids (docs/rules.md D).

import { range, Stream } from "./chance.ts";
import type { Card } from "./components.ts";
import { integer, list, record, require } from "./fault.ts";
import type { Game, Result } from "./game.ts";
import type { Json, JsonObject } from "./json.ts";
import { EXPEDITION } from "./shapes.ts";
import { carryOut, type Explorer, newExplorer, points } from "./step.ts";

const ROUNDS = 4;
const STEPS = 7;
const RESERVE = 4;
const AWARDS = [10, 6, 3];

type State = {
  phase: "keep" | "mark" | "replace" | "over";
  reason: string;
  step: number;
  dealt: number[][];
  deck: number[];
  reserve: number[];
  seats: (Explorer & { submitted: JsonObject | null })[];
  /** Who has finished cards to replace, in order, and how many. */
  replacing: { seat: number; left: number }[];
  awards: { [colour: string]: number[] };
  out: number[];
};

export class SilverGoldPyramids implements Game {
  readonly kinds: string[];
  readonly #cards: Map<number, Card>;
  readonly #deckStream: Stream;
  /** The shape of each step, from step 1 at index 0. */
  readonly #shapes: string[];
  #state: State;

  constructor(options: JsonObject, seed: Buffer, cards: Map<number, Card>) {
    const seats = options.seats as number;
    this.kinds = Array(seats).fill("explorer");
    this.#cards = cards;
    this.#deckStream = new Stream(seed, "deck");
    const deck = this.#deckStream.shuffle(range(1, 48));
    const expedition = new Stream(seed, "expedition");
    this.#shapes = range(1, ROUNDS).flatMap(() => expedition.shuffle(EXPEDITION).slice(0, STEPS));
    this.#state = {
      phase: "keep",
      reason: "completed",
      step: 0,
      dealt: range(1, seats).map(() => deck.splice(0, 4)),
      deck: [],
      reserve: [],
      seats: range(1, seats).map(() => ({ ...newExplorer(), submitted: null })),
      replacing: [],
      awards: Object.fromEntries(["green", "orange", "purple"].map((colour) => [colour, [...AWARDS]])),
      out: [],
    };
  }

  setUp(): JsonObject[] {
    return [{ type: "dealt", cards: 4 }];
  }

  get out(): number[] {
    return this.#state.out;
  }

  #inGame(): number[] {
    return range(0, this.kinds.length - 1).filter((seat) => !this.#state.out.includes(seat));
  }

  #explorer(seat: number): State["seats"][number] {
    return this.#state.seats[seat] as State["seats"][number];
  }

  toMove(): number[] {
    const { phase, replacing } = this.#state;
    if (phase === "over") return [];
    if (phase === "replace") return replacing.slice(0, 1).map(({ seat }) => seat);
    return this.#inGame().filter((seat) => this.#explorer(seat).submitted === null);
  }

  secret(): boolean {
    return this.#state.phase === "keep" || this.#state.phase === "mark";
  }

  revocable(): boolean {
    return false;
  }

  turn(): number {
    const { phase, step } = this.#state;
    return phase === "keep" ? 0 : 2 * step - (phase === "mark" ? 1 : 0);
  }

  submit(seat: number, action: JsonObject): JsonObject {
    const { phase, step, dealt } = this.#state;
    const explorer = this.#explorer(seat);
    require(action.type === phase, `“${action.type}” is not what is to be done now, but “${phase}”`);
    if (phase === "keep") {
      record(action, "the action", ["type", "cards"]);
      const cards = list(action.cards, "cards", 2, 2);
      require(cards[0] !== cards[1], "the two cards are the same");
      const mine: Json[] = dealt[seat] as number[];
      for (const card of cards) require(mine.includes(card), `card ${card} was not dealt to the player`);
      explorer.submitted = action;
    } else {
      // Carried out on a copy, for the rules that it must follow.
      const shape = this.#shapes[step - 1] as string;
      carryOut(structuredClone(explorer), action, shape, this.#cards, this.#round());
      explorer.submitted = { extra: [], ...action };
    }
    return explorer.submitted;
  }

  #round(): number {
    return Math.ceil(this.#state.step / STEPS);
  }

  reveal(): { submissions: Json[]; facts: JsonObject[] } | null {
    const state = this.#state;
    if (!this.secret() || this.toMove().length > 0) return null;
    const submissions = state.seats.map((explorer) => explorer.submitted);
    for (const explorer of state.seats) explorer.submitted = null;
    const facts = state.phase === "keep" ? this.#keep(submissions) : this.#mark(submissions);
    return { submissions, facts };
  }

  #keep(submissions: (JsonObject | null)[]): JsonObject[] {
    const state = this.#state;
    const kept = submissions.map((action) => (action === null ? null : [...(action.cards as number[])]));
    kept.forEach((cards, seat) => {
      this.#explorer(seat).cards = (cards ?? []).map((number) => ({ number, marked: [] }));
    });
    const unused = new Set(kept.flatMap((cards, seat) => cards ?? (state.dealt[seat] as number[])));
    state.deck = this.#deckStream.shuffle(range(1, 48).filter((card) => !unused.has(card)));
    state.reserve = state.deck.splice(0, RESERVE);
    const facts: JsonObject[] = [{ type: "kept", seats: kept, reserve: [...state.reserve] }];
    this.#beginStep(facts);
    return facts;
  }

  #beginStep(facts: JsonObject[]): void {
    const state = this.#state;
    state.step += 1;
    state.phase = "mark";
    facts.push({ type: "step_begun", step: state.step, shape: this.#shapes[state.step - 1] as string });
    for (const seat of this.#inGame()) {
      if (this.#explorer(seat).cards.length === 0) this.#explorer(seat).submitted = { type: "pass" };
    }
    facts.push(...(this.reveal()?.facts ?? []));
  }

  #mark(submissions: (JsonObject | null)[]): JsonObject[] {
    const state = this.#state;
    const facts: JsonObject[] = [{ type: "marked", step: state.step, seats: [...submissions] }];
    submissions.forEach((action, seat) => {
      const explorer = this.#explorer(seat);
      explorer.justFinished = [];
      if (action === null || action.type === "pass") return;
      carryOut(explorer, action, this.#shapes[state.step - 1] as string, this.#cards, this.#round());
      const cards = explorer.justFinished.sort((a, b) => a - b);
      if (cards.length === 0) return;
      explorer.cards = explorer.cards.filter((card) => !cards.includes(card.number));
      explorer.finished.push(...cards);
      state.replacing.push({ seat, left: cards.length });
    });
    const cardsOf = ({ seat }: { seat: number }) => this.#explorer(seat).justFinished;
    state.replacing.sort((a, b) => (cardsOf(a)[0] as number) - (cardsOf(b)[0] as number));
    for (const one of state.replacing) {
      facts.push({ type: "finished_cards", seat: one.seat, cards: [...cardsOf(one)] });
    }
    if (state.step === ROUNDS * STEPS) state.replacing = [];
    state.phase = "replace";
    this.#goOn(facts);
    return facts;
  }

  act(seat: number, action: JsonObject): JsonObject[] {
    const state = this.#state;
    require(action.type === "replace", `“${action.type}” is not what is to be done now, but “replace”`);
    record(action, "the action", ["type", "card"]);
    const chosen = integer(action.card, "card", 0, 48);
    const unseen = chosen === 0;
    if (unseen) require(state.deck.length > 0, "the deck is empty");
    else require(state.reserve.includes(chosen), `card ${chosen} is not in the reserve`);
    const card = unseen ? (state.deck.shift() as number) : chosen;
    if (!unseen) state.reserve.splice(state.reserve.indexOf(card), 1);
    this.#explorer(seat).cards.push({ number: card, marked: [] });
    const facts: JsonObject[] = [{ type: "replaced", seat, card, unseen }];
    const turn = state.replacing[0] as { left: number };
    turn.left -= 1;
    if (turn.left === 0 || state.deck.length + state.reserve.length === 0) this.#nextToReplace(facts);
    this.#goOn(facts);
    return facts;
  }

  #nextToReplace(facts: JsonObject[]): void {
    const { replacing, deck, reserve } = this.#state;
    replacing.shift();
    const cards = deck.splice(0, RESERVE - reserve.length);
    reserve.push(...cards);
    if (cards.length > 0) facts.push({ type: "reserve_filled", cards });
  }

  /** Award points and begin the next step, unless finished cards are still to be replaced. */
  #goOn(facts: JsonObject[]): void {
    const state = this.#state;
    if (state.deck.length + state.reserve.length === 0) state.replacing = [];
    if (state.replacing.length > 0) return;
    this.#award(facts);
    if (state.step < ROUNDS * STEPS) this.#beginStep(facts);
    else state.phase = "over";
  }

  #award(facts: JsonObject[]): void {
    const done = this.#inGame().flatMap((seat) => this.#explorer(seat).justFinished.map((card) => ({ seat, card })));
    for (const { seat, card } of done.sort((a, b) => a.card - b.card)) {
      const explorer = this.#explorer(seat);
      const { colour } = this.#cards.get(card) as Card;
      const count = (explorer.counted[colour] ?? 0) + 1;
      explorer.counted[colour] = count;
      if (count !== 2 && count !== 4 && count !== 6) continue;
      const award = (this.#state.awards[colour] as number[]).shift();
      if (award === undefined) continue;
      explorer.pyramids += award;
      facts.push({ type: "pyramid_points", seat, card, colour, points: award });
    }
    for (const explorer of this.#state.seats) explorer.justFinished = [];
  }

  dropOut(seat: number): JsonObject[] {
    const state = this.#state;
    const facts: JsonObject[] = [{ type: "out", seat }];
    state.out.push(seat);
    const explorer = this.#explorer(seat);
    explorer.submitted = null;
    explorer.cards = [];
    if (this.#inGame().length === 1) {
      state.phase = "over";
      state.reason = "last_explorer";
      return facts;
    }
    if (state.phase !== "replace") return facts;
    if (state.replacing[0]?.seat === seat) this.#nextToReplace(facts);
    else state.replacing = state.replacing.filter((one) => one.seat !== seat);
    this.#goOn(facts);
    return facts;
  }

  result(): Result | null {
    const { phase, reason, seats } = this.#state;
    if (phase !== "over") return null;
    const scores = seats.map(points);
    // Of tied players, the one who finished the card with the lowest number is first.
    const merits = seats.map(({ finished }, seat) => [scores[seat] as number, -Math.min(49, ...finished)]);
    return { reason, scores, merits };
  }

  save(): unknown {
    return structuredClone(this.#state);
  }

  restore(saved: unknown): void {
    this.#state = structuredClone(saved) as State;
  }
}
