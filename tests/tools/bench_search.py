"""Plans and times of searches among very many games: `make bench-search` prints JSON lines.

Method: an empty PostgreSQL of the run's own with the site's tables, and rows made by SQL: finished games (without
logs), two seats each, players of whom few play much, and one who sits in a tenth of all games. Each search is the first
page (21 rows) of the query that the API and the page ask, explained and carried out three times; the best time counts.
`rows` are those that its nodes read and threw away; `pages` are 8 kB of tables and indexes. So is the page of running
games (7 and one more), of a hundredth as many, whose players have ratings.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import date
from typing import Any

from engine.newtypes import SeatNumber
from pyramido_site.infrastructure.public_ids import PublicId
from tests import servers

GAMES, USERS = 1_000_000, 100_000
BUSY, USUAL, BLOCKER = 1, 50_000, 777
"""Numbers of players: one in a tenth of all games, one in some twenty, one who blocks 500 others."""
BLOCKS = 500
FINISHED_TO_A_RUNNING_ONE = 100
WATCHED = 8
FIRST_MS = 1_700_000_000_000
EVERY_MS = 60_000
TIMES = 3
DAY_MS = 86_400_000


def fill(games: int) -> None:
    """Make the rows."""
    from accounts.models import Block, User
    from games.models import Game, Seat
    from ratings.models import Rating, RatingPool
    from tests.games.record.many_rows import copy, execute

    user = User.objects.create_user("One of many")
    game = Game.objects.create(game_key="pyramido", rules_version=1, commitment="0" * 64)
    Seat.objects.create(game=game, number=SeatNumber(0), kind="explorer", user=user)
    execute("SELECT setseed(0.5)")
    copy(
        "accounts_user", f"(SELECT * FROM accounts_user WHERE id = {user.pk}) one, generate_series(1, {USERS}) n",
        id=f"{user.pk} + n", public_id="'u' || n", skeleton="NULL", skeleton_small="NULL",
        display_name="'Many ' || n", name_key="'many ' || n",
    )  # fmt: skip
    finished = f"{FIRST_MS}::bigint + n::bigint * {EVERY_MS}"
    copy(
        "games_game", f"(SELECT * FROM games_game WHERE id = {game.pk}) one, generate_series(1, {games}) n",
        id=f"{game.pk} + n", public_id="'g' || n", link="NULL", status="'finished'",
        game_key="(ARRAY['pyramido', 'forgotten-treasures', 'silver-gold-pyramids'])[1 + n % 3]",
        seq="40 + (random() * 120)::int", private="n % 50 = 0",
        best_score="80 + (power(random(), 3) * 80)::int",
        outcome="""'{"scores": [80, 70], "ranks": [1, 2], "winners": [0], "reason": "completed"}'::jsonb""",
        finished_ms=finished, last_event_ms=finished,
        started_ms=f"{finished} - (power(random(), 4) * 40 * {DAY_MS})::bigint",
        opened_at=f"to_timestamp(({finished}) / 1000)",
    )  # fmt: skip
    copy(
        "games_seat",
        f"(SELECT * FROM games_seat WHERE game_id = {game.pk}) one, generate_series(1, {games}) n, "
        "generate_series(0, 1) s",
        game_id=f"{game.pk} + n", number="s", rank="1 + (n + s) % 2", score="40 + (power(random(), 3) * 120)::int",
        user_id=f"{user.pk} + CASE WHEN s = 0 AND n % 10 = 0 THEN {BUSY} "
        f"ELSE 2 + s + 2 * (power(random(), 2) * {USERS // 2 - 2})::int END",
    )  # fmt: skip
    Block.objects.bulk_create(
        Block(blocker_id=user.pk + BLOCKER, blocked_id=user.pk + USUAL + number) for number in range(BLOCKS)
    )
    running = games // FINISHED_TO_A_RUNNING_ONE
    copy(
        "games_game",
        f"(SELECT * FROM games_game WHERE id = {game.pk}) one, generate_series({games + 1}, {games + running}) n",
        id=f"{game.pk} + n", public_id="'g' || n", link="NULL", status="'running'", seq="40", private="n % 50 = 0",
        game_key="(ARRAY['pyramido', 'forgotten-treasures', 'silver-gold-pyramids'])[1 + n % 3]",
        started_ms=f"{FIRST_MS}::bigint + n", last_event_ms=f"{FIRST_MS}::bigint + n",
    )  # fmt: skip
    copy(
        "games_seat",
        f"(SELECT * FROM games_seat WHERE game_id = {game.pk}) one, generate_series({games + 1}, {games + running}) n, "
        "generate_series(0, 1) s",
        game_id=f"{game.pk} + n", number="s", user_id=f"{user.pk} + 1 + (2 * n + s) % {USERS}",
    )  # fmt: skip
    RatingPool.objects.bulk_create(
        RatingPool(game=key, pace=pace, population="people")
        for key in ("pyramido", "forgotten-treasures", "silver-gold-pyramids")
        for pace in RatingPool.Pace.values
    )
    Rating.objects.create(pool=RatingPool.objects.earliest("pk"), user=user)
    copy(
        "ratings_rating",
        f"ratings_rating one, ratings_ratingpool pool, generate_series(1, {USERS}) n",
        pool_id="pool.id", user_id=f"{user.pk} + n", value="150000 + (random() * 60000)::int", games="12",
    )  # fmt: skip
    for model in (User, Game, Seat, Block, Rating):
        execute(f"VACUUM ANALYZE {model._meta.db_table}")


def searches() -> Iterator[tuple[str, Any, Any]]:
    """Yield the name of each search, the user's number (None for a visitor) and the filters."""
    from games.search.selectors.filters import Filters

    latest, busy, usual = Filters(status="finished"), PublicId(f"u{BUSY}"), PublicId(f"u{USUAL}")
    yield "the latest", None, latest
    yield "the latest, of one who blocks 500", BLOCKER, latest
    yield "one kind of game", None, Filters(game="pyramido", status="finished")
    yield "a week", None, Filters(ended_from=date(2024, 3, 4), ended_until=date(2024, 3, 10))
    yield "many points, which are rare", None, Filters(points_from=160)
    yield "more points than any game has", None, Filters(points_from=500)
    yield "more points than any game has, of one who blocks 500", BLOCKER, Filters(points_from=500)
    yield "very long, in days", None, Filters(days_from=39)
    yield "short, in moves, of one kind", None, Filters(moves_to=40, game="pyramido")
    yield "one's own", USUAL, Filters(mine=True, status="finished")
    yield "those that one has won", USUAL, Filters(mine=True, result="won")
    yield "of a player", BLOCKER, Filters(players=(usual,), status="finished")
    yield "of a player in a tenth of all", BLOCKER, Filters(players=(busy,), status="finished")
    yield "of that player, with points that never were", BLOCKER, Filters(players=(busy,), points_from=500)
    yield "of two players", None, Filters(players=(busy, usual), status="finished")


def queries() -> Iterator[tuple[str, Any]]:
    """Yield the name of each search with its first page."""
    from accounts.models import User
    from games.search.selectors.found_games import found_games, paging_of
    from games.search.selectors.running_games import running_games

    def caller(user: int | None) -> Any:
        return None if user is None else User.objects.get(public_id=f"u{user}")

    for name, user, filters in searches():
        yield name, found_games(caller(user), filters).order_by(*paging_of(filters)["order"])[:21]
    yield "running games, the best players first", running_games(None)[:WATCHED]
    yield "running games, of one who blocks 500", running_games(caller(BLOCKER))[:WATCHED]
    yield "running games of one kind", running_games(caller(USUAL), "pyramido")[:WATCHED]


def measured(rows: Any) -> dict[str, Any]:
    """Return the best time (ms), the indexes and what was read."""
    plans = [json.loads(rows.explain(format="json", analyze=True, buffers=True))[0] for _ in range(TIMES)]
    best = min(plans, key=lambda plan: float(plan["Execution Time"]))
    nodes = list(_nodes(best["Plan"]))
    return {
        "ms": round(best["Execution Time"], 1),
        "planning_ms": round(best["Planning Time"], 1),
        "found": best["Plan"]["Actual Rows"],
        "indexes": sorted({node["Index Name"] for node in nodes if "Index Name" in node}),
        "scanned": sorted({node["Relation Name"] for node in nodes if node["Node Type"].endswith("Seq Scan")}),
        "rows": sum(node.get("Rows Removed by Filter", 0) * node["Actual Loops"] for node in nodes),
        "pages": best["Plan"]["Shared Hit Blocks"] + best["Plan"]["Shared Read Blocks"],
    }


def _nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for below in plan.get("Plans", []):
        yield from _nodes(below)


def main() -> int:
    """Print a line for the rows and one for each search."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=GAMES)
    games = parser.parse_args().games
    servers.begin_run()
    with tempfile.TemporaryDirectory() as var:
        try:
            os.environ |= {
                "DJANGO_SETTINGS_MODULE": "pyramido_site.settings", "SECRET_KEY": "x" * 50, "VAR_DIR": var,
                "DATABASE_URL": servers.postgres_url(), "REDIS_URL": servers.redis_url(1),
            }  # fmt: skip
            import django

            django.setup()
            from django.core.management import call_command
            from django.db import connection

            call_command("migrate", verbosity=0)
            began = time.monotonic()
            fill(games)
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_relation_size('games_game_searched'), pg_table_size('games_game')")
                index, table = cursor.fetchone()
            running = games // FINISHED_TO_A_RUNNING_ONE
            made = {"games": games, "running": running, "users": USERS, "filled_s": round(time.monotonic() - began)}
            print(json.dumps({**made, "index_mb": index >> 20, "table_mb": table >> 20}), flush=True)
            for name, rows in queries():
                print(json.dumps({"search": name, **measured(rows)}), flush=True)
            connection.close()
        finally:
            servers.end_run()
    return 0


if __name__ == "__main__":
    sys.exit(main())
