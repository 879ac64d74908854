// The Legend of solo games (docs/rules.md B5).

import type { Dominoes } from "./components.ts";
import { add, type Counts } from "./game.ts";
import type { JsonObject } from "./json.ts";
import { MYTHICAL, type Spaces } from "./spaces.ts";

const WANTED = 2;

/** The last domino of the Legend's pile is its top one; `points` are those of each scored stage. */
export type Legend = { gems: Counts; pile: number[]; points: number[] };

/** Carry out the Legend's turn; return the facts. */
export function legendTurn(legend: Legend, spaces: Spaces, dominoes: Dominoes): JsonObject[] {
  const top = dominoes.face(legend.pile.at(-1) as number);
  const wanted = top.flatMap((face) => face.icons.filter(Boolean).map(() => face.colour));
  const taken: { space: number; gem: string }[] = [];
  const all = [1, 2, 3, 4, 5];
  const faceUp = all.filter((number) => spaces.space(number).up);
  const take = (number: number, gem: string): boolean => {
    const { gems } = spaces.space(number);
    if ((gems[gem] ?? 0) === 0) return false;
    add(gems, gem, -1);
    add(legend.gems, gem);
    taken.push({ space: number, gem });
    return true;
  };
  for (const number of faceUp) {
    for (const colour of [...wanted]) if (take(number, colour)) wanted.splice(wanted.indexOf(colour), 1);
  }
  for (const number of faceUp) {
    while (taken.length < WANTED && take(number, MYTHICAL));
  }
  const space = taken.at(-1)?.space ?? (faceUp[0] as number);
  const domino = spaces.takeDomino(space);
  const facts: JsonObject[] = [{ type: "legend_took", gems: taken, space, domino }];
  for (const number of all) spaces.replenish(number, facts);
  spaces.refillPile(space, facts);
  facts.push(spaces.turnUp(space));
  legend.pile.push(domino);
  if (taken.length === 0) legendDraws(legend, spaces, facts);
  return facts;
}

export function legendDraws(legend: Legend, spaces: Spaces, facts: JsonObject[]): void {
  const gem = spaces.draw(facts);
  if (gem === null) return;
  add(legend.gems, gem);
  facts.push({ type: "legend_drew", gem });
}

/** Score a stage for the Legend, and discard its coloured gems; return its row in `stage_scored`. */
export function legendScore(legend: Legend, stage: number, discard: Counts): JsonObject {
  const mythical = legend.gems[MYTHICAL] ?? 0;
  let coloured = 0;
  for (const [gem, number] of Object.entries(legend.gems)) {
    if (gem === MYTHICAL) continue;
    coloured += number;
    add(discard, gem, number);
    delete legend.gems[gem];
  }
  const points = stage * coloured + 2 * mythical;
  legend.points.push(points);
  return { seat: 1, stage, coloured, mythical, points };
}
