"""Every kind of damage at every position of a log is found at its event, and the part before it is still the game."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine import canonical, chance, registry, replay
from engine.core import JSON
from engine.newtypes import Seq
from engine.position import Event, LogError, Position
from engine.simulate import random_game

GAMES = [rules.key for rules in registry.games()]
Log = tuple[Event, ...]


@cache
def whole(game: str) -> tuple[Log, tuple[Position, ...]]:
    """Return a log of a game for two, and the position after each of its events."""
    last, events = random_game(game, {"seats": 2}, Random(7))
    reached: list[Position] = []
    for event in events:
        reached.append(replay.advance(reached[-1] if reached else None, event, last.secret, last.nonces))
    assert reached[-1] == last
    return tuple(events), tuple(reached)


def restored(game: str, broken: Sequence[Event]) -> Position:
    last = whole(game)[1][-1]
    return replay.restore(broken, last.secret, last.nonces, last.seq, last.hash)


def found_at(
    game: str, broken: Sequence[Event], at: int, look: Callable[[str, Sequence[Event]], Any] = restored
) -> None:
    """Check that the damage is found at event `at`, and that the intact prefix is the game as it stood before."""
    with pytest.raises(LogError) as found:
        look(game, broken)
    assert found.value.seq == at
    assert found.value.reason
    assert found.value.good == (whole(game)[1][at - 1] if at else None)


def with_event(log: Log, at: int, event: Event) -> list[Event]:
    return [*log[:at], event, *log[at + 1 :]]


def flipped(event: Event, rng: Random) -> Event:
    """Return the event with one stored bit flipped."""
    if rng.randrange(2):
        return replace(event, hash=f"{int(event.hash, 16) ^ 1 << rng.randrange(256):064x}")
    bits = len(canonical.encode(event.body())) * 8
    return next(made for made in (turned(event, rng.randrange(bits)) for _ in range(10_000)) if made is not None)


def flips(event: Event) -> Iterator[Event]:
    """Yield all results of flipping one bit of the stored body that are still readable."""
    bits = len(canonical.encode(event.body())) * 8
    return (made for made in (turned(event, bit) for bit in range(bits)) if made is not None)


def turned(event: Event, bit: int) -> Event | None:
    """Return the event with this bit of its stored body flipped, or None if that is no valid event, or the same one."""
    text = bytearray(canonical.encode(event.body()))
    text[bit // 8] ^= 1 << bit % 8
    try:
        read = msgspec.convert({**json.loads(text), "hash": event.hash}, Event)
    except ValueError:
        return None
    return None if read == event else read


def test_an_undamaged_log_is_restored() -> None:
    for game in GAMES:
        log, reached = whole(game)
        assert restored(game, log) == reached[-1]


@pytest.mark.parametrize("game", GAMES)
def test_a_flipped_bit_is_found_wherever_it_is(game: str) -> None:
    log, _ = whole(game)
    rng = Random(1)
    for at, event in enumerate(log):
        found_at(game, with_event(log, at, flipped(event, rng)), at)


@pytest.mark.parametrize("game", GAMES)
def test_no_single_bit_of_an_event_can_be_turned_over_unseen(game: str) -> None:
    log, reached = whole(game)
    last, tried = reached[-1], 0
    for at in range(0, len(log), 7):
        before = reached[at - 1] if at else None
        for changed in flips(log[at]):
            with pytest.raises(LogError) as found:
                replay.advance(before, changed, last.secret, last.nonces)
            assert found.value.seq == at and found.value.good is before
            tried += 1
    assert tried > 1000


@pytest.mark.parametrize("game", GAMES)
def test_a_gap_is_found_wherever_it_is(game: str) -> None:
    log, _ = whole(game)
    for at in range(len(log)):
        found_at(game, [*log[:at], *log[at + 1 :]], at)


@pytest.mark.parametrize("game", GAMES)
def test_two_events_swapped_are_found_with_their_numbers_or_without(game: str) -> None:
    log, _ = whole(game)
    for at in range(len(log) - 1):
        first, second = log[at], log[at + 1]
        found_at(game, [*log[:at], second, first, *log[at + 2 :]], at)
        renumbered = [replace(second, seq=at), replace(first, seq=at + 1)]
        found_at(game, [*log[:at], *renumbered, *log[at + 2 :]], at)


@pytest.mark.parametrize("game", GAMES)
def test_a_log_that_is_cut_off_is_found_wherever_that_is(game: str) -> None:
    log, _ = whole(game)
    for at in range(len(log)):
        found_at(game, log[:at], at)


@pytest.mark.parametrize("game", GAMES)
def test_an_event_more_than_there_should_be_is_found(game: str) -> None:
    log, reached = whole(game)
    for at in range(1, len(log)):
        found_at(game, [*log[:at], log[at - 1], *log[at:]], at)
    with pytest.raises(LogError) as found:
        replay.restore(log, reached[-1].secret, reached[-1].nonces, Seq(len(log) - 2), reached[-2].hash)
    assert found.value.good == reached[-2]


@pytest.mark.parametrize("game", GAMES)
def test_another_version_is_found_with_a_fitting_hash_or_without(game: str) -> None:
    log, reached = whole(game)
    for version in (0, 2, 99):
        other = replace(log[0], payload={**log[0].payload, "rules_version": version})
        found_at(game, with_event(log, 0, other), 0)
        forged = replace(other, hash=canonical.chain(canonical.GENESIS, other.body()))
        found_at(game, with_event(log, 0, forged), 0)
    assert reached[0].rules.version not in (0, 2, 99)


@pytest.mark.parametrize("game", GAMES)
def test_an_end_with_a_fitting_hash_that_is_not_the_known_one_is_found(game: str) -> None:
    log, reached = whole(game)
    last = replace(log[-1], at_ms=log[-1].at_ms + 1)
    forged = replace(last, hash=canonical.chain(reached[-2].hash, last.body()))
    found_at(game, with_event(log, len(log) - 1, forged), len(log) - 1)


@pytest.mark.parametrize("game", GAMES)
def test_a_chain_is_checked_from_its_beginning_or_from_a_known_hash_or_from_its_first_event(game: str) -> None:
    log, _ = whole(game)
    replay.check_chain(log)
    replay.check_chain([])
    for at in (1, 5, len(log) - 2):
        part = log[at : at + 2]
        replay.check_chain(part, Seq(at), log[at - 1].hash)
        replay.check_chain(part, Seq(at), None)
        for seq in (at - 1, at + 1):
            with pytest.raises(LogError, match=f"expected event {seq}, found event {at}") as found:
                replay.check_chain(part, Seq(seq), None)
            assert found.value.seq == seq
        with pytest.raises(LogError, match="hash chain") as found:
            replay.check_chain(part, Seq(at), log[at].hash)
        assert found.value.seq == at
        for broken in (
            [part[0], replace(part[1], at_ms=part[1].at_ms + 1)],
            [replace(part[0], hash=part[1].hash), part[1]],
        ):
            with pytest.raises(LogError, match="hash chain") as found:
                replay.check_chain(broken, Seq(at), None)
            assert found.value.seq == at + 1, "the first event's hash is trusted, and the next follows it"


def forged(log: Log, reached: Sequence[Position], at: int, **changes: Any) -> Event:
    """Return the log's event `at` with these changes and a hash that fits."""
    event = replace(log[at], **changes)
    return replace(event, hash=canonical.chain(reached[at - 1].hash if at else canonical.GENESIS, event.body()))


@pytest.mark.parametrize(
    ("at", "changes", "said"),
    [
        (5, {"kind": "nonsense"}, "nonsense"),
        (5, {"payload": {}}, "KeyError('action')"),
        (5, {"payload": {"action": {"type": "nonsense"}}}, "does not fit"),
        (5, {"kind": "taken_back", "payload": {"to": 0}, "seat": None}, "ValueError('it needs a seat')"),
        (5, {"kind": "taken_back", "payload": {"to": 4}, "seat": 99}, "taken_back cannot be read"),
        (5, {"kind": "resigned", "payload": {}, "seat": 99}, "resigned does not fit"),
        (0, {"kind": "action"}, ""),
        (0, {"payload": {"game": "pyramido"}}, "KeyError('rules_version')"),
        (0, {"payload": {"game": "nonsense", "rules_version": 1, "options": {}}}, "start does not fit"),
        (0, {"payload": {"game": "pyramido", "rules_version": 1, "options": {"seats": 2}, "ai": []}}, "TypeError"),
        (0, {"payload": {"game": "pyramido", "rules_version": 1, "options": {"seats": 2}, "ai": {"x": "easy"}}},
         "ValueError"),
    ],
)  # fmt: skip
def test_an_event_that_cannot_be_is_found_although_its_hash_fits(at: int, changes: JSON, said: str) -> None:
    log, reached = whole("pyramido")
    last, before = reached[-1], reached[at - 1] if at else None
    event = forged(log, reached, at, **changes)
    with pytest.raises(LogError) as found:
        replay.advance(before, event, last.secret, last.nonces)
    assert (found.value.seq, found.value.good) == (at, before) and said in found.value.reason
    with pytest.raises(LogError) as found:
        replay.check([*log[:at], event], last.secret, last.nonces, chance.commitment(last.secret))
    assert (found.value.seq, found.value.good) == (at, before)


@pytest.mark.parametrize("seat", [0, 1])
def test_the_check_says_which_field_was_forged(seat: int) -> None:
    """Whether what is stored comes before or after what is recomputed in the order of bytes."""
    log, reached = whole("silver-gold-pyramids")
    last = reached[-1]
    at = next(at for at, event in enumerate(log) if event.seat == seat and event.payload.get("facts"))
    for changes, field in (
        ({"seat": 1 - seat}, ""), ({"payload": {**log[at].payload, "facts": []}}, "its payload is"),
        ({"payload": {**log[at].payload, "facts": ["~"]}}, "its payload is"),
    ):  # fmt: skip
        with pytest.raises(LogError) as found:
            replay.check(
                [*log[:at], forged(log, reached, at, **changes)], last.secret, last.nonces,
                chance.commitment(last.secret),
            )  # fmt: skip
        assert found.value.seq == at and field in found.value.reason


def checked(game: str, broken: Sequence[Event]) -> Position:
    last = whole(game)[1][-1]
    position = replay.check(broken, last.secret, last.nonces, chance.commitment(last.secret))
    if position.seq < last.seq:  # a truncated log is a valid log: only a comparison with the known end detects it
        raise LogError(Seq(position.seq + 1), "it goes on", position)
    return position


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("damage", ["flip", "gap", "swap", "cut"])
def test_the_check_that_recomputes_everything_finds_the_same(game: str, damage: str) -> None:
    log, _ = whole(game)
    rng = Random(damage)
    for at in range(rng.randrange(5), len(log) - 1, 5):
        broken = {
            "flip": with_event(log, at, flipped(log[at], rng)),
            "gap": [*log[:at], *log[at + 1 :]],
            "swap": [*log[:at], log[at + 1], log[at], *log[at + 2 :]],
            "cut": list(log[:at]),
        }[damage]
        found_at(game, broken, at, checked)


@pytest.mark.parametrize(
    ("length", "seq", "said"),
    [(4, 4, "should continue to event 4"), (5, None, ""), (6, 5, "its hash is not the recorded one")],
)
def test_a_log_is_restored_up_to_the_recorded_event(length: int, seq: int | None, said: str) -> None:
    log, reached = whole("pyramido")
    look = (log[:length], reached[-1].secret, reached[-1].nonces, log[4].seq, log[4].hash)
    if seq is None:
        assert replay.restore(*look) == reached[4]
        return
    with pytest.raises(LogError, match=said) as fault:
        replay.restore(*look)
    assert (fault.value.seq, fault.value.good) == (seq, reached[seq - 1 if length == 4 else 4])


def test_a_repeated_event_is_named() -> None:
    log, reached = whole("pyramido")
    with pytest.raises(LogError, match="expected event 5, found event 4"):
        replay.fold([*log[:5], log[4]], reached[-1].secret, reached[-1].nonces)
