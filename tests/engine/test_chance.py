"""The committed-seed streams compared with a second, plain implementation of docs/rules.md E."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import islice, permutations
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import chance
from engine.chance import Stream, StreamRandom

keys = st.binary(min_size=32, max_size=32)


def plain_words(key: bytes, label: str):
    k = 0
    while True:
        block = hmac.new(key, label.encode() + k.to_bytes(8, "big"), hashlib.sha256).digest()
        for at in range(0, 32, 8):
            yield int.from_bytes(block[at : at + 8], "big")
        k += 1


def plain_below(words, n: int) -> int:
    while True:
        word = next(words)
        if word < 2**64 // n * n:
            return word % n


def plain_shuffled(words, items: list[int]) -> list[int]:
    for i in range(len(items) - 1, 0, -1):
        j = plain_below(words, i + 1)
        items[i], items[j] = items[j], items[i]
    return items


@given(key=keys, first=st.integers(0, 40), count=st.integers(0, 40))
def test_words(key: bytes, first: int, count: int) -> None:
    expected = list(islice(plain_words(key, "deck"), first, first + count))
    assert chance.words(key, b"deck", first, count) == expected


def test_only_the_blocks_that_hold_the_words_are_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    computed: list[int] = []

    def digest(key: bytes, message: bytes, digestmod: str) -> bytes:
        computed.append(int.from_bytes(message[-8:], "big"))
        return hmac.digest(key, message, digestmod)

    monkeypatch.setattr(chance, "hmac", SimpleNamespace(digest=digest))
    for first in range(9):
        for count in range(1, 10):
            computed.clear()
            chance.words(bytes(32), b"deck", first, count)
            assert computed == sorted({number // 4 for number in range(first, first + count)})


@given(key=keys, sizes=st.lists(st.integers(1, 100), max_size=20))
def test_below_goes_on_where_it_stopped(key: bytes, sizes: list[int]) -> None:
    words = plain_words(key, "bag")
    stream = Stream(key, "bag")
    for n in sizes:
        value, stream = stream.below(n)
        assert value == plain_below(words, n)


@given(key=keys, lengths=st.lists(st.integers(0, 90), max_size=4))
def test_shuffles_on_one_stream(key: bytes, lengths: list[int]) -> None:
    words = plain_words(key, "deck")
    stream = Stream(key, "deck")
    for length in lengths:
        expected = plain_shuffled(words, list(range(length)))
        shuffled, stream = stream.shuffle(range(length))
        assert shuffled == tuple(expected)


def test_words_beyond_the_limit_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    top = 2**64 - 1
    monkeypatch.setattr(chance, "words", lambda key, label, first, count: [top, top, 5, 7, 8, 9][first : first + count])
    assert Stream(bytes(32), "start").below(3) == (2, Stream(bytes(32), "start", 3))
    shuffled, stream = Stream(bytes(32), "deck").shuffle("abc")
    # i = 2 draws 5 (5 mod 3 = 2) after two refusals, i = 1 draws 7 (7 mod 2 = 1): nothing moves
    assert (shuffled, stream.used) == (("a", "b", "c"), 4)


@pytest.mark.parametrize("n", [1, 2, 3, 10, 20, 2**32 + 1, 2**63 + 1])
def test_the_last_word_that_counts_and_the_first_that_does_not(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    beyond = 2**64 // n * n
    for drawn in ([beyond - 1, 0], [beyond, 0], [2**64 - 1, 0]):
        monkeypatch.setattr(chance, "words", lambda key, label, first, count, drawn=drawn: drawn[first : first + count])
        fits = drawn[0] < beyond
        value, stream = Stream(bytes(32), "a").below(n)
        assert (value, stream.used) == ((n - 1, 1) if fits else (0, 2))


@pytest.mark.parametrize("length", [3, 5, 6, 20])
def test_a_shuffle_takes_each_word_below_the_limit_of_its_place(length: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit is the largest multiple of the number of items left: its neighbours are tried at each place."""
    for place in range(length - 1, 0, -1):
        n = place + 1
        for word in (2**64 // n * n - 1, 2**64 // n * n, 2**64 - 1, 2**64 - length - 1, 2**64 - length):
            before = [0] * (length - 1 - place)
            drawn = [*before, word, *[n - 1] * 40]
            monkeypatch.setattr(
                chance, "words", lambda key, label, first, count, drawn=drawn: drawn[first : first + count]
            )
            words = iter(drawn)
            expected = list(range(length))
            for i in range(length - 1, 0, -1):
                j = plain_below(words, i + 1)
                expected[i], expected[j] = expected[j], expected[i]
            shuffled, stream = Stream(bytes(32), "deck").shuffle(range(length))
            assert shuffled == tuple(expected)
            assert stream == Stream(bytes(32), "deck", len(drawn) - len(list(words)))


def test_a_shuffle_goes_on_after_the_words_that_were_drawn() -> None:
    words = plain_words(bytes(32), "deck")
    next(words)
    expected = list("abcdef")
    for i in range(5, 0, -1):
        j = plain_below(words, i + 1)
        expected[i], expected[j] = expected[j], expected[i]
    shuffled, stream = Stream(bytes(32), "deck", 1).shuffle("abcdef")
    assert shuffled == tuple(expected)
    assert stream == Stream(bytes(32), "deck", 6)
    assert Stream(bytes(32), "deck", 4).shuffle("a") == (("a",), Stream(bytes(32), "deck", 4))
    assert Stream(bytes(32), "deck", 4).shuffle("") == ((), Stream(bytes(32), "deck", 4))


def test_shuffles_are_even() -> None:
    counts = Counter(Stream(n.to_bytes(32, "big"), "deck").shuffle("abc")[0] for n in range(6000))
    assert set(counts) == set(permutations("abc"))
    assert all(850 < n < 1150 for n in counts.values())


@given(key=keys, length=st.integers(1, 40), count=st.integers(0, 40))
def test_a_random_on_a_stream_draws_its_words_alone(key: bytes, length: int, count: int) -> None:
    words, rng = plain_words(key, "study"), StreamRandom(Stream(key, "study"))
    assert rng.random() == plain_below(words, 2**53) / 2**53
    assert rng.randbytes(count) == bytes(plain_below(words, 256) for _ in range(count))
    assert rng.choice(range(length)) == plain_below(words, length)
    items = list(range(length))
    rng.shuffle(items)
    assert items == plain_shuffled(words, list(range(length)))
    assert rng.sample(range(length), min(count, length)) == plain_shuffled(words, list(range(length)))[:count]


def test_what_a_random_on_a_stream_does_not_draw() -> None:
    rng = StreamRandom(Stream(bytes(32), "study"))
    with pytest.raises(IndexError):
        rng.choice([])
    with pytest.raises(ValueError, match="not defined"):
        rng.sample([1, 2], 1, counts=[1, 1])


def test_labels_have_streams_of_their_own() -> None:
    assert chance.words(bytes(32), b"deck", 0, 4) != chance.words(bytes(32), b"bag", 0, 4)


def test_seed_and_commitment() -> None:
    secret, nonces = b"s" * 32, [b"a" * 32, chance.NO_NONCE]
    assert chance.commitment(secret) == hashlib.sha256(secret).hexdigest()
    assert chance.seed(secret, nonces) == hashlib.sha256(secret + nonces[0] + bytes(32)).digest()
    assert chance.seed(secret, nonces) != chance.seed(secret, nonces[::-1])


@pytest.mark.parametrize("nonces", [[b"short"], [b"x" * 33], [b"x" * 31], [b"x" * 32, b""]])
def test_a_nonce_has_32_bytes(nonces: list[bytes]) -> None:
    with pytest.raises(ValueError, match=f"32 bytes, not {len(nonces[-1])}"):
        chance.seed(bytes(32), nonces)


def test_no_nonce_is_32_zero_bytes() -> None:
    assert bytes.fromhex("00" * 32) == chance.NO_NONCE
