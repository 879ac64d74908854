// What a game of several seats has beside its board: piles, turn order, ranks.

/** The dominoes of a pile by id, the top one first. */
export type Pile = number[];

/** Refill an empty pile from the largest other one (docs/rules.md A5). Return the index of that one, and how many
 * dominoes have moved. */
export function refill(piles: Pile[], empty: number): { from: number; dominoes: number } {
  const largest = Math.max(...piles.map(({ length }) => length));
  const from = piles.findIndex(({ length }) => length === largest);
  const pile = piles[from] as Pile;
  const moved = pile.splice(pile.length - Math.floor(pile.length / 2));
  piles[empty] = moved;
  return { from, dominoes: moved.length };
}

/** Return the seats in turn order from the starter on. */
export function orderFrom(starter: number, seats: number): number[] {
  return Array.from({ length: seats }, (_, i) => (starter + i) % seats);
}

/** Compare two lists of numbers: the first that is larger wins. */
export function better(a: number[], b: number[]): number {
  for (let i = 0; i < a.length; i++) {
    if (a[i] !== b[i]) return (b[i] as number) - (a[i] as number);
  }
  return 0;
}

/** Return each seat's rank from 1 by its list of numbers, the larger the better; equal ones share a rank. */
export function ranked(merits: number[][]): number[] {
  return merits.map((merit) => 1 + merits.filter((other) => better(other, merit) < 0).length);
}
