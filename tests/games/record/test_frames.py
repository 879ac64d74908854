"""Which audience gets which frame, and what is in it (docs/formats/api.md)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine import replay, table_verbs
from engine.newtypes import SeatNumber, Seq, UnixMs
from engine.position import Position, Step
from games.record import frames
from games.record.positions import Entry
from games.record.tables import SeatInfo, TableInfo
from pyramido_site.infrastructure.public_ids import PublicId
from tests.seats import SEAT_0, SEAT_1, SEAT_2

GAME = PublicId("abc")
SECRET = bytes(range(32))
USERS = (70, 60, 50)


def entry(position: Position) -> Entry:
    kinds = position.rules.seat_kinds(position.options)
    seats = tuple(
        SeatInfo(SeatNumber(number), kind, user_id, None, level)
        for number, (kind, user_id, level) in enumerate(zip(kinds, USERS, position.ai, strict=False))
    )
    info = TableInfo(
        game_id=1, public_id=GAME, game=position.rules.key, rules_version=position.rules.version,
        options=position.options, substitute=None, terms={}, rated=False, unrated_by_limit=False, commitment="",
        opened_ms=0, started_ms=1000, seats=seats, host_id=None, listed=True, link=None, expires_ms=None,
    )  # fmt: skip
    return Entry(info, position)


def started(game: str, ai: dict[SeatNumber, str] | None = None) -> Position:
    return replay.start(game, None, {"seats": 3}, SECRET, [bytes(32)] * 3, UnixMs(1000), ai=ai).position


def acted(at: Position, seat: SeatNumber) -> Step:
    action = next(iter(at.rules.legal_actions(at.state, seat)))
    return replay.act(at, seat, at.rules.action_to_json(action), expected_seq=None, at_ms=UnixMs(2000))


@pytest.mark.parametrize(
    ("frame", "start", "end", "over"),
    [
        ({"type": "view", "seq": 4}, None, 4, False),
        ({"type": "events", "from": 3, "seq": 5}, 3, 5, False),
        ({"type": "table", "from": 3, "seq": 5}, None, None, False),
        ({"type": "view", "seq": 4, "table": {"status": "finished"}}, None, 4, True),
        ({"type": "view", "seq": 4, "table": {"status": "aborted"}}, None, 4, True),
        ({"type": "view", "seq": 4, "table": {"status": "running"}}, None, 4, False),
    ],
)
def test_a_frame_is_addressed_to_one_audience(frame: dict[str, Any], start: int, end: int, over: bool) -> None:
    for seat, group in ((SEAT_1, "game.abc.1"), (SEAT_0, "game.abc.0"), (None, "game.abc.public")):
        assert frames.addressed(GAME, seat, frame) == (
            group,
            {"type": "forward", "seat": seat, "text": frames.encode(frame), "from": start, "to": end, "over": over},
        )
    assert frames.addressed(GAME, None, frame, over=True)[1]["over"] is True


def test_a_secret_submission_is_told_to_its_seat_alone() -> None:
    at = started("silver-gold-pyramids")
    step = acted(at, SEAT_1)
    before, after = entry(at), entry(step.position)
    told = frames.move_messages(before, after, step.events)
    assert [group for group, _ in told] == ["game.abc.0", "game.abc.1", "game.abc.2", "game.abc.public"]
    for _, message in told:
        frame = json.loads(message["text"])
        own = message["seat"] == SEAT_1
        assert (frame["type"], frame["from"], frame["seq"]) == ("events", 0, 1)
        assert (message["from"], message["to"], message["over"]) == (0, 1, False)
        (event,) = frame["events"]
        assert event["kind"] == ("submission" if own else "submitted")
        assert ("payload" in event) is own and "hash" not in event
        assert ("submission" in json.dumps(frame["patch"])) is own
        assert frames.view_frame(after, message["seat"])["view"]["seat"] == message["seat"]


def test_after_the_end_all_is_told_to_all() -> None:
    at = acted(started("silver-gold-pyramids"), SEAT_1).position
    step = table_verbs.abort(at, SEAT_0, at_ms=UnixMs(3000))
    told = frames.move_messages(entry(at), entry(step.position), step.events)
    assert len(told) == 4
    for _, message in told:
        assert message["over"] is True
        assert all("hash" in event for event in json.loads(message["text"])["events"])


def test_a_player_hears_of_a_new_decision() -> None:
    at = started("pyramido")
    (mover,) = at.to_move
    ((group, message),) = frames.turn_messages(None, entry(at))
    assert group == f"account.{USERS[mover]}"
    assert (message["type"], message["game"], message["seq"]) == ("turn", GAME, 0)
    told = json.loads(message["text"])
    assert (told["type"], told["game"], told["seat"], told["seq"]) == ("turn", GAME, mover, 0)
    assert frames.turn_messages(entry(at), entry(at)) == []
    assert frames.start_messages(entry(at))[-1] == (group, message)
    step = acted(at, mover)
    assert step.position.to_move == (mover,)
    told_now = frames.turn_messages(entry(at), entry(step.position))
    assert [message["seq"] for _, message in told_now] == [1]  # the player's next decision


def test_every_player_who_owes_a_decision_hears_of_it_and_no_ai() -> None:
    at = started("silver-gold-pyramids", ai={SEAT_2: "greedy"})
    told = frames.turn_messages(None, entry(at))
    assert [group for group, _ in told] == ["account.70", "account.60"]
    step = acted(at, SEAT_0)
    assert frames.turn_messages(entry(at), entry(step.position)) == []


def test_frames_of_tables_without_a_game_or_news() -> None:
    frame = frames.open_frame({"id": "abc"}, broken_at=Seq(0))
    assert (frame["type"], frame["seq"], frame["view"], frame["table"], frame["broken_at"]) == (
        "view", None, None, {"id": "abc"}, 0,
    )  # fmt: skip
    frame = frames.nothing_new("pyramido", Seq(7))
    assert (frame["from"], frame["seq"], frame["events"], frame["patch"]) == (7, 7, [], [])
    assert frames.turn_text(GAME, SEAT_1, Seq(3)).startswith('{"type":"turn","game":"abc"')
