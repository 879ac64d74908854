"""Who sees which table, and with which seat (`games.record.selectors`)."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from msgspec.structs import replace

from accounts.models import User
from accounts.users.blocks import block
from engine.newtypes import BEFORE_FIRST, FIRST, SeatNumber, Seq
from games.models import Game, Seat
from games.record import positions, selectors
from games.requests.refusals import Refusal
from games.seating.selectors import open_tables
from games.seating.services.open_table import open_table
from pyramido_site.infrastructure.public_ids import PublicId
from tests.games import play
from tests.seats import SEAT_0, SEAT_1, SEAT_2

pytestmark = pytest.mark.django_db

ABSENT = PublicId("nowhere")


def shown_in_lobby(user: User | AnonymousUser | None) -> list[PublicId]:
    return [game.public_id for game in open_tables.open_tables_for(user)]


def shown(user: User | None) -> list[PublicId]:
    """All tables, not only those in the lobby."""
    return [game.public_id for game in open_tables.shown_to(selectors.games_with_seats(), user)]


def test_the_lobby_has_listed_tables_with_a_seat_that_anyone_may_take() -> None:
    host, guest, friend = play.person(), play.person(), play.person()
    listed = open_table(host, play.GAME, {"seats": 2})
    open_table(host, play.GAME, {"seats": 2}, listed=False)
    open_table(host, play.GAME, {"seats": 2}, invited=[friend])
    partly = open_table(host, play.GAME, {"seats": 3}, invited=[friend])
    play.table()
    Seat.objects.filter(game=open_table(host, play.GAME, {"seats": 2}), number=1).update(ai="greedy")
    for user in (None, AnonymousUser(), guest):
        assert shown_in_lobby(user) == [partly.public_id, listed.public_id]


def test_an_unlisted_open_table_is_shown_to_those_who_sit_there() -> None:
    host, other = play.person(), play.person()
    table = open_table(host, play.GAME, {"seats": 2}, listed=False)
    assert shown_in_lobby(host) == shown(host) == [table.public_id]
    assert shown(other) == shown(None) == shown_in_lobby(None) == []


def test_players_who_block_each_other_do_not_see_each_other_s_open_tables() -> None:
    host, blocked, blocking, other = (play.person() for _ in range(4))
    table = open_table(host, play.GAME, {"seats": 2})
    block(host, blocked)
    block(blocking, host)
    for user in (blocked, blocking):
        assert shown_in_lobby(user) == shown(user) == []
    for viewer in (host, other, None):
        assert shown_in_lobby(viewer) == shown(viewer) == [table.public_id]


def test_a_running_game_is_shown_to_all_but_those_kept_apart() -> None:
    game, (one, two) = play.table()
    Game.objects.filter(pk=game.pk).update(listed=False)
    third = play.person()
    block(one, third)
    for user in (one, two, None):
        assert shown(user) == [game.public_id]
    assert shown(third) == []


@pytest.mark.parametrize("cached", [True, False])
def test_a_user_s_seat(cached: bool) -> None:
    game, people = play.table(3)
    if not cached:
        positions.cache.clear()
    for number, user in enumerate(people):
        assert selectors.seat_of(game.public_id, user) == selectors.audience_of(game.public_id, user) == number
    for viewer in (play.person(), AnonymousUser(), None):
        assert selectors.seat_of(game.public_id, viewer) is None
        assert selectors.audience_of(game.public_id, viewer) is None


def test_a_player_whose_seat_an_ai_plays_sees_what_spectators_see() -> None:
    game, people = play.table(3)
    Seat.objects.filter(game=game, number=1).update(ai="greedy")
    assert selectors.seat_of(game.public_id, people[1]) == SEAT_1
    assert selectors.audience_of(game.public_id, people[1]) is None
    assert selectors.audience_of(game.public_id, people[2]) == SEAT_2
    asked = [(game.public_id, user.pk) for user in people]
    assert [selectors.table_statuses(asked)[one][2] for one in asked] == [SEAT_0, None, SEAT_2]


def test_no_one_has_a_seat_at_a_table_that_is_not_there() -> None:
    for user in (play.person(), None):
        for ask in (selectors.seat_of, selectors.audience_of):
            with pytest.raises(Refusal) as refusal:
                ask(ABSENT, user)
            assert (refusal.value.status, refusal.value.code) == (404, "not_found")


def test_the_status_of_many_tables_in_few_queries(
    django_assert_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selectors, "STATUSES_AT_ONCE", 2)
    (one, (anna, bert)), (two, _) = play.table(), play.table()
    waiting = open_table(anna, play.GAME, {"seats": 2})
    asked = [
        (one.public_id, anna.pk), (one.public_id, bert.pk), (two.public_id, anna.pk), (waiting.public_id, anna.pk),
        (one.public_id, None), (ABSENT, anna.pk),
    ]  # fmt: skip
    with django_assert_num_queries(6):
        found = selectors.table_statuses(asked)
    running = (FIRST, Game.Status.RUNNING)
    assert found == {
        asked[0]: (*running, SEAT_0), asked[1]: (*running, SEAT_1), asked[2]: (*running, None),
        asked[3]: (None, Game.Status.OPEN, SEAT_0), asked[4]: (*running, None),
    }  # fmt: skip
    with django_assert_num_queries(1):
        assert selectors.table_statuses([(one.public_id, None)]) == {(one.public_id, None): (*running, None)}
    assert selectors.table_statuses([]) == {}


def submitted() -> tuple[Game, SeatNumber]:
    """A game with a secret submission as its last event, and the seat that made it."""
    game, _ = play.table(3)
    play.play_until(game, Random(2), lambda at: len(at.to_move) == 3)
    play.step(game, Random(3))
    last = positions.read_events(game.pk)[-1]
    assert last.kind == "submission" and last.seat is not None
    return play.fresh(game), last.seat


def test_a_submission_is_shown_to_its_seat_alone_until_the_game_is_over() -> None:
    game, owner = submitted()
    for seat in (SEAT_0, SEAT_1, SEAT_2, None):
        told = selectors.events_for(game.public_id, seat, since=Seq(-1))["events"]
        assert [one["seq"] for one in told] == list(range(len(told)))
        assert ("payload" in told[-1]) == (seat == owner)
        assert not [one for one in told if "hash" in one]
    play.play_to_the_end(game)
    for seat in (SEAT_0, None):
        told = selectors.events_for(game.public_id, seat, since=BEFORE_FIRST)["events"]
        assert all("payload" in one and "hash" in one for one in told)


def test_events_come_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    game, _ = play.table()
    play.play_until(game, Random(2), lambda at: at.seq >= 5)
    last = play.position(game).seq
    monkeypatch.setattr(selectors, "EVENTS_AT_ONCE", 3)
    told, since, parts = [], BEFORE_FIRST, 0
    while True:
        part = selectors.events_for(game.public_id, None, since)
        assert part["seq"] == last and len(part["events"]) <= 3
        told += [one["seq"] for one in part["events"]]
        parts += 1
        if part["next"] is None:
            break
        assert part["next"] == told[-1]
        since = part["next"]
    assert told == list(range(last + 1)) and parts == (last + 3) // 3
    monkeypatch.setattr(selectors, "EVENTS_AT_ONCE", last + 1)
    assert selectors.events_for(game.public_id, None, BEFORE_FIRST)["next"] is None
    nothing = {"game": game.game_key, "seq": last, "next": None, "events": []}
    assert selectors.events_for(game.public_id, None, last) == nothing


def test_events_of_a_table_that_has_none() -> None:
    waiting = open_table(play.person(), play.GAME, {"seats": 2})
    nothing: dict[str, Any] = {"game": play.GAME, "seq": None, "next": None, "events": []}
    assert selectors.events_for(waiting.public_id, None, BEFORE_FIRST) == nothing
    with pytest.raises(Refusal, match="not_found"):
        selectors.events_for(ABSENT, None, BEFORE_FIRST)


def test_legal_actions_are_listed_for_a_seat_that_owes_a_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    game, _ = play.table()
    at = play.position(game)
    (mover,) = at.to_move
    other = SEAT_1 if mover == SEAT_0 else SEAT_0
    expected = [at.rules.action_to_json(action) for action in at.rules.legal_actions(at.state, mover)]
    nothing = {"game": game.game_key, "seq": at.seq, "actions": [], "complete": True}
    assert selectors.legal_at(at, mover) == {**nothing, "actions": expected}
    assert selectors.legal_at(at, other) == nothing
    assert selectors.legal_at(replace(at, paused_ms=1), mover) == nothing
    assert selectors.legal_at(replace(at, aborted=True), mover) == nothing
    assert selectors.legal_at(replace(at, ai=("greedy", "greedy")), mover) == nothing
    monkeypatch.setattr(selectors, "MOST", len(expected))
    assert selectors.legal_at(at, mover)["complete"] is True
    monkeypatch.setattr(selectors, "MOST", len(expected) - 1)
    assert selectors.legal_at(at, mover) == {**nothing, "actions": expected[:-1], "complete": False}


def test_a_table_that_there_is_not_is_not_found() -> None:
    for call in (selectors.game_by_id, selectors.entry_of, partial(selectors.legal_actions, seat=SEAT_0)):
        with pytest.raises(Refusal) as refusal:
            call(ABSENT)
        assert (refusal.value.status, refusal.value.code) == (404, "not_found")
    assert not selectors.exists(ABSENT)
    assert selectors.exists(open_table(play.person(), play.GAME, {"seats": 2}).public_id)
