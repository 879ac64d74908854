"""A worker killed in the middle of the Legend's turn loses nothing and plays nothing twice."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests import sampling
from tests.games.full_site import FullSite
from tests.servers import wait_until

pytestmark = [pytest.mark.slow(30), sampling.KILLS_OF_ONE_WORKER]

RECOVERY_S = 60


@pytest.fixture
def site(tmp_path: Path, migrated_postgres: str, private_redis: str) -> Iterator[FullSite]:
    made = FullSite(tmp_path / "var", migrated_postgres, private_redis)
    yield made
    made.end()


def owed(site: FullSite) -> int:
    return int(site.query("SELECT count(*) FROM games_game WHERE automatic_due")[0][0])


def legend_turns(site: FullSite) -> int:
    return int(site.query("SELECT count(*) FROM games_event WHERE seat = 1 AND kind = 'action'")[0][0])


def blocked(site: FullSite) -> bool:
    """Return whether a statement of the worker waits for a row lock."""
    waiting = site.query(
        "SELECT count(*) FROM pg_stat_activity "
        "WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ILIKE '%games_game%'"
    )
    return bool(waiting[0][0])


def test_a_worker_killed_in_the_middle_of_turns(site: FullSite) -> None:
    player, games = site.solo_games(3)
    site.start("server")
    site.start("worker")
    site.start("beat")  # tasks that a busy broker drops are left to the sweep
    for game in games:
        player.turn(game)
    wait_until(lambda: owed(site) == 0, RECOVERY_S, "the Legend's first turns")
    turns = legend_turns(site)
    assert turns == len(games)

    for kills in range(1, 3):
        site.signal("worker", signal.SIGSTOP)
        for game in games:
            player.turn(game)
        assert owed(site) == len(games)
        with psycopg.connect(site.database) as holder:  # the worker can begin a turn but not finish it
            holder.execute("SELECT 1 FROM games_game FOR UPDATE")
            site.signal("worker", signal.SIGCONT)
            wait_until(lambda: blocked(site), RECOVERY_S, "the worker to be in the middle of a turn")
            site.kill("worker")
            holder.rollback()
        site.start("worker")
        wait_until(lambda: owed(site) == 0, RECOVERY_S, "the sweep to have the turns played")
        assert legend_turns(site) == turns + kills * len(games)

    for game in games:
        player.turn(game)  # the games go on
    wait_until(lambda: owed(site) == 0, RECOVERY_S, "the Legend's turns")
    assert legend_turns(site) == turns + 3 * len(games)
    assert "3 games checked, all as their logs say." in site.check_games()
