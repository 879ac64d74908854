"""A database with enough rows for PostgreSQL to use its indexes: copies of one game, made by SQL."""

from __future__ import annotations

from django.db import connection

from accounts.models import Notification, Outbox, User
from games.models import Event, Game, Seat
from tests.games import play

GAMES, FINISHED, RUNNING, USERS, EVENTS, TOLD, READ = 3000, 2500, 300, 12_000, 10, 30, 3000
GAME = f"g{FINISHED + 10}"
START_MS = 1_700_000_000_000

_RUNNING = f"n > {FINISHED} AND n <= {FINISHED + RUNNING}"
_OPEN = f"n > {FINISHED + RUNNING}"
_LEGEND = "n % 10 = 0 AND n % 50 <> 0 AND s = 1"
"""The Legend has enough seats for reading them all to cost far more than the index of due games."""


def execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def copy(table: str, source: str, **instead: str) -> None:
    """Insert rows like those of `source`, a FROM clause with a row `one`, with other values for these columns."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT column_name FROM information_schema.columns "
            "WHERE table_schema = 'public' AND table_name = %s AND is_generated = 'NEVER'",
            [table],
        )
        written = [name for (name,) in cursor.fetchall()]
    columns = [name for name in written if name != "id" or "id" in instead]
    names = ", ".join(f'"{name}"' for name in columns)
    values = ", ".join(instead.get(name, f'one."{name}"') for name in columns)
    execute(f"INSERT INTO {table} ({names}) SELECT {values} FROM {source}")


def fill() -> tuple[Game, Game]:
    """Fill the tables; return one of the running games, and the one that was copied. Call it in a transaction."""
    game, people = play.table(2)
    one = f"(SELECT * FROM {{}} WHERE {{}} = {game.pk} LIMIT 1) one"
    first = f"(SELECT * FROM accounts_user WHERE id = {people[0].pk}) one, generate_series(1, {USERS}) n"
    copy(
        "accounts_user", first, id=f"{people[0].pk} + 1000 + n", public_id="'u' || n",
        skeleton="NULL", skeleton_small="NULL", display_name="'Many ' || n",
        name_key="'many ' || n", password="repeat('p', 100)",
    )  # fmt: skip
    copy(
        "games_game", f"{one.format('games_game', 'id')}, generate_series(1, {GAMES}) n",
        id=f"{game.pk} + 1000 + n", public_id="'g' || n", link="NULL", host_id="NULL",
        status=f"CASE WHEN {_OPEN} THEN 'open' WHEN {_RUNNING} THEN 'running' ELSE 'finished' END",
        seq=f"CASE WHEN {_OPEN} THEN NULL ELSE {EVENTS - 1} END",
        started_ms=f"CASE WHEN {_OPEN} THEN NULL ELSE {START_MS} + n END",
        finished_ms=f"CASE WHEN n <= {FINISHED} THEN {START_MS} + n END",
        best_score=f"CASE WHEN n <= {FINISHED} THEN n % 90 END",
        opened_at="one.opened_at - n * interval '1 minute'",
        last_event_ms=f"{START_MS} + n", expires_ms=f"CASE WHEN {_OPEN} THEN {START_MS} + n END",
        deadline_ms=f"CASE WHEN {_RUNNING} THEN {START_MS} + 1000 * n END",
        automatic_due=f"{_RUNNING} AND n % 10 = 0",
        conditional_seats=f"CASE WHEN {_RUNNING} AND n % 20 = 0 THEN 1 ELSE 0 END",
        told_seq=f"CASE WHEN {_RUNNING} AND n % 10 = 0 THEN 0 ELSE {EVENTS - 1} END",
    )  # fmt: skip
    copy(
        "games_seat", f"{one.format('games_seat', 'game_id')}, generate_series(1, {GAMES}) n, generate_series(0, 1) s",
        game_id=f"{game.pk} + 1000 + n", number="s",
        kind=f"CASE WHEN {_LEGEND} THEN 'legend' ELSE 'explorer' END",
        user_id=f"CASE WHEN {_LEGEND} OR s = 1 AND {_OPEN} THEN NULL "
        f"ELSE {people[0].pk} + 1001 + (2 * n + s) % {USERS} END",
        rank=f"CASE WHEN n <= {FINISHED} THEN s + 1 END", score=f"CASE WHEN n <= {FINISHED} THEN n % 90 END",
        ai="CASE WHEN n % 50 = 0 AND s = 1 THEN 'greedy' ELSE '' END",
    )  # fmt: skip
    copy(
        "games_event",
        f"{one.format('games_event', 'game_id')}, generate_series(1, {FINISHED + RUNNING}) n, "
        f"generate_series(0, {EVENTS - 1}) s",
        game_id=f"{game.pk} + 1000 + n", seq="s", seat="s % 2", key="'key' || s", written="1", digest="one.hash",
    )  # fmt: skip
    execute(
        "INSERT INTO accounts_notification (user_id, kind, subject, key, data, bell, created_ms, read_ms) "
        f"SELECT id, 'your_turn', 'g' || k, 'key' || k, '{{}}', true, k, CASE WHEN k < {TOLD - 1} THEN k END "
        "FROM (SELECT DISTINCT user_id AS id FROM games_seat WHERE rank IS NULL AND user_id IS NOT NULL) one, "
        f"generate_series(1, {TOLD}) k"
    )
    # One user has read far more than all others, so that only the partial index finds unread rows quickly.
    execute(
        "INSERT INTO accounts_notification (user_id, kind, subject, key, data, bell, created_ms, read_ms) "
        f"SELECT seat.user_id, 'your_turn', 'g' || k, 'key' || k, '{{}}', true, k, k "
        "FROM games_seat seat JOIN games_game game ON game.id = seat.game_id, "
        f"generate_series({TOLD + 1}, {READ}) k WHERE game.public_id = '{GAME}' AND seat.number = 0"
    )
    Outbox.objects.bulk_create(
        Outbox(user_id=user, channel="email", state="sent" if number % 50 else "waiting", due_ms=number, created_ms=0)
        for number, user in enumerate(Notification.objects.filter(created_ms__lte=6).values_list("user_id", flat=True))
    )
    for model in (User, Notification, Outbox, Game, Seat, Event):
        execute(f"ANALYZE {model._meta.db_table}")
    return Game.objects.get(public_id=GAME), game
