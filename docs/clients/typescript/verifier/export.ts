// An export (`pyramido-game/1`), and all that is checked of it (docs/formats/log.md, docs/rules.md E).

import { seedOf, sha256 } from "./chance.ts";
import { cardsOf, componentFile, Dominoes, FILES } from "./components.ts";
import { Fault, Illegal, integer, list, oneOf, record, require } from "./fault.ts";
import type { Game } from "./game.ts";
import { isObject, type Json, type JsonObject } from "./json.ts";
import { type Checked, fold } from "./log.ts";
import { Pyramido } from "./pyramido.ts";
import { SilverGoldPyramids } from "./silver.ts";
import { ForgottenTreasures } from "./treasures.ts";

const HEX = /^[0-9a-f]{64}$/;
const ZEROS = "0".repeat(64);

/** Check an export; return what was checked. Throw Fault for the first thing that is wrong. */
export function verify(document: Json, folder: string): Checked {
  try {
    return checked(document, folder);
  } catch (error) {
    if (error instanceof Illegal) throw new Fault(null, error.message);
    throw error;
  }
}

function checked(document: Json, folder: string): Checked {
  const fields = ["game", "rules_version", "options", "components", "commitment", "secret", "nonces", "events"];
  const file = record(document, "the export", ["format", ...fields]);
  oneOf(file.format, "format", ["pyramido-game/1"]);
  const key = oneOf(file.game, "game", Object.keys(FILES));
  integer(file.rules_version, "rules_version", 1, 1);
  const options = optionsOf(key, file.options);
  const components = record(file.components, "components", ["sha256"], ["content"]);
  require(components.content === undefined || typeof components.content === "string", "components.content is no text");
  const secret = hex(file.secret, "secret");
  const seats = options.seats as number;
  const nonces = list(file.nonces, "nonces", seats, seats).map((nonce, i) => hex(nonce, `nonces[${i}]`));
  const sealed = sha256(Buffer.from(secret, "hex")).toString("hex");
  require(sealed === file.commitment, `commitment is ${file.commitment}; SHA-256 of the secret is ${sealed}`);
  const game = newGame(key, options, seedOf(secret, nonces), componentFile(key, components, folder));
  const events = list(file.events, "events", 1, Number.MAX_SAFE_INTEGER);
  for (const seat of computers(events[0])) {
    require(nonces[seat] === ZEROS, `the computer has seat ${seat} from the start, so nonces[${seat}] must be zeros`);
  }
  const start = {
    game: key,
    rules_version: 1,
    options,
    seats: [...game.kinds],
    components: components.sha256 as Json,
    commitment: sealed,
  };
  return fold(game, events, { start, secret, nonces });
}

function hex(value: Json | undefined, what: string): string {
  require(typeof value === "string" && HEX.test(value), `${what} must be 64 lower-case hex digits`);
  return value;
}

function optionsOf(game: string, value: Json | undefined): JsonObject {
  const options = record(value, "options", ["seats"], ["legend"]);
  const seats = integer(options.seats, "options.seats", game === "forgotten-treasures" ? 1 : 2, 4);
  if (seats === 1) oneOf(options.legend, "options.legend", ["a", "the"]);
  else require(!("legend" in options), "options.legend belongs to solo games only");
  return options;
}

function newGame(key: string, options: JsonObject, seed: Buffer, file: JsonObject): Game {
  if (key === "silver-gold-pyramids") return new SilverGoldPyramids(options, seed, cardsOf(file));
  return new (key === "pyramido" ? Pyramido : ForgottenTreasures)(options, seed, new Dominoes(file));
}

/** Return the seats that the computer has from the start; the log checks how they are written. */
function computers(start: Json | undefined): number[] {
  const payload = isObject(start) ? start.payload : null;
  const ai = isObject(payload) ? payload.ai : null;
  return isObject(ai) ? Object.keys(ai).map(Number) : [];
}
