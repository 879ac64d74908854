// Piles with gems in front of them, as both kinds of players of Forgotten Treasures use them (docs/rules.md B1, B2).

import { Stream } from "./chance.ts";
import { add, type Counts, total } from "./game.ts";
import type { JsonObject } from "./json.ts";
import { type Pile, refill } from "./piles.ts";

export const MYTHICAL = "mythical";
export const GEMS = ["orange", "blue", "purple", "green", "red", MYTHICAL] as const;
const IN_A_SPACE = 3;

/** `up` says that the top domino of the pile is face up. */
export type Space = { pile: Pile; up: boolean; gems: Counts };
export type Market = { spaces: Space[]; bag: string[]; discard: Counts };

/** What happens to the spaces, the bag and the discard; a method adds its facts to those of the action. */
export class Spaces {
  readonly #bagStream: Stream;
  market: Market;

  /** `deck` is the shuffled deck without the Legend's domino. */
  constructor(seed: Buffer, deck: number[]) {
    this.#bagStream = new Stream(seed, "bag");
    this.market = { spaces: [], bag: [], discard: {} };
    for (const gem of GEMS) add(this.market.discard, gem, gem === MYTHICAL ? 18 : 9);
    this.#shuffleBag();
    for (let i = 0; i < 5; i++) {
      const gems: Counts = {};
      for (const gem of this.market.bag.splice(0, IN_A_SPACE)) add(gems, gem);
      this.market.spaces.push({ pile: deck.splice(0, 18), up: i % 2 === 0, gems });
    }
  }

  #shuffleBag(): void {
    const { discard } = this.market;
    this.market.bag = this.#bagStream.shuffle(GEMS.flatMap((gem) => Array<string>(discard[gem] ?? 0).fill(gem)));
    this.market.discard = {};
  }

  space(number: number): Space {
    return this.market.spaces[number - 1] as Space;
  }

  setUp(): JsonObject[] {
    return this.market.spaces.map(({ pile, up, gems }, i) => ({
      space: i + 1,
      domino: up ? (pile[0] as number) : null,
      gems: { ...gems },
    }));
  }

  /** Take the top domino of a space; what is then on top lies face down. */
  takeDomino(number: number): number {
    const space = this.space(number);
    space.up = false;
    return space.pile.shift() as number;
  }

  /** Refill the pile if it has run out (docs/rules.md A5). */
  refillPile(number: number, facts: JsonObject[]): void {
    if (this.space(number).pile.length > 0) return;
    const piles = this.market.spaces.map((space) => space.pile);
    const { from, dominoes } = refill(piles, number - 1);
    this.space(number).pile = piles[number - 1] as Pile;
    facts.push({ type: "refilled", space: number, from: from + 1, dominoes });
  }

  /** Draw three gems for a space that has none (docs/rules.md B2 step 2). */
  replenish(number: number, facts: JsonObject[]): void {
    const { gems } = this.space(number);
    if (total(gems) > 0) return;
    for (let i = 0; i < IN_A_SPACE; i++) {
      const gem = this.draw(facts);
      if (gem !== null) add(gems, gem);
    }
    if (total(gems) > 0) facts.push({ type: "drew", space: number, gems: { ...gems } });
  }

  /** Draw a gem from the bag, or return null if there is none anywhere. */
  draw(facts: JsonObject[]): string | null {
    const gems = total(this.market.discard);
    if (this.market.bag.length === 0 && gems > 0) {
      this.#shuffleBag();
      facts.push({ type: "recycled", gems });
    }
    return this.market.bag.shift() ?? null;
  }

  /** Turn the top domino of a space face up; return the fact. */
  turnUp(number: number): JsonObject {
    const space = this.space(number);
    space.up = true;
    return { type: "turned", space: number, domino: space.pile[0] as number };
  }
}
