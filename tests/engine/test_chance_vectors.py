"""The test vectors of docs/rules.md E, read from that page: as the engine deals, and as its text alone specifies."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest

from engine import chance, registry
from engine.chance import Stream
from engine.forgotten_treasures import gems
from engine.silver_gold_pyramids.actions import Keep

T = TypeVar("T")

PAGE = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
(_BLOCK,) = re.findall(r"^```json\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
VECTORS: dict[str, Any] = json.loads(_BLOCK)

SECRET = bytes.fromhex(VECTORS["secret"])
NONCES = [bytes.fromhex(nonce) for nonce in VECTORS["nonces"]]
SEED = bytes.fromhex(VECTORS["seed"])
LABELS = ["start", "deck", "bag", "expedition"]
PILES = {"pyramido": [22, 22, 22, 21], "forgotten-treasures": [18] * 5, "solo": [18, 18, 18, 18, 17]}


# --- by the text alone: hashlib and hmac -----------------------------------------------------------------------------


def plain_stream(label: str) -> Iterator[int]:
    k = 0
    while True:
        block = hmac.new(SEED, label.encode("ascii") + k.to_bytes(8, "big"), hashlib.sha256).digest()
        yield from (int.from_bytes(block[at : at + 8], "big") for at in (0, 8, 16, 24))
        k += 1


def plain_below(words: Iterator[int], n: int) -> tuple[int, int]:
    """Return the number, and how many words were used."""
    for used, word in enumerate(words, start=1):
        if word < 2**64 // n * n:
            return word % n, used
    raise AssertionError("a stream has no end")


def plain_shuffle(words: Iterator[int], items: Sequence[T]) -> list[T]:
    out = list(items)
    for i in range(len(out) - 1, 0, -1):
        j, _ = plain_below(words, i + 1)
        out[i], out[j] = out[j], out[i]
    return out


def slices(items: list[int], lengths: list[int]) -> list[list[int]]:
    rest = iter(items)
    return [[next(rest) for _ in range(length)] for length in lengths]


def test_commitment_and_seed() -> None:
    assert hashlib.sha256(SECRET).hexdigest() == VECTORS["commitment"] == chance.commitment(SECRET)
    assert hashlib.sha256(SECRET + b"".join(NONCES)).digest() == SEED == chance.seed(SECRET, NONCES)
    assert NONCES[1] == chance.NO_NONCE, "one seat has sent no nonce"


@pytest.mark.parametrize("label", LABELS)
def test_words(label: str) -> None:
    given = [int(word, 16) for word in VECTORS["words"][label]]
    plain = plain_stream(label)
    assert [next(plain) for _ in given] == given
    assert chance.words(SEED, label.encode(), 0, len(given)) == given


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    for text, limit in VECTORS["limits"].items():
        n, bound = int(text), int(limit, 16)
        assert bound == 2**64 // n * n
        # The largest word below the limit is accepted; the next one is rejected.
        for word, used in ((bound - 1, 1), (bound, 2)):
            if word < 2**64:
                monkeypatch.setattr(chance, "words", lambda key, label, first, count, word=word: [[word, 0][first]])
                drawn, stream = Stream(SEED, "start").below(n)
                assert (drawn, stream.used) == ((n - 1) if used == 1 else 0, used)


def test_starting_seats() -> None:
    for seats, starter in VECTORS["starts"].items():
        assert plain_below(plain_stream("start"), int(seats))[0] == starter
        for key in ("forgotten-treasures", "pyramido"):
            state: Any = registry.get(key).start({"seats": int(seats)}, SEED)
            assert state.mover == starter


def test_numbers_below() -> None:
    plain, stream = plain_stream("start"), Stream(SEED, "start")
    for row in VECTORS["below"]:
        n, expected = int(row["n"]), (int(row["value"]), row["words"])
        assert plain_below(plain, n) == expected
        used = stream.used
        value, stream = stream.below(n)
        assert (value, stream.used - used) == expected
    assert any(row["words"] > 1 for row in VECTORS["below"]), "some case rejects a word"


def test_the_dominoes_of_forgotten_treasures() -> None:
    shuffled = plain_shuffle(plain_stream("deck"), range(1, 91))
    several, solo = VECTORS["forgotten-treasures"], VECTORS["solo"]
    assert several == {"piles": slices(shuffled, PILES["forgotten-treasures"])}
    assert solo == {"legend": shuffled[0], "piles": slices(shuffled[1:], PILES["solo"])}
    rules = registry.get("forgotten-treasures")
    state: Any = rules.start({"seats": 2}, SEED)
    assert [list(pile) for pile in state.piles] == several["piles"]
    alone: Any = rules.start({"seats": 1, "legend": "a"}, SEED)
    assert [list(pile) for pile in alone.piles] == solo["piles"]
    assert alone.legend.pile == (solo["legend"],)


def test_the_dominoes_of_pyramido() -> None:
    shuffled = plain_shuffle(plain_stream("deck"), range(1, 91))
    dealt = VECTORS["pyramido"]
    assert dealt == {"quarry": shuffled[:3], "piles": slices(shuffled[3:], PILES["pyramido"])}
    state: Any = registry.get("pyramido").start({"seats": 2}, SEED)
    assert [list(pile) for pile in state.piles] == dealt["piles"]
    assert list(state.quarry) == dealt["quarry"]


def test_the_bag() -> None:
    bag = VECTORS["bag"]
    plain = plain_stream("bag")
    full = "o" * 9 + "b" * 9 + "p" * 9 + "g" * 9 + "r" * 9 + "m" * 18
    assert "".join(plain_shuffle(plain, full)) == bag["gems"]
    assert [bag["gems"][at : at + 3] for at in range(0, 15, 3)] == bag["spaces"]
    assert "".join(sorted(bag["discard"], key="obpgrm".index)) == bag["discard"]
    assert "".join(plain_shuffle(plain, bag["discard"])) == bag["shuffled"]
    state: Any = registry.get("forgotten-treasures").start({"seats": 2}, SEED)
    spaces = [gems.pack(gems.LETTERS.index(letter) for letter in space) for space in bag["spaces"]]
    assert list(state.spaces) == spaces
    assert "".join(gems.LETTERS[kind] for kind in state.bag) == bag["gems"][15:]
    recycled, _ = state.stream.shuffle(bag["discard"])
    assert "".join(recycled) == bag["shuffled"]


def test_the_cards_and_the_expeditions() -> None:
    dealt = VECTORS["silver-gold-pyramids"]
    plain = plain_stream("deck")
    assert plain_shuffle(plain, range(1, 49)) == dealt["deck"]
    assert [dealt["deck"][0:4], dealt["deck"][4:8]] == dealt["dealt"]
    others = sorted(set(dealt["deck"]) - {number for two in dealt["kept"] for number in two})
    assert plain_shuffle(plain, others) == dealt["other_cards"]
    assert dealt["other_cards"][:4] == dealt["reserve"]
    shapes, plain = ["I2", "I3", "I4", "V3", "V3", "L4", "L4", "O4"], plain_stream("expedition")
    assert [plain_shuffle(plain, shapes) for _ in VECTORS["expedition"]] == VECTORS["expedition"]

    rules = registry.get("silver-gold-pyramids")
    state: Any = rules.start({"seats": 2}, SEED)
    assert [list(explorer.dealt) for explorer in state.explorers] == dealt["dealt"]
    assert list(state.deck) == dealt["deck"][8:]
    for seat, (first, second) in enumerate(dealt["kept"]):
        state = rules.apply(state, seat, Keep((first, second)))
    assert list(state.reserve + state.deck) == dealt["other_cards"]
    assert list(state.reserve) == dealt["reserve"]
    shown, rng = {state.step: state.shape}, Random(1)
    while seats := rules.to_move(state):
        state = rules.apply(state, seats[0], rules.random_action(state, seats[0], rng))
        shown[state.step] = state.shape
    assert [shown[step] for step in range(28)] == [shape for round_ in VECTORS["expedition"] for shape in round_[:7]]
