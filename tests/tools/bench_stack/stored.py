"""Create many stored games quickly: some tens of games that were really played, and copies of their rows made by SQL.

A copy has its own ids, players and public id; its log is byte for byte the template's and just as valid: events hold
seat numbers, neither users nor ids. `manage.py check_games` finds no fault with it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg import sql

GAMES_OF_A_PERSON = 10
KEYS = ("forgotten-treasures", "pyramido", "silver-gold-pyramids")
TERMS = {"time_control": {"system": "per_move", "seconds": 3 * 86400}}
"""A typical agreement at tables with other people."""


def templates(of_each: int = 2) -> list[dict[str, Any]]:
    """Return the orders for tests.tools.bench_actions.site: games for two to four players, finished and in progress, of
    all three kinds. 10,000 copies have over a million events.
    """
    return [
        {"game": key, "seats": seats, "count": of_each, "scripts": of_each, "terms": TERMS, "played": played}
        for key in KEYS
        for seats in (2, 3, 4)
        for played in (1, 0.75)
    ]


@dataclass(frozen=True, slots=True)
class Stored:
    """Total number of rows, and the time (s) to add those that were missing."""

    games: int
    events: int
    users: int
    seconds: float


SCHEMA = """
CREATE SCHEMA IF NOT EXISTS bench;
CREATE TABLE bench.template (place int PRIMARY KEY, game_id bigint NOT NULL, seats int NOT NULL);
CREATE TABLE bench.copy (id bigint PRIMARY KEY, template_id bigint NOT NULL, place int NOT NULL);
CREATE TABLE bench.person (place int PRIMARY KEY, id bigint NOT NULL);
"""


def use_templates(url: str, public_ids: list[str]) -> None:
    """Set the games that will be copied. Call it once for a database."""
    with psycopg.connect(url) as connection:
        connection.execute(SCHEMA.encode())
        connection.execute("UPDATE games_game SET told_seq = seq WHERE public_id = ANY(%s)", [public_ids])
        connection.execute(
            "INSERT INTO bench.template SELECT row_number() OVER (ORDER BY id) - 1, id, "
            "(SELECT count(*) FROM games_seat WHERE game_id = games_game.id) FROM games_game WHERE public_id = ANY(%s)",
            [public_ids],
        )


def grow(url: str, games: int) -> Stored:
    """Add copies up to this number of stored games, and update the planner statistics."""
    begun = time.monotonic()
    with psycopg.connect(url, autocommit=True) as connection:
        found = _one(connection, "SELECT count(*) FROM bench.copy")
        with connection.transaction():
            # Foreign keys of copies need no check for each row: they are valid because the template's are.
            connection.execute("SET LOCAL session_replication_role = replica")
            _add_people(connection, -(-games * 4 // GAMES_OF_A_PERSON))
            _add_games(connection, found, games)
        for table in ("accounts_user", "games_game", "games_seat", "games_gamesecret", "games_event"):
            connection.execute(sql.SQL("VACUUM ANALYZE {}").format(sql.Identifier(table)))
        connection.execute("CHECKPOINT")  # so that loaded data is not written during a measurement
        return Stored(
            games=_one(connection, "SELECT count(*) FROM games_game"),
            events=_one(connection, "SELECT count(*) FROM games_event"),
            users=_one(connection, "SELECT count(*) FROM accounts_user"),
            seconds=round(time.monotonic() - begun, 1),
        )


def _one(connection: psycopg.Connection[Any], query: str) -> int:
    row = connection.execute(query.encode()).fetchone()
    assert row is not None
    return int(row[0])


def _copied(connection: psycopg.Connection[Any], table: str, source: str, **instead: str) -> sql.Composed:
    """Return `(columns) SELECT …` for all columns of a table that can be written; `instead` replaces some of them."""
    rows = connection.execute(
        "SELECT column_name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = %s "
        "AND is_generated = 'NEVER' AND NOT (column_name = 'id' AND %s)",
        [table, "id" not in instead],
    ).fetchall()
    names = [name for (name,) in rows]
    values = [sql.SQL(instead[n]) if n in instead else sql.Identifier(source, n) for n in names]
    return sql.SQL("INSERT INTO {} ({}) SELECT {} ").format(
        sql.Identifier(table), sql.SQL(", ").join(map(sql.Identifier, names)), sql.SQL(", ").join(values)
    )


NEW_ID = "translate(substr(encode(decode(md5(random()::text), 'hex'), 'base64'), 1, 12), '+/', '-_')"


def _add_people(connection: psycopg.Connection[Any], wanted: int) -> None:
    found = _one(connection, "SELECT count(*) FROM bench.person")
    copy = _copied(
        connection,
        "accounts_user",
        "one",
        public_id=NEW_ID,
        display_name="'Stored ' || n",
        name_key="'stored ' || n",
        skeleton="NULL",
        skeleton_small="NULL",
    )
    connection.execute(
        sql.SQL("WITH made AS (")
        + copy
        + sql.SQL(
            "FROM (SELECT * FROM accounts_user WHERE NOT is_staff ORDER BY id LIMIT 1) one, generate_series({}, {}) n "
            "RETURNING id) INSERT INTO bench.person SELECT {} + row_number() OVER (ORDER BY id) - 1, id FROM made"
        ).format(found, wanted - 1, found)
    )


def _add_games(connection: psycopg.Connection[Any], found: int, wanted: int) -> None:
    """Copy n is made from template n modulo the number of templates; its seat s belongs to player n·4 + s, modulo the
    number of players.
    """
    connection.execute(
        "INSERT INTO bench.copy SELECT nextval(pg_get_serial_sequence('games_game', 'id')), t.game_id, n "
        "FROM generate_series(%s::int, %s::int) n "
        "JOIN bench.template t ON t.place = n %% (SELECT count(*) FROM bench.template)",
        [found, wanted - 1],
    )
    new = sql.SQL("JOIN bench.copy c ON c.template_id = one.{} AND c.place >= {}")
    of_game = new.format(sql.Identifier("game_id"), found)
    person = (
        "(SELECT p.id FROM bench.person p "
        "WHERE p.place = (c.place * 4 + one.number) % (SELECT count(*) FROM bench.person))"
    )
    connection.execute(
        _copied(connection, "games_game", "one", id="c.id", public_id=NEW_ID, link="NULL", rematch_of_id="NULL")
        + sql.SQL("FROM games_game one ")
        + new.format(sql.Identifier("id"), found)
    )
    connection.execute(
        _copied(connection, "games_seat", "one", game_id="c.id", user_id=person)
        + sql.SQL("FROM games_seat one ")
        + of_game
    )
    for table in ("games_gamesecret", "games_event"):
        copy = _copied(connection, table, "one", game_id="c.id")
        connection.execute(copy + sql.SQL("FROM {} one ").format(sql.Identifier(table)) + of_game)


def players_of_running_games(url: str, games: int) -> list[tuple[str, int]]:
    """Return public id and player (primary key) of some running stored games, spread over them."""
    with psycopg.connect(url) as connection:
        return connection.execute(
            "SELECT g.public_id, s.user_id FROM (SELECT g.id, g.public_id FROM games_game g "
            "JOIN bench.copy c USING (id) WHERE g.status = 'running' ORDER BY c.place LIMIT %s) g "
            "JOIN games_seat s ON s.game_id = g.id "
            "ORDER BY g.id, s.number",
            [games],
        ).fetchall()


SIZES = """
SELECT coalesce(parent.relname, own.relname) AS of_table, index_parent.relname AS of_index,
    sum(pg_relation_size(own.oid)) AS bytes
FROM pg_class own
LEFT JOIN pg_index i ON i.indexrelid = own.oid
LEFT JOIN pg_inherits up ON up.inhrelid = coalesce(i.indrelid, own.oid)
LEFT JOIN pg_class parent ON parent.oid = coalesce(up.inhparent, i.indrelid)
LEFT JOIN pg_inherits index_up ON index_up.inhrelid = i.indexrelid
LEFT JOIN pg_class index_parent ON index_parent.oid = coalesce(index_up.inhparent, i.indexrelid)
WHERE own.relkind IN ('r', 'i') AND own.relnamespace = 'public'::regnamespace
GROUP BY 1, 2
"""


def sizes(url: str) -> dict[str, dict[str, int]]:
    """Return the bytes of each table that stored games fill: table → {"": its rows, index: bytes}, summed over
    partitions.
    """
    wanted = ("accounts_user", "games_game", "games_seat", "games_gamesecret", "games_event")
    found: dict[str, dict[str, int]] = {name: {} for name in wanted}
    with psycopg.connect(url) as connection:
        for table, index, size in connection.execute(SIZES.encode()):
            if table in found:
                found[table][index or ""] = int(size)
    return found
