"""Each query of a move, of the sweeps and of the lists uses an index, and none scans a whole table: the plans that
PostgreSQL reports for the site's actual statements, with thousands of rows and the site's settings.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from random import Random
from typing import Any, ClassVar, Self

import psycopg
import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.access import session_condition
from accounts.connections import feed
from accounts.models import User
from accounts.notifications import bell, delivery
from engine.newtypes import Seq, UnixMs
from games.computer import selectors as computer
from games.conditional_moves import selectors as conditional_moves
from games.deadlines.selectors import due
from games.models import Game, Seat
from games.notices import selectors as notices
from games.presenters import game_lists as queries
from games.realtime.account_games import AccountGames
from games.record import append, positions, selectors
from games.record.log_guard import PARTITIONS
from games.record.services.submit_action import submit_action
from games.record.write import IdempotencyKey
from games.search.selectors.filters import Filters
from games.search.selectors.found_games import found_games, paging_of
from games.search.selectors.running_games import running_games
from games.seating.selectors import expiry, open_tables, titles
from pyramido_site.infrastructure import prepared_statements as prepared
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.session_store import SessionStore
from tests.games import play
from tests.games.record import many_rows
from tests.seats import SEAT_0

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]

LARGE = {"accounts_user", "accounts_notification", "accounts_outbox", "games_game", "games_seat"}
NOW_MS = many_rows.START_MS + 10**9
SEATS_OF_A_PERSON = "games_seat (user_id)"
"""Django makes this index and its name; so it is known by its columns."""

DUE_MS = many_rows.START_MS + many_rows.FINISHED + 10


@dataclass(frozen=True)
class Filled:
    """A running game among thousands, its player, and a game that was really played."""

    game: Game
    player: User
    played: Game


@pytest.fixture(scope="module")
def filled(django_db_setup: None, django_db_blocker: Any) -> Iterator[Filled]:
    """Filled once for all tests, and never committed."""
    with django_db_blocker.unblock(), transaction.atomic():
        game, played = many_rows.fill()
        player = Seat.objects.select_related("user").get(game=game, number=0).user
        assert player is not None
        yield Filled(game, player, played)
        transaction.set_rollback(True)
    positions.cache.clear()


class _WithValues(psycopg.ClientCursor[Any]):
    """Puts the values into the statement, and records in `prepared_as` the statement prepared without them."""

    prepared_as: ClassVar[dict[str, tuple[str, Sequence[Any]]]] = {}

    def execute(self, query: Any, params: Any = None, **options: Any) -> Self:
        self.prepared_as[self.mogrify(query, params)] = (query, params or ())
        return super().execute(query, params, **options)


def statements_of(call: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the statements of a call, with values; its changes are rolled back."""
    monkeypatch.setattr(prepared, "_Noted", _WithValues)
    with CaptureQueriesContext(connection) as captured, transaction.atomic():
        call()
        transaction.set_rollback(True)
    words = ("SELECT", "WITH", "UPDATE", "INSERT", "DELETE")
    return [query["sql"] for query in captured.captured_queries if query["sql"].startswith(words)]


def nodes_of(statement: str) -> Iterator[dict[str, Any]]:
    """Yield the nodes of the plan; for a prepared statement, of its generic plan."""
    query, values = _WithValues.prepared_as.get(statement, ("", ()))
    with connection.cursor() as cursor:
        if query:
            number = itertools.count(1)
            cursor.execute(f"PREPARE asked AS {re.sub('%s', lambda _: f'${next(number)}', query)}")
            statement = f"EXECUTE asked({', '.join(['%s'] * len(values))})" if values else "EXECUTE asked"
        try:
            cursor.execute(f"EXPLAIN (FORMAT JSON) {statement}", [prepared.word(value) for value in values] or None)
            found = cursor.fetchone()[0]
        finally:
            if query:
                cursor.execute("DEALLOCATE asked")
    waiting = [one["Plan"] for one in (json.loads(found) if isinstance(found, str) else found)]
    while waiting:
        node = waiting.pop()
        waiting += node.get("Plans", [])
        yield node


def check(call: Callable[[], object], wanted: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that the call uses these indexes, scans no large table, and reads one partition of the events."""
    used: set[str] = set()
    for statement in statements_of(call, monkeypatch):
        nodes = list(nodes_of(statement))
        for node in nodes:
            table = node.get("Relation Name", "")
            assert node["Node Type"] != "Seq Scan" or not (table in LARGE or table.startswith("games_event")), statement
        parts = {table for node in nodes if (table := node.get("Relation Name", "")).startswith("games_event_")}
        assert len(parts) <= 1, statement
        used |= {name_of(node["Index Name"]) for node in nodes if "Index Name" in node}
    assert wanted <= used, used


def name_of(index: str) -> str:
    """Return the index's name; for an index of a partition, the name of the partitioned table's index."""
    if index.startswith("games_event_"):
        return "games_event_pkey" if index.endswith("_pkey") else "games_event_key"
    return SEATS_OF_A_PERSON if index in indexes_on("games_seat", ["user_id"]) else index


def indexes_on(table: str, columns: list[str]) -> list[str]:
    """Return the names of the indexes on exactly these columns, in this order."""
    with connection.cursor() as cursor:
        constraints = connection.introspection.get_constraints(cursor, table)
    return [name for name, one in constraints.items() if one["index"] and one["columns"] == columns]


def found(user: User | None, filters: Filters) -> list[Game]:
    """Return a page of the search."""
    return list(found_games(user, filters).order_by(*paging_of(filters)["order"])[:21])


ASKED: dict[str, tuple[Callable[[Filled], object], set[str]]] = {
    # a move, a request, a frame
    "a game by its id": (
        lambda on: Game.objects.filter(public_id=on.game.public_id).first(),
        {"games_game_public_id_key"},
    ),
    "a log": (lambda on: positions.read_events(on.game.pk), {"games_event_pkey"}),
    "the end of a log": (lambda on: positions.read_events(on.game.pk, since=Seq(7)), {"games_event_pkey"}),
    "a key": (
        lambda on: append.first_result(on.played, SEAT_0, IdempotencyKey("another", bytes(32))),
        {"games_event_key"},
    ),
    "a seat": (
        lambda on: selectors.audience_of(on.game.public_id, on.player),
        {"games_game_public_id_key"},
    ),
    "who is signed in": (lambda on: session_condition.still_signed_in(on.player, "k" * 32), {"accounts_user_pkey"}),
    "a session": (lambda on: SessionStore("k" * 32).load(), set()),
    "how a game stands": (
        lambda on: selectors.table_statuses([(on.game.public_id, on.player.pk)]),
        {"games_game_public_id_key"},
    ),
    "who sits there": (lambda on: positions.read_players(on.game.pk), {"accounts_user_pkey"}),
    # sweeps
    "turns of the Legend": (lambda on: computer.automatic_turns_due(DUE_MS, 500), {"games_game_automatic"}),
    "turns of AIs": (lambda on: computer.ai_turns_due(DUE_MS, 200), {"games_game_automatic"}),
    "deadlines": (lambda on: due.deadlines_due(UnixMs(many_rows.START_MS), 500), {"games_game_deadline"}),
    "deadlines that are near": (
        lambda on: notices.games_to_warn(many_rows.START_MS, many_rows.START_MS + 1000 * DUE_MS, 500),
        {"games_game_deadline"},
    ),
    "tables to expire": (
        lambda on: expiry.tables_to_expire(many_rows.START_MS + 2810, 500),
        {"games_game_expires"},
    ),
    "games to tell of": (lambda on: notices.untold_games(NOW_MS, 500), {"games_game_untold"}),
    "plans": (lambda on: conditional_moves.games_due(NOW_MS, 500), {"games_game_conditional"}),
    "mail": (lambda on: delivery.claim("email"), {"accounts_due"}),
    # lists
    "one's running games": (
        lambda on: due.running_seats(on.player.pk),
        {SEATS_OF_A_PERSON, "games_game_pkey"},
    ),
    "one's games": (lambda on: list(selectors.games_of(on.player)[:21]), {SEATS_OF_A_PERSON}),
    "one's page of games": (lambda on: queries.my_games(on.player), {SEATS_OF_A_PERSON}),
    "one's finished games": (lambda on: list(queries.finished_games(on.player, on.player)[:21]), {SEATS_OF_A_PERSON}),
    "another's finished games": (lambda on: list(queries.finished_games(on.player, None)[:21]), {SEATS_OF_A_PERSON}),
    "the latest finished games": (lambda on: found(None, Filters(status="finished")), {"games_game_searched"}),
    "finished games by points": (
        lambda on: found(None, Filters(points_from=30, game=play.GAME)),
        {"games_game_searched"},
    ),
    "finished games by length": (
        lambda on: found(None, Filters(moves_from=90, days_from=9, game=play.GAME)),
        {"games_game_searched"},
    ),
    "finished games of some days": (
        lambda on: found(None, Filters(ended_from=date(2023, 11, 1), ended_until=date(2023, 12, 1))),
        {"games_game_searched"},
    ),
    "games of two players": (
        lambda on: found(None, Filters(status="finished", players=(PublicId("u3"), PublicId("u4")))),
        {SEATS_OF_A_PERSON},
    ),
    "games that another has lost": (
        lambda on: found(on.player, Filters(players=(PublicId("u4"),), result="lost", ended_from=date(2023, 11, 1))),
        {SEATS_OF_A_PERSON},
    ),
    "games that one has won": (lambda on: found(on.player, Filters(mine=True, result="won")), {SEATS_OF_A_PERSON}),
    "games that one has drawn": (lambda on: found(on.player, Filters(mine=True, result="drawn")), {SEATS_OF_A_PERSON}),
    "games of a player": (
        lambda on: found(None, Filters(players=(on.player.public_id,), points_from=80)),
        {SEATS_OF_A_PERSON},
    ),
    "all games": (
        lambda on: list(open_tables.shown_to(selectors.games_with_seats(), None)[:21]),
        {"games_game_newest"},
    ),
    "running games": (
        lambda on: list(selectors.games_with_seats().filter(status=Game.Status.RUNNING)[:21]),
        {"games_game_listed"},
    ),
    "games to watch": (lambda on: list(running_games(None)[:7]), {"games_game_listed"}),
    "the lobby": (lambda on: list(open_tables.open_tables_for(None)[:21]), set()),
    "the account's frame": (lambda on: AccountGames(on.player).now(), {SEATS_OF_A_PERSON}),
    "the bell": (lambda on: bell.count(on.player.pk), {"accounts_unread"}),
    "a cursor of notifications": (lambda on: feed.number_of(on.player.pk, "key1"), {"accounts_told_once"}),
    "a won table": (
        lambda on: titles.has_won(on.player, play.GAME, {"seats": 2}),
        {SEATS_OF_A_PERSON},
    ),
}


@pytest.mark.parametrize("asked", ASKED)
def test_it_uses_its_indexes(asked: str, filled: Filled, monkeypatch: pytest.MonkeyPatch) -> None:
    call, wanted = ASKED[asked]
    check(lambda: call(filled), wanted, monkeypatch)


def test_a_move_uses_its_indexes(filled: Filled, monkeypatch: pytest.MonkeyPatch) -> None:
    at = play.position(filled.played)
    positions.cache.put(positions.Entry(positions.read_info(filled.played), at))
    action = play.random_action(at, at.to_move[0], Random(1))
    check(
        lambda: submit_action(filled.played.public_id, at.to_move[0], at.seq, action, "a key"),
        {"games_game_pkey"},
        monkeypatch,
    )


def test_events_are_in_parts(filled: Filled) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.relname, c.reltuples FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid "
            "WHERE i.inhparent = 'games_event'::regclass"
        )
        sizes = dict(cursor.fetchall())
    assert len(sizes) == PARTITIONS
    whole = sum(sizes.values())
    assert all(whole / PARTITIONS / 2 < size < 2 * whole / PARTITIONS for size in sizes.values()), sizes
