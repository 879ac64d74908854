"""Verifiable randomness: the committed-seed streams of docs/rules.md E.

The server publishes `commitment(secret)` before it knows any player's nonce. At the start, `seed(secret, nonces)`
determines every shuffle of the game. A stream is a label and the index of its next 64-bit word. It is immutable, like
all parts of a state: drawing returns a new stream.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Iterable, MutableSequence, Sequence
from random import Random
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

NONCE_BYTES = 32
NO_NONCE = bytes(NONCE_BYTES)
_WORD_LIMIT = 2**64
_BLOCK = struct.Struct(">4Q")


def commitment(secret: bytes) -> str:
    """Return the SHA-256 of the 32-byte secret as lower-case hex; it is published when a table is opened."""
    return hashlib.sha256(secret).hexdigest()


def seed(secret: bytes, nonces: Iterable[bytes]) -> bytes:
    """Return SHA-256(secret ‖ nonces in seat order), 32 bytes. Raise ValueError unless each input has 32 bytes."""
    parts = [secret, *nonces]
    for part in parts:
        if len(part) != NONCE_BYTES:
            raise ValueError(f"a secret or nonce must have {NONCE_BYTES} bytes, not {len(part)}")
    return hashlib.sha256(b"".join(parts)).digest()


def words(key: bytes, label: bytes, first: int, count: int) -> list[int]:
    """Return `count` words of the label's stream from index `first` on, each 0 ≤ word < 2⁶⁴."""
    out: list[int] = []
    for block in range(first // 4, (first + count + 3) // 4):
        out += _BLOCK.unpack(hmac.digest(key, label + block.to_bytes(8, "big"), "sha256"))
    skip = first % 4
    return out[skip : skip + count]


class Stream(msgspec.Struct, frozen=True):
    """The stream of one label, of which `used` words have been drawn."""

    key: bytes
    label: str
    used: int = 0

    def below(self, n: int) -> tuple[int, Stream]:
        """Draw a uniform number 0 ≤ x < n (n ≥ 1): words from ⌊2⁶⁴/n⌋·n up are skipped. Return the number and the new
        stream.
        """
        limit = _WORD_LIMIT // n * n
        used = self.used
        while True:
            (word,) = words(self.key, self.label.encode("ascii"), used, 1)
            used += 1
            if word < limit:
                return word % n, Stream(self.key, self.label, used)

    def shuffle(self, items: Sequence[T]) -> tuple[tuple[T, ...], Stream]:
        """Shuffle by Fisher–Yates: for i = len−1 … 1 swap i with below(i+1). Return the items and the new stream."""
        out = list(items)
        label = self.label.encode("ascii")
        ahead = words(self.key, label, self.used, len(out))
        # As in `below`, a word is accepted if it is below ⌊2⁶⁴/n⌋·n = 2⁶⁴ − 2⁶⁴ mod n. Since 2⁶⁴ mod n < n ≤ len(out),
        # every word below `always_accepted` is accepted for every n; only the few others need the division.
        always_accepted = _WORD_LIMIT - len(out)
        drawn = 0
        for i in range(len(out) - 1, 0, -1):
            n = i + 1
            while True:
                if drawn == len(ahead):
                    ahead += words(self.key, label, self.used + drawn, 4)
                word = ahead[drawn]
                drawn += 1
                if word < always_accepted or word < _WORD_LIMIT - _WORD_LIMIT % n:
                    break
            j = word % n
            out[i], out[j] = out[j], out[i]
        return tuple(out), Stream(self.key, self.label, self.used + drawn)


class StreamRandom(Random):
    """A `random.Random` that draws from a stream. The methods defined here return the same with any version of Python;
    the others work too, but follow the algorithms of the version that runs.
    """

    def __init__(self, stream: Stream) -> None:
        super().__init__()
        self._stream = stream

    def _below(self, n: int) -> int:
        number, self._stream = self._stream.below(n)
        return number

    def random(self) -> float:
        """Return a number 0 ≤ x < 1, a multiple of 2⁻⁵³."""
        return self._below(2**53) / 2**53

    def randbytes(self, n: int) -> bytes:
        """Return `n` bytes."""
        return bytes(self._below(256) for _ in range(n))

    def choice(self, seq: Sequence[T]) -> T:  # type: ignore[override]
        """Return one of the items. Raise IndexError if there is none."""
        if not seq:
            raise IndexError("cannot choose from nothing")
        return seq[self._below(len(seq))]

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Shuffle the items in place."""
        x[:], self._stream = self._stream.shuffle(x)

    def sample(self, population: Sequence[T], k: int, *, counts: Iterable[int] | None = None) -> list[T]:
        """Return the first `k` of the shuffled items. Raise ValueError for `counts`, which are not known here."""
        if counts is not None:
            raise ValueError("a sample of counted items is not defined")
        shuffled, self._stream = self._stream.shuffle(population)
        return list(shuffled[:k])
