"""A worker killed while it starts games for seeks leaves nothing half done, and another worker pairs them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests import sampling
from tests.games.full_site import FullSite
from tests.servers import wait_until

pytestmark = [pytest.mark.slow(20), sampling.KILLS_OF_ONE_WORKER]

RECOVERY_S = 60

SEEKS = """
from tests.games.seeking import LIVE, seeking
for number in range(12):
    seek = seeking(agreed=LIVE if number % 2 else {"time_control": {"system": "per_move", "seconds": 86400}})
    seek.until_ms = None
    seek.save()
"""


@pytest.fixture
def site(tmp_path: Path, migrated_postgres: str, private_redis: str) -> Iterator[FullSite]:
    made = FullSite(tmp_path / "var", migrated_postgres, private_redis)
    yield made
    made.end()


def count(site: FullSite, condition: str) -> int:
    return int(site.query(f"SELECT count(*) FROM {condition}")[0][0])


def test_a_worker_killed_while_it_pairs(site: FullSite) -> None:
    site.run(SEEKS)
    with psycopg.connect(site.database) as holder:  # games can be created, but players cannot be seated
        holder.execute("LOCK TABLE games_seat IN SHARE MODE")
        site.start("worker")
        site.start("beat")
        stuck = (
            "pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' "
            "AND query LIKE 'INSERT INTO \"games_seat\"%'"
        )
        wait_until(lambda: count(site, stuck) > 0, RECOVERY_S, "the worker to be in the middle of a pairing")
        site.kill("worker")
        holder.rollback()
    wait_until(lambda: count(site, stuck) == 0, RECOVERY_S, "the database to notice")
    assert count(site, "games_game") == 0
    assert count(site, "games_seek WHERE state = 'waiting'") == 12
    assert count(site, "games_pairingpool WHERE taken > 0") == 0
    site.start("worker")
    paired = "games_seek WHERE state = 'paired'"
    wait_until(lambda: count(site, paired) == 12, RECOVERY_S, "everybody to be paired")
    assert count(site, "games_game WHERE status = 'running' AND seq = 0") == count(site, "games_game") == 6
    assert count(site, "games_event") == 6
    assert site.query("SELECT count(*), count(DISTINCT user_id) FROM games_seat") == [(12, 12)]
    assert site.query("SELECT sum(taken) FROM games_pairingpool") == [(6,)]
    assert count(site, "games_poolsecret WHERE game_id IS NOT NULL AND number < 3") == 6
