"""The log: staleness, take-back, redaction, and detection of every kind of damage."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine import canonical, chance, replay, table_verbs
from engine.core import Illegal, Malformed, Stale
from engine.newtypes import FIRST, SeatNumber, Seq, UnixMs
from engine.position import Event, LogError, Position
from engine.simulate import random_game
from tests.sampling import examples
from tests.seats import SEAT_0, SEAT_1

GAME = "forgotten-treasures"


def begin(seats: int = 2, seed: int = 0, **options: Any) -> Position:
    rng = Random(seed)
    nonces = [rng.randbytes(32) for _ in range(seats)]
    return replay.start(GAME, 1, {"seats": seats, **options}, rng.randbytes(32), nonces, UnixMs(1000)).position


def play(position: Position, rng: Random, until: Any) -> Position:
    while not until(position):
        seat = position.to_move[0]
        raw = position.rules.action_to_json(position.rules.random_action(position.state, seat, rng))
        position = replay.act(position, seat, raw, expected_seq=position.seq, at_ms=UnixMs(position.at_ms + 1)).position
    return position


def scoring(position: Position) -> bool:
    return position.state.phase == "score"


def some_action(position: Position, seat: int, rng: Random) -> Any:
    return position.rules.action_to_json(position.rules.random_action(position.state, seat, rng))


def test_event_0_holds_what_is_needed_and_not_the_secret() -> None:
    step = replay.start(GAME, None, {"seats": 3}, b"s" * 32, [b"n" * 32] * 3, UnixMs(5))
    (event,) = step.events
    assert set(event.payload) == {
        "game",
        "rules_version",
        "options",
        "seats",
        "components",
        "commitment",
        "facts",
    }
    assert (event.seq, event.seat, event.kind, event.at_ms) == (0, None, "start", 5)
    assert (b"s" * 32).hex() not in repr(event)


def test_the_number_of_nonces_must_fit() -> None:
    with pytest.raises(Malformed) as refusal:
        replay.start(GAME, None, {"seats": 3}, b"s" * 32, [b"n" * 32] * 2, UnixMs(5))
    assert refusal.value.code == "wrong_nonces"


def test_the_hash_chain_is_sha256_over_the_previous_hash_and_canonical_json() -> None:
    _, events = random_game(GAME, {"seats": 2}, Random(1))
    previous = bytes(32)
    for event in events:
        body = {
            "at_ms": event.at_ms,
            "kind": event.kind,
            "payload": event.payload,
            "seat": event.seat,
            "seq": event.seq,
        }
        text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        previous = hashlib.sha256(previous + text.encode()).digest()
        assert event.hash == previous.hex()


def test_time_never_runs_backwards() -> None:
    position = begin()
    later = replay.act(
        position,
        position.to_move[0],
        some_action(position, position.to_move[0], Random(0)),
        expected_seq=FIRST,
        at_ms=UnixMs(10),
    )
    assert later.events[0].at_ms == 1000


def test_an_action_for_an_earlier_state_is_stale() -> None:
    position = begin()
    seat = position.to_move[0]
    action = some_action(position, seat, Random(0))
    after = replay.act(position, seat, action, expected_seq=FIRST, at_ms=UnixMs(2000)).position
    with pytest.raises(Stale) as refusal:
        replay.act(after, seat, action, expected_seq=FIRST, at_ms=UnixMs(2001))
    assert (refusal.value.code, refusal.value.seq) == ("stale", 1)
    with pytest.raises(Malformed) as ahead:
        replay.act(after, seat, action, expected_seq=Seq(7), at_ms=UnixMs(2001))
    assert ahead.value.code == "seq_ahead"


def test_simultaneous_players_do_not_disturb_one_another() -> None:
    rng = Random(5)
    position = play(begin(3, seed=5), rng, scoring)
    known = position.seq
    for seat in position.to_move[1:]:
        position = replay.act(
            position, seat, some_action(position, seat, rng), expected_seq=known, at_ms=position.at_ms
        ).position
    first = position.to_move[0]
    other = (first + 1) % 3
    replacement = some_action(position, other, rng)
    with pytest.raises(Stale):
        replay.act(position, SeatNumber(other), replacement, expected_seq=known, at_ms=position.at_ms)
    step = replay.act(position, first, some_action(position, first, rng), expected_seq=known, at_ms=position.at_ms)
    assert [event.kind for event in step.events] == ["submission", "revealed"]
    shown = step.events[1].payload
    assert all(shown["submissions"])
    assert shown["facts"][0]["type"] == "stage_scored"


def placed(position: Position) -> bool:
    return position.undo is not None


def test_a_placing_may_be_taken_back_until_the_next_player_acts() -> None:
    rng = Random(1)
    before = play(begin(2), rng, lambda p: p.state.phase == "place")
    seat = before.to_move[0]
    position = play(before, rng, placed)
    assert position.can_take_back(seat)
    assert not position.can_take_back(SeatNumber(1 - seat))
    with pytest.raises(Illegal) as refusal:
        replay.take_back(position, SeatNumber(1 - seat), expected_seq=None, at_ms=UnixMs(0))
    assert refusal.value.code == "nothing_to_take_back"
    step = replay.take_back(position, seat, expected_seq=position.seq, at_ms=position.at_ms)
    assert step.events[0].payload == {"to": before.seq}
    assert step.position.state == before.state
    assert not step.position.can_take_back(seat)
    again = play(step.position, rng, placed)
    acted = play(again, rng, lambda p: p.seq > again.seq)
    with pytest.raises(Illegal):
        replay.take_back(acted, seat, expected_seq=None, at_ms=UnixMs(0))


def test_an_action_that_revealed_something_cannot_be_taken_back() -> None:
    rng = Random(1)
    for phase in ("reveal", "place"):
        position = play(begin(2), rng, lambda p, phase=phase: p.state.phase == phase)
        with pytest.raises(Illegal):
            replay.take_back(position, position.to_move[0], expected_seq=None, at_ms=UnixMs(0))
    solo = play(begin(1, legend="a"), rng, lambda p: p.state.phase == "legend")
    assert not solo.can_take_back(SEAT_0)


def test_at_most_twenty_take_backs_a_turn() -> None:
    rng = Random(1)
    position = play(begin(2), rng, placed)
    seat = position.undo_seat
    assert seat is not None
    for _ in range(20):
        position = replay.take_back(position, seat, expected_seq=None, at_ms=UnixMs(0)).position
        position = play(position, rng, placed)
    with pytest.raises(Illegal) as refusal:
        replay.take_back(position, seat, expected_seq=None, at_ms=UnixMs(0))
    assert refusal.value.code == "too_many_take_backs"
    after = play(position, rng, lambda p: p.undo_seat == 1 - seat)
    assert after.can_take_back(SeatNumber(1 - seat))


def test_a_take_back_leads_out_of_the_scoring_phase_only_before_the_first_submission() -> None:
    rng = Random(3)
    position = play(begin(2, seed=3), rng, scoring)
    seat = position.undo_seat
    assert seat is not None
    back = replay.take_back(position, seat, expected_seq=None, at_ms=UnixMs(0)).position
    assert back.state.phase == "place"
    action = some_action(position, position.to_move[0], rng)
    submitted = replay.act(position, position.to_move[0], action, expected_seq=None, at_ms=UnixMs(0)).position
    assert not submitted.can_take_back(seat)


def test_resigning_ends_a_game_of_two_and_publishes_the_secret() -> None:
    position = play(begin(2), Random(1), lambda p: p.seq == 4)
    step = table_verbs.resign(position, SEAT_1, at_ms=UnixMs(9000))
    assert [event.kind for event in step.events] == ["resigned", "finished"]
    finished = step.events[1].payload
    assert finished["outcome"] == {"reason": "last_explorer", "scores": [0, 0], "ranks": [1, 2], "winners": [0]}
    assert finished["secret"] == position.secret.hex()
    assert finished["nonces"] == [nonce.hex() for nonce in position.nonces]
    for refused in (
        lambda: table_verbs.resign(step.position, SEAT_0, at_ms=UnixMs(0)),
        lambda: replay.act(
            step.position, SEAT_0, {"type": "take", "space": 1, "gem": "red"}, expected_seq=None, at_ms=UnixMs(0)
        ),
        lambda: replay.take_back(step.position, SEAT_0, expected_seq=None, at_ms=UnixMs(0)),
    ):
        with pytest.raises(Illegal) as refusal:
            refused()
        assert refusal.value.seq == step.position.seq


def test_leaving_as_the_last_who_owed_a_submission_reveals_the_others() -> None:
    rng = Random(5)
    position = play(begin(3, seed=5), rng, scoring)
    *others, last = position.to_move
    for seat in others:
        position = replay.act(
            position, seat, some_action(position, seat, rng), expected_seq=None, at_ms=position.at_ms
        ).position
    step = table_verbs.resign(position, last, at_ms=position.at_ms)
    assert [event.kind for event in step.events] == ["resigned", "revealed"]
    assert step.events[0].payload == {"facts": [{"type": "out", "seat": last}]}
    assert step.events[1].payload["submissions"][last] is None
    assert step.position.state.stage == 2


def whole(seed: int = 1, seats: int = 2) -> tuple[Position, list[Event]]:
    return random_game(GAME, {"seats": seats}, Random(seed), resubmit=0.3, take_back=0.2)


def recheck(position: Position, events: Sequence[Event]) -> Position:
    return replay.check(events, position.secret, position.nonces, chance.commitment(position.secret))


def rechain(events: Sequence[Event]) -> list[Event]:
    """Return the same events with matching hashes, as a careful forger would."""
    out: list[Event] = []
    previous = canonical.GENESIS
    for event in events:
        event = replace(event, hash=canonical.chain(previous, event.body()))
        previous = event.hash
        out.append(event)
    return out


@settings(max_examples=examples(80, of_secrets=True))
@given(data=st.data())
def test_every_damage_is_found_at_its_event(data: st.DataObject) -> None:
    position, events = whole(data.draw(st.integers(0, 20)), data.draw(st.sampled_from([2, 3])))
    at = data.draw(st.integers(0, len(events) - 1))
    event = events[at]
    damage = data.draw(st.sampled_from(["hash", "at_ms", "seat", "kind", "payload", "drop", "swap", "double"]))
    broken = list(events)
    match damage:
        case "hash":
            broken[at] = replace(event, hash=event.hash[::-1] if event.hash != event.hash[::-1] else "0" * 64)
        case "at_ms":
            broken[at] = replace(event, at_ms=event.at_ms + data.draw(st.sampled_from([-1, 1, 10**9])))
        case "seat":
            broken[at] = replace(event, seat=7)
        case "kind":
            broken[at] = replace(event, kind=data.draw(st.sampled_from(["action", "start", "finished", "nonsense"])))
            if broken[at].kind == event.kind:
                return
        case "payload":
            broken[at] = replace(event, payload={**event.payload, "extra": 1})
        case "drop":
            del broken[at]
        case "swap":
            if at + 1 == len(events):
                return
            broken[at], broken[at + 1] = broken[at + 1], broken[at]
        case "double":
            broken.insert(at, event)
            at += 1
    with pytest.raises(LogError) as found:
        recheck(position, broken)
    assert found.value.seq == at
    if at:
        assert found.value.good is not None and found.value.good.seq == at - 1


def test_a_forged_log_with_fitting_hashes_is_found_too() -> None:
    position, events = whole(2)
    for at, event in enumerate(events):
        if not (facts := event.payload.get("facts")):
            continue
        forged = list(events)
        forged[at] = replace(event, payload={**event.payload, "facts": [{**facts[0], "space": 77}, *facts[1:]]})
        with pytest.raises(LogError) as found:
            recheck(position, rechain(forged))
        assert found.value.seq == at


def test_a_boolean_is_no_integer_even_with_fitting_hashes() -> None:
    position, events = whole(2)
    forged = [replace(events[0], payload={**events[0].payload, "rules_version": True}), *events[1:]]
    with pytest.raises(LogError) as found:
        recheck(position, rechain(forged))
    assert found.value.seq == 0


def test_an_uninvolved_seat_that_leaves_makes_no_other_stale() -> None:
    rng = Random(5)
    position = play(begin(4, seed=5), rng, lambda p: p.seq == 5)
    mover = position.to_move[0]
    action = some_action(position, mover, rng)
    left = table_verbs.resign(position, SeatNumber((mover + 1) % 4), at_ms=position.at_ms).position
    replay.act(left, mover, action, expected_seq=position.seq, at_ms=left.at_ms)
    position = play(left, rng, scoring)
    known = position.seq
    gone, owing, *_ = position.to_move
    position = table_verbs.resign(position, gone, at_ms=position.at_ms).position
    assert position.state.phase == "score"
    replay.act(position, owing, some_action(position, owing, rng), expected_seq=known, at_ms=position.at_ms)


def test_another_secret_or_nonce_does_not_fit() -> None:
    position, events = whole(3)
    commitment = events[0].payload["commitment"]
    with pytest.raises(LogError, match="commitment"):
        replay.check(events, bytes(32), position.nonces, commitment)
    with pytest.raises(LogError) as found:
        replay.check(events, position.secret, (bytes(32), *position.nonces[1:]), commitment)
    assert found.value.seq <= len(events)


def test_a_cut_log_is_a_good_prefix() -> None:
    position, events = whole(4)
    for at in range(1, len(events)):
        if events[at].kind in ("revealed", "finished"):
            with pytest.raises(LogError) as cut:
                recheck(position, events[:at])
            assert cut.value.seq == at, "events that one command appended together are not separated"
        else:
            assert recheck(position, events[:at]).seq == at - 1
    with pytest.raises(LogError):
        replay.fold([], position.secret, position.nonces)
    with pytest.raises(LogError) as gap:
        replay.fold(events[:5] + events[6:], position.secret, position.nonces)
    assert (gap.value.seq, gap.value.good.seq if gap.value.good else None) == (5, 4)


def test_an_unknown_version_is_refused() -> None:
    position, events = whole(5)
    other = replace(events[0], payload={**events[0].payload, "rules_version": 99})
    with pytest.raises(LogError) as found:
        replay.fold([other, *events[1:]], position.secret, position.nonces)
    assert found.value.seq == 0
