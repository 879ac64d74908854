// Seal, seed and shuffles (docs/rules.md E).

import { createHash, createHmac } from "node:crypto";

export function sha256(...parts: (Uint8Array | string)[]): Buffer {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** Return the seed of a game from its secret and nonces, 64 hex digits each. */
export function seedOf(secret: string, nonces: string[]): Buffer {
  return sha256(...[secret, ...nonces].map((hex) => Buffer.from(hex, "hex")));
}

const ALL_WORDS = 1n << 64n;

/** The stream of 64-bit words of one label. */
export class Stream {
  #words: bigint[] = [];
  #block = 0n;
  readonly #seed: Buffer;
  readonly #label: string;

  constructor(seed: Buffer, label: "start" | "deck" | "bag" | "expedition") {
    this.#seed = seed;
    this.#label = label;
  }

  word(): bigint {
    if (this.#words.length === 0) {
      const number = Buffer.alloc(8);
      number.writeBigUInt64BE(this.#block++);
      const block = createHmac("sha256", this.#seed).update(this.#label, "ascii").update(number).digest();
      this.#words = [0, 8, 16, 24].map((at) => block.readBigUInt64BE(at));
    }
    return this.#words.shift() as bigint;
  }

  /** Return a number from 0 to n − 1. */
  below(n: bigint): bigint {
    const limit = (ALL_WORDS / n) * n;
    let word = this.word();
    while (word >= limit) word = this.word();
    return word % n;
  }

  /** Return the list shuffled; its index 0 is the top. */
  shuffle<T>(list: readonly T[]): T[] {
    const mixed = [...list];
    for (let i = mixed.length - 1; i > 0; i--) {
      const j = Number(this.below(BigInt(i + 1)));
      [mixed[i], mixed[j]] = [mixed[j] as T, mixed[i] as T];
    }
    return mixed;
  }
}

/** Return the whole numbers from `first` to `last`. */
export function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
