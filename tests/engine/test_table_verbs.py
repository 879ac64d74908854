"""Changes to a game outside its rules (`engine.table_verbs`): leaving, running out of time, pauses, consent."""

from __future__ import annotations

import json
from collections import Counter
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine import export, redaction, replay, table_verbs
from engine.__main__ import main
from engine.core import GameError, Illegal, Malformed
from engine.newtypes import SeatNumber, UnixMs
from engine.position import LogError, Position
from tests.engine.lively import Verb, crowded, lively, say, started
from tests.engine.tables import IDS, TABLES, Table
from tests.engine.test_replay import begin, placed, play, rechain, recheck, scoring, some_action
from tests.sampling import examples
from tests.seats import SEAT_0, SEAT_1, SEAT_2


@pytest.mark.parametrize("table", TABLES, ids=IDS)
def test_whatever_happens_is_folded_checked_and_exported(table: Table) -> None:
    for seed in range(3):
        position, events = lively(table, seed)
        assert replay.fold(events, position.secret, position.nonces) == recheck(position, events) == position
        assert position.to_move == () and position.ended
        document = json.loads(json.dumps(export.export(position, events)))
        assert export.rebuild(export.read(document)).outcome == position.outcome


def test_every_kind_of_event_comes_up_and_verifies_on_the_command_line(tmp_path: Any) -> None:
    position, events = crowded()
    assert {event.kind for event in events} >= {*table_verbs.FOLDS, "start", "action", "finished"} - {"aborted"}
    path = tmp_path / "game.json"
    path.write_text(json.dumps(export.export(position, events)))
    assert main(["verify", str(path)]) == 0
    path.write_text(path.read_text().replace('"timed_out"', '"resigned"'))
    assert main(["verify", str(path)]) != 0


def test_every_tampered_field_of_every_kind_is_found() -> None:
    position, events = crowded()
    seen: Counter[str] = Counter()
    for at, event in enumerate(events):
        seen[event.kind] += 1
        if seen[event.kind] > 2:
            continue
        spoilt = [
            replace(event, seat=3 if event.seat is None else None),
            replace(event, seat=((event.seat or 0) + 1) % 4),
            replace(event, at_ms=event.at_ms + 1),
            replace(event, payload={**event.payload, "extra": 1}),
            *(replace(event, kind=kind) for kind in table_verbs.FOLDS if kind != event.kind),
            *(replace(event, payload={k: v for k, v in event.payload.items() if k != key}) for key in event.payload),
            *(replace(event, payload={**event.payload, key: "spoilt"}) for key in event.payload),
        ]
        logs = [[*events[:at], other, *events[at + 1 :]] for other in spoilt]
        logs += [events[:at] + events[at + 1 :], events[: at + 1] + events[at:]]
        for number, log in enumerate(logs):
            if at + 1 == len(events) and len(log) < len(events):
                continue  # a log cut off after a whole command is a valid prefix
            with pytest.raises(LogError) as found:
                recheck(position, log)
            assert found.value.seq == at + (number == len(logs) - 1)


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("timed_out", {"ai": "No Such!"}),
        ("timed_out", {"facts": []}),
        ("timed_out", {}),
        ("removed", {"ai": "No Such!"}),
        ("removed", {"facts": []}),
        ("removed", {}),
        ("asked", {"what": "money"}),
        ("asked", {}),
        ("taken_back", {"to": 1}),
        ("taken_back", {"to": "1"}),
        ("vacation", {"away": None}),
        ("vacation", {"away": 1}),
        ("vacation", {}),
        ("paused", {"why": "tea"}),
        ("resumed", {"why": "tea"}),
        ("declined", {"why": "tea"}),
    ],
)
def test_a_forger_with_fitting_hashes_is_found(kind: str, payload: dict[str, Any]) -> None:
    position, events = crowded()
    at = next(n for n, event in enumerate(events) if event.kind == kind)
    said = {"clocks": events[at].payload["clocks"]} if "clocks" in events[at].payload else {}
    forged = [*events[:at], replace(events[at], payload={**payload, **said}), *events[at + 1 :]]
    with pytest.raises(LogError) as found:
        recheck(position, rechain(forged))
    assert found.value.seq == at


# --- refusals ---------------------------------------------------------------------------------------------------------
def verbs(position: Position, seat: SeatNumber) -> dict[str, Verb]:
    at: dict[str, Any] = {"at_ms": position.at_ms}
    return {
        "resign": partial(table_verbs.resign, position, seat, **at),
        "take_over": partial(table_verbs.take_over, position, seat, "greedy", **at),
        "time_out": partial(table_verbs.time_out, position, seat, None, **at),
        "abort": partial(table_verbs.abort, position, seat, **at),
        "ask": partial(table_verbs.ask, position, seat, "pause", **at),
        "agree": partial(table_verbs.agree, position, seat, **at),
        "decline": partial(table_verbs.decline, position, seat, **at),
        "resume": partial(table_verbs.resume, position, seat, **at),
        "vacation": partial(table_verbs.vacation, position, seat, True, **at),
    }


def code(verb: Verb) -> str:
    with pytest.raises(GameError) as refusal:
        verb()
    assert refusal.value.seq is not None
    return refusal.value.code


def act(position: Position, seat: SeatNumber, rng: Random) -> Position:
    action = some_action(position, seat, rng)
    return replay.act(position, seat, action, expected_seq=None, at_ms=position.at_ms).position


def test_spectators_and_finished_games_are_refused() -> None:
    for seat in map(SeatNumber, (-1, 3, 7)):
        assert {code(verb) for verb in verbs(begin(3), seat).values()} == {"not_playing"}
    position = table_verbs.take_over(begin(3), SEAT_1, "greedy", at_ms=UnixMs(0)).position
    assert {code(verb) for verb in verbs(position, SEAT_1).values()} == {"not_playing"}
    for over in (
        table_verbs.resign(begin(2), SEAT_0, at_ms=UnixMs(0)).position,
        table_verbs.abort(begin(3), SEAT_0, at_ms=UnixMs(0)).position,
    ):
        assert {code(verb) for verb in verbs(over, SEAT_1).values()} == {"game_over"}
        assert code(partial(table_verbs.resume, over, None, at_ms=UnixMs(0))) == "game_over"
        assert code(partial(table_verbs.grace, over, at_ms=UnixMs(0), clocks=say)) == "game_over"
        take = {"type": "take", "space": 1, "gem": "red"}
        assert code(partial(replay.act, over, SEAT_1, take, expected_seq=None, at_ms=UnixMs(0))) == "game_over"
        assert over.to_move == () and not over.can_ask_back(SEAT_0)


def test_verbs_that_do_not_apply_are_refused() -> None:
    position = begin(3)
    for what in ("", "money", None, 7, ["pause"], {"pause": 1}):
        assert code(partial(table_verbs.ask, position, SEAT_0, what, at_ms=UnixMs(0))) == "malformed_request"
    assert code(lambda: table_verbs.ask(position, SEAT_0, "take_back", at_ms=UnixMs(0))) == "nothing_to_take_back"
    for verb in ("agree", "decline"):
        assert code(verbs(position, SEAT_0)[verb]) == "nothing_asked"
    assert code(verbs(position, SEAT_0)["resume"]) == "not_paused"
    assert code(lambda: table_verbs.vacation(position, SEAT_0, False, at_ms=UnixMs(0))) == "no_change"
    away = table_verbs.vacation(position, SEAT_0, True, at_ms=UnixMs(0)).position
    assert away.away == (0,) and code(verbs(away, SEAT_0)["vacation"]) == "no_change"
    assert table_verbs.vacation(away, SEAT_0, False, at_ms=UnixMs(0)).position.away == ()
    with pytest.raises(Malformed):
        table_verbs.time_out(position, SEAT_0, "No Such!", at_ms=UnixMs(0))


def test_a_game_can_be_aborted_until_all_have_acted() -> None:
    rng = Random(2)
    position = begin(3)
    while not position.under_way:
        step = table_verbs.abort(position, SEAT_2, at_ms=position.at_ms)
        assert [event.kind for event in step.events] == ["aborted"]
        assert (step.position.aborted, step.position.over, step.position.to_move) == (True, False, ())
        position = act(position, position.to_move[0], rng)
    assert position.acted == 0b111
    assert code(verbs(position, SEAT_2)["abort"]) == "too_late"
    almost = play(begin(3), Random(2), lambda at: at.acted.bit_count() == 2)
    (missing,) = {SEAT_0, SEAT_1, SEAT_2} - {seat for seat in range(3) if almost.acted >> seat & 1}
    left = table_verbs.take_over(almost, missing, "greedy", at_ms=almost.at_ms).position
    assert left.under_way, "players who have left are not waited for"


# --- consent ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_pause_begins_when_all_have_agreed(seats: int) -> None:
    position = table_verbs.ask(begin(seats), SEAT_1, "pause", at_ms=UnixMs(2000)).position
    assert code(verbs(position, SEAT_0)["ask"]) == "asked_already"
    for seat in [SeatNumber(seat) for seat in range(seats) if seat != 1]:
        assert position.paused_ms is None and position.asked is not None
        assert code(verbs(position, SEAT_1)["agree"]) == "answered"
        step = table_verbs.agree(position, seat, at_ms=UnixMs(3000 + seat))
        if seats > 2 and seat != seats - 1:
            assert code(verbs(step.position, seat)["agree"]) == "answered"
        position = step.position
    assert [event.kind for event in step.events] == ["agreed", "paused"]
    assert (position.paused_ms, position.asked) == (3000 + (seats - 1 if seats > 2 else 0), None)
    mover = position.to_move[0]
    assert code(partial(act, position, mover, Random(1))) == "paused"
    assert code(verbs(position, SEAT_0)["ask"]) == "paused"
    for who in (None, mover):
        resumed = table_verbs.resume(position, who, at_ms=UnixMs(9000)).position
        assert resumed.paused_ms is None
        act(resumed, mover, Random(1))
    left = table_verbs.time_out(position, mover, "greedy", at_ms=UnixMs(9000))
    assert left.position.paused_ms is not None or left.position.over


def test_ais_and_players_who_have_left_are_not_asked() -> None:
    step = started("forgotten-treasures", {"seats": 4}, Random(1), {SeatNumber(3): "greedy"})
    position = table_verbs.take_over(step.position, SEAT_2, "greedy", at_ms=UnixMs(0)).position
    asked = table_verbs.ask(position, SEAT_0, "pause", at_ms=UnixMs(0)).position
    assert [code(verbs(asked, seat)["agree"]) for seat in map(SeatNumber, (2, 3))] == ["not_playing"] * 2
    assert table_verbs.agree(asked, SEAT_1, at_ms=UnixMs(0)).position.paused_ms is not None
    alone = table_verbs.take_over(position, SEAT_1, "greedy", at_ms=UnixMs(0)).position
    done = table_verbs.ask(alone, SEAT_0, "pause", at_ms=UnixMs(5000))
    assert [event.kind for event in done.events] == ["asked", "paused"]
    resigned = table_verbs.resign(asked, SEAT_1, at_ms=UnixMs(0)).position
    assert resigned.asked is None, "a player who leaves answers nothing"


def test_declining_withdrawing_and_any_action_end_a_request() -> None:
    rng = Random(5)
    position = play(begin(3, seed=5), rng, scoring)
    for seat in map(SeatNumber, range(3)):
        asked = table_verbs.ask(position, SEAT_0, "pause", at_ms=position.at_ms).position
        assert table_verbs.decline(asked, seat, at_ms=position.at_ms).position.asked is None
        step = replay.act(asked, seat, some_action(asked, seat, rng), expected_seq=None, at_ms=UnixMs(0))
        assert step.events[0].kind == "submission" and step.position.asked is None
        assert replay.advance(asked, step.events[0], asked.secret, asked.nonces) == step.position
    back = table_verbs.ask(position, position.undo_seat or SEAT_0, "take_back", at_ms=UnixMs(0)).position
    submitted = act(back, SEAT_0, rng)
    assert code(verbs(submitted, SEAT_1)["agree"]) == "nothing_asked", "and the secret submission is not undone"
    assert not submitted.can_ask_back(position.undo_seat)


@settings(max_examples=examples(12))
@given(seed=st.integers(0, 10_000), seats=st.sampled_from([2, 3, 4]))
def test_a_take_back_with_consent_crosses_others_actions_but_nothing_new(seed: int, seats: int) -> None:
    rng = Random(seed)
    position = started("pyramido", {"seats": seats}, rng).position
    shown = 0  # no new information was shown since then
    asked_for = 0
    for _ in range(60):
        seat = position.to_move[0]
        action = position.rules.random_action(position.state, seat, rng)
        if not position.rules.revocable(position.state, seat, action):
            shown = position.seq + 1
        raw = position.rules.action_to_json(action)
        position = replay.act(position, seat, raw, expected_seq=None, at_ms=position.at_ms).position
        if position.ended:
            break
        chain = list(position.undos())
        assert all(earlier.seq >= shown for _, earlier, _ in chain)
        for asker in {actor for actor, _, _ in chain} & set(position.persons):
            asked = table_verbs.ask(position, asker, "take_back", at_ms=position.at_ms)
            for other in set(position.persons) - {asker}:
                asked = table_verbs.agree(asked.position, other, at_ms=position.at_ms)
            after = asked.position
            assert [event.kind for event in asked.events] == ["agreed", "taken_back"]
            own = next(earlier for actor, earlier, _ in chain if actor == asker)
            assert after.state == own.state and after.to_move == (asker,)
            assert after.take_backs == position.take_backs + 1
            asked_for += 1
        for asker in set(position.persons) - {actor for actor, _, _ in chain}:
            assert not position.can_ask_back(asker)
    assert asked_for


def test_a_crossing_take_back_is_in_the_log_and_verifies() -> None:
    for seed in range(40):
        rng = Random(seed)
        step = started("pyramido", {"seats": 2}, rng)
        position, events = step.position, list(step.events)
        while not position.ended and len({actor for actor, _, _ in position.undos()}) < 2:
            seat = position.to_move[0]
            raw = some_action(position, seat, rng)
            step = replay.act(position, seat, raw, expected_seq=None, at_ms=position.at_ms, clocks=say)
            position, events = step.position, [*events, *step.events]
        if position.ended:
            continue
        asker = next(actor for actor, _, _ in position.undos() if actor != position.undo_seat)
        assert not position.can_take_back(asker) and position.can_ask_back(asker)
        for verb in (
            partial(table_verbs.ask, seat=asker, what="take_back"),
            partial(table_verbs.agree, seat=SeatNumber(1 - asker)),
        ):
            step = verb(position, at_ms=position.at_ms, clocks=say)
            position, events = step.position, [*events, *step.events]
        assert position.to_move == (asker,)
        assert recheck(position, events) == replay.fold(events, position.secret, position.nonces) == position
        return
    raise AssertionError("nobody could cross anybody")


# --- running out of time ----------------------------------------------------------------------------------------------
def test_running_out_of_time_ends_a_game_of_two() -> None:
    position = play(begin(2), Random(1), lambda at: at.seq == 8)
    step = table_verbs.time_out(position, SEAT_0, None, at_ms=position.at_ms)
    assert [event.kind for event in step.events] == ["timed_out", "finished"]
    assert step.position.left == ("timed_out", None)
    assert step.events[1].payload["outcome"]["ranks"] == [2, 1]


@pytest.mark.parametrize(("verb", "how"), [(table_verbs.time_out, "timed_out"), (table_verbs.remove, "removed")])
def test_timed_out_and_removed_players_rank_last_with_and_without_an_ai(verb: Any, how: str) -> None:
    for level in (None, "greedy"):
        rng = Random(4)
        position = play(begin(4, seed=3), rng, lambda at: at.seq == 25)
        first = verb(position, 2, level, at_ms=position.at_ms).position
        second = verb(first, 0, level, at_ms=first.at_ms).position
        assert second.left == (how, None, how, None) and second.persons == (1, 3)
        assert (second.state == position.state) == (level is not None), "with an AI the table stays unchanged"
        end = play(second, rng, lambda at: at.over)
        assert end.outcome is not None
        ranks = end.outcome.ranks
        assert sorted(ranks[seat] for seat in (1, 3)) == [1, 2] or ranks[1] == ranks[3] == 1
        assert min(ranks[0], ranks[2]) >= 3
        if level is None:
            assert ranks[0] < ranks[2], "a later loss is better"


def test_running_out_of_time_in_a_secret_phase_reveals_what_the_others_sent() -> None:
    rng = Random(5)
    position = play(begin(3, seed=5), rng, scoring)
    for seat in (SEAT_0, SEAT_1):
        position = act(position, seat, rng)
    with_ai = table_verbs.time_out(position, SEAT_2, "greedy", at_ms=position.at_ms)
    assert [event.kind for event in with_ai.events] == ["timed_out"] and with_ai.position.to_move == (2,)
    out = table_verbs.time_out(position, SEAT_2, None, at_ms=position.at_ms, clocks=say)
    assert [event.kind for event in out.events] == ["timed_out", "revealed"]
    assert "clocks" in out.events[0].payload and "clocks" not in out.events[1].payload
    assert out.events[1].payload["submissions"][2] is None and out.position.state.stage == 2
    hidden = redaction.redact(out.events[0], None, ended=False)
    assert hidden["payload"] == out.events[0].payload, "it reveals nothing of the submission"
    early = table_verbs.time_out(play(begin(3, seed=5), Random(5), scoring), SEAT_1, None, at_ms=UnixMs(0))
    assert [event.kind for event in early.events] == ["timed_out"] and set(early.position.to_move) == {0, 2}


def test_leaving_ends_a_vacation_and_the_right_to_take_back() -> None:
    position = play(begin(3), Random(1), placed)
    mover = position.undo_seat
    assert mover is not None
    away = table_verbs.vacation(position, mover, True, at_ms=UnixMs(0)).position
    assert away.can_take_back(mover), "a vacation is not an action"
    left = table_verbs.time_out(away, mover, "greedy", at_ms=UnixMs(0)).position
    assert left.away == () and not left.can_ask_back(mover)
    with pytest.raises(Illegal):
        replay.take_back(left, mover, expected_seq=None, at_ms=UnixMs(0))
