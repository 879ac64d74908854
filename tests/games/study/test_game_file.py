"""A game's export as a study: every kind of game with all that can happen in it, and files that are damaged."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import canonical, export, replay, table_verbs
from engine.core import JSON, GameError
from engine.newtypes import UnixMs
from engine.position import Event, Position
from games.study import game_file, private_board, study_file
from games.study.tree import Tree
from tests.engine.lively import crowded, lively
from tests.engine.tables import IDS, TABLES, Table
from tests.games.study.trees import as_sent, checked
from tests.sampling import examples
from tests.seats import SEAT_0, SEAT_1

PLAYED = ("action", "submission", "resigned", "timed_out", "removed", "taken_over", "taken_back")
"""Kinds of events that change what lies on the table, or who plays."""


def study_of(position: Position, events: list[Event]) -> study_file.StudyFile:
    return game_file.as_study(export.read(as_sent(export.export(position, events))), "A game")


def views_of(position: Position) -> list[bytes]:
    """Return what the public and each seat see."""
    return [canonical.encode(as_sent(position.view(seat))) for seat in (None, *range(len(position.owed_since)))]


def check_whole(position: Position, events: list[Event]) -> None:
    """Check that the study of a game begins and ends like it, and shows no moment that the game did not have."""
    read = study_file.check(study_of(position, events))
    seen: set[bytes] = set()
    at: Position | None = None
    for event in events:
        at = replay.advance(at, event, position.secret, position.nonces)
        if event.seq == 0:
            assert views_of(read.beginning) == views_of(at)
        seen.add(views_of(at)[0])
    last = read.beginning
    for _, _, last, _ in private_board.played(read.beginning, read.moves):
        assert views_of(last)[0] in seen
    assert views_of(last) == views_of(position)
    assert [move.parent for move in read.moves] == list(range(len(read.moves))), "one line"


@pytest.mark.parametrize("table", TABLES, ids=IDS)
@settings(max_examples=examples(4))
@given(seed=st.integers(0, 2**32))
def test_a_game_is_the_main_line_of_its_study(table: Table, seed: int) -> None:
    check_whole(*lively(table, seed))


def test_a_game_in_which_everything_happens_is_the_main_line_of_its_study() -> None:
    position, events = crowded()
    assert len({event.kind for event in events} & set(PLAYED)) > 3
    check_whole(position, events)
    kinds = [move.action["type"] for move in study_file.check(study_of(position, events)).moves]
    assert kinds.count("leave") == sum(how is not None for how in position.left)


def test_a_game_with_computer_players_is_imported_too() -> None:
    rules, options = next((rules, options) for rules, options in TABLES if options == {"seats": 3})
    position, events = lively((rules, options), 3, ai={SEAT_1: "greedy"})
    check_whole(position, events)


def test_the_study_of_a_game_goes_through_a_file() -> None:
    study = study_of(*whole_game())
    read = study_file.check(study)
    document = study_file.document(
        read.rules, title=study.title, comment="", view=study.view, seed=study.seed, whole_game=True,
        facts=study.facts, tree=Tree(read.moves),
    )  # fmt: skip
    again = checked(as_sent(document))
    assert repr(again.beginning.state) == repr(read.beginning.state)
    assert as_sent([move.action for move in again.moves]) == as_sent([move.action for move in read.moves])
    with pytest.raises(GameError, match="does not show a possible position") as refusal:
        checked({**as_sent(document), "seed": "ab" * 32})
    assert refusal.value.field == "view"


@cache
def whole_game() -> tuple[Position, list[Event]]:
    for seed in range(100):
        position, events = lively(TABLES[1], seed)
        if position.over and len(events) > 20:
            return position, events
    raise AssertionError("no game was played to its end")


def good() -> JSON:
    return dict(as_sent(export.export(*whole_game())))


def refused(document: JSON) -> tuple[str, str | None]:
    with pytest.raises(GameError) as refusal:
        game_file.as_study(export.read(document), "A game")
    assert refusal.value.detail.endswith(".")
    return refusal.value.code, refusal.value.field


def with_event(number: int, **changes: Any) -> JSON:
    document = good()
    document["events"][number] |= changes
    return document


def test_files_that_are_damaged_say_where() -> None:
    whole = good()
    for number in range(len(whole["events"])):
        assert refused(with_event(number, hash="0" * 64)) == ("bad_game", f"events[{number}]")
    acted = next(at for at, event in enumerate(whole["events"]) if event["kind"] == "action")
    assert refused(with_event(acted, payload={"action": {"type": "dance"}})) == ("bad_game", f"events[{acted}]")
    without = {**whole, "events": whole["events"][:-1]}
    assert refused(without) == ("bad_game", f"events[{len(whole['events']) - 1}]")
    assert refused({**whole, "events": []})[0] == "bad_game"
    assert refused({**whole, "secret": "0" * 64}) == ("bad_game", "events[0]")
    assert refused({**whole, "secret": "zz"}) == ("bad_game", "secret")
    assert refused({**whole, "nonces": whole["nonces"][:-1]}) == ("bad_game", "events[0]")
    assert refused({**whole, "components": {"sha256": "0" * 64}}) == ("other_components", "components.sha256")
    content = {**whole["components"], "content": "{}"}
    assert refused({**whole, "components": content}) == ("bad_game", "secret")
    assert refused({**whole, "game": "chess"})[0] == "unknown_game"
    assert refused({**whole, "rules_version": 99})[0] == "unknown_game"
    assert refused({**whole, "options": {"seats": 4}}) == ("bad_game", "events[0]")


def test_a_game_that_was_aborted_at_once_is_a_study_without_moves() -> None:
    start = replay.start("pyramido", None, {"seats": 2}, bytes(32), [bytes(32)] * 2, UnixMs(0))
    step = table_verbs.abort(start.position, SEAT_0, at_ms=UnixMs(1))
    check_whole(step.position, [*start.events, *step.events])
