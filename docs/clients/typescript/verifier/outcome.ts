// The outcome of a game (docs/rules.md A7, docs/formats/log.md).

import type { Game, Result } from "./game.ts";
import type { JsonObject } from "./json.ts";
import { ranked } from "./piles.ts";
import type { Table } from "./table.ts";

const OUT = 0;
const TAKEN_OVER = 1;
const IN = 2;

export function outcome({ reason, scores, merits }: Result, game: Game, table: Table): JsonObject {
  const ranks = ranked(
    merits.map((merit, seat) => {
      const out = game.out.indexOf(seat);
      if (out >= 0) return [OUT, out];
      return [table.takenOver.has(seat) ? TAKEN_OVER : IN, ...merit];
    }),
  );
  return { reason, scores, ranks, winners: ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : [])) };
}
