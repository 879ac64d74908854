"""The number of queries does not grow with players, events or games."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.access import session_condition
from games.models import Game
from games.record import positions, selectors
from games.record.services.submit_action import submit_action
from games.record.write import WritePrecondition
from games.requests.refusals import Refusal
from tests.games import play
from tests.seats import SEAT_0, SEAT_1, SEAT_2

pytestmark = pytest.mark.django_db(transaction=True)


def queries_of(call: Any) -> list[str]:
    """Return the queries of a call, without the check of the database's clock, which is due every half minute
    (pyramido_site/infrastructure/site_clock.py).
    """
    with CaptureQueriesContext(connection) as captured:
        call()
    return [query["sql"] for query in captured.captured_queries if "clock_timestamp" not in query["sql"]]


def act(game: Game) -> Any:
    at = play.position(game)
    seat = at.to_move[0]
    action = play.random_action(at, seat, Random(1))
    return lambda: submit_action(game.public_id, seat, at.seq, action)


@pytest.mark.postgres
def test_a_move_is_one_statement() -> None:
    game, _ = play.table(4)
    statements = queries_of(act(game))
    assert len(statements) == 1
    play.play_until(game, Random(1), lambda at: at.seq > 60)
    assert len(queries_of(act(game))) == 1


@pytest.mark.postgres
def test_whether_a_session_holds_is_asked_with_the_move() -> None:
    game, people = play.table(2)
    at = play.position(game)
    seat = at.to_move[0]
    client = Client()
    client.force_login(people[seat])
    condition = session_condition.signed_in(people[seat], client.session.session_key or "")
    action = play.random_action(at, seat, Random(1))

    def ended() -> None:
        raise Refusal(401, "signed_out", "You are no longer signed in.")

    move = partial(submit_action, game.public_id, seat, at.seq, action, "key", WritePrecondition(*condition, ended))
    session = client.session
    client.logout()
    with pytest.raises(Refusal, match="signed_out"):
        move()
    assert play.fresh(game).seq == at.seq
    session.save(must_create=True)
    statements = queries_of(move)
    assert len(statements) == 1, statements
    assert play.fresh(game).seq == at.seq + 1


@pytest.mark.postgres
def test_events_written_by_another_process_cost_one_query_more() -> None:
    game, _ = play.table(2)
    play.play_until(game, Random(1), lambda at: at.seq >= 10)
    old = positions.cache.get(game.public_id)
    assert old is not None
    play.step(game, Random(2))
    once_more = act(game)
    positions.cache.clear()
    positions.cache.put(old)
    statements = queries_of(once_more)
    assert ["UPDATE games_game" in statement for statement in statements] == [False, True], statements
    kept = positions.cache.get(game.public_id)
    assert kept is not None and kept.position.seq == play.fresh(game).seq, statements


@pytest.mark.postgres
def test_an_action_over_http_authenticates_and_writes() -> None:
    game, people = play.table(2)
    clients = [Client() for _ in people]
    for client, user in zip(clients, people, strict=True):
        client.force_login(user)
        client.get("/")  # the first request of a session records that it is in use (accounts.identity.sessions)
    at = play.position(game)
    seat = at.to_move[0]
    body = {"expected_seq": at.seq, "action": play.random_action(at, seat, Random(1))}
    path = f"/api/v1/games/{game.public_id}/actions"
    statements = queries_of(lambda: clients[seat].post(path, body, "application/json", HTTP_IDEMPOTENCY_KEY="a"))
    tables = ("FROM django_session", 'FROM "accounts_user"', "UPDATE games_game")
    assert [table in statement for table, statement in zip(tables, statements, strict=True)] == [True] * 3
    assert play.fresh(game).seq == at.seq + 1


@pytest.mark.sqlite
def test_a_move_is_one_short_transaction() -> None:
    game, _ = play.table(4)
    few = queries_of(act(game))
    words = ["BEGIN IMMEDIATE", "UPDATE games_game", "INSERT INTO games_event", "COMMIT"]
    assert [word in statement for word, statement in zip(words, few, strict=True)] == [True] * 4
    play.play_until(game, Random(1), lambda at: at.seq > 60)
    assert len(queries_of(act(game))) == len(few)


def test_reading_costs_the_same_with_many_players_and_events() -> None:
    small, small_people = play.table(2)
    large, large_people = play.table(4)
    play.play_until(large, Random(1), lambda at: at.seq > 60)
    for path in ("", "/view", "/events?since=-1"):
        counts = []
        for game, people in ((small, small_people), (large, large_people)):
            client = Client()
            client.force_login(people[0])
            positions.load(play.fresh(game))
            counts.append(len(queries_of(partial(client.get, f"/api/v1/games/{game.public_id}{path}"))))
        assert counts[0] == counts[1]


def test_the_page_of_a_game_brings_the_view_with_few_queries() -> None:
    """The page has the rows of the table anyway; the view costs no query if the position is cached. Before a player's
    first move another one asks whether the game's lesson is offered.
    """
    new, new_people = play.table(2)
    small, small_people = play.table(2)
    play.play_until(small, Random(1), lambda at: at.under_way)
    large, large_people = play.table(4)
    play.play_until(large, Random(1), lambda at: at.seq > 60)
    counts = []
    for game, people in ((new, new_people), (small, small_people), (large, large_people)):
        client = Client()
        client.force_login(people[0])
        path = f"/games/{game.public_id}/"
        client.get(path)  # the first request of a session records that it is in use (accounts.identity.sessions)
        statements = queries_of(partial(client.get, path))
        assert not [one for one in statements if "games_event" in one or "games_gamesecret" in one]
        counts.append(len(statements))
    assert counts[0] - 1 == counts[1] == counts[2] <= 13, counts


def test_folding_a_log_costs_the_same_number_of_queries() -> None:
    counts = []
    for seats, events in ((2, 3), (4, 60)):
        game, _ = play.table(seats)
        play.play_until(game, Random(1), lambda at: at.seq > events)  # noqa: B023
        positions.cache.clear()
        row = play.fresh(game)
        counts.append(len(queries_of(lambda: positions.load(row))))  # noqa: B023
    assert counts[0] == counts[1] <= 3


def test_a_list_costs_the_same_with_many_games() -> None:
    host = play.person()
    client = Client()
    client.force_login(host)
    client.get("/")  # the first request of a session records that it is in use (accounts.identity.sessions)
    counts = []
    for more in (1, 15):
        for _ in range(more):
            play.table(3)
        counts.append(len(queries_of(lambda: client.get("/api/v1/games"))))
    assert counts[0] == counts[1]


def test_catching_up_reads_only_new_events() -> None:
    game, _ = play.table(2)
    play.play_until(game, Random(1), lambda at: at.seq >= 40)
    old = positions.cache.get(game.public_id)
    assert old is not None
    for _ in range(3):
        play.step(game, Random(2))
    positions.cache.clear()
    positions.cache.put(old)
    row = play.fresh(game)
    statements = queries_of(lambda: positions.load(row))
    assert len(statements) == 1 and "games_event" in statements[0]
    assert positions.load(row).document(SEAT_0) == _folded(row).document(SEAT_0)


def _folded(row: Game) -> positions.Entry:
    positions.cache.clear()
    return positions.load(row)


def test_the_view_is_the_same_from_the_cache_and_from_the_log() -> None:
    game, _ = play.table(3)
    play.play_until(game, Random(9), lambda at: at.seq > 50)
    warm = [selectors.view_for(game.public_id, seat) for seat in (SEAT_0, SEAT_1, SEAT_2, None)]
    positions.cache.clear()
    cold = [selectors.view_for(game.public_id, seat) for seat in (SEAT_0, SEAT_1, SEAT_2, None)]
    for one, other in zip(warm, cold, strict=True):
        assert {**one, "server_now_ms": 0} == {**other, "server_now_ms": 0}


def test_a_new_name_shows_although_the_position_is_kept() -> None:
    game, people = play.table(2)
    play.step(game, Random(1))
    assert positions.cache.get(game.public_id) is not None
    people[1].display_name, people[1].is_guest = "Somebody New", True
    people[1].save()
    for seat in (SEAT_0, SEAT_1, None):
        table = selectors.view_for(game.public_id, seat)["table"]
        assert [one["you"] for one in table["seats"]] == [seat == 0, seat == 1]
        assert [one["player"] for one in table["seats"]] == [
            {"id": people[0].public_id, "name": people[0].display_name, "guest": False, "bot": False},
            {"id": people[1].public_id, "name": "Somebody New", "guest": True, "bot": False},
        ]
