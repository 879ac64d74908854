"""The full shape from outside: processes that share a database and a Redis, and what works without Redis."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.games.full_site import FullSite
from tests.servers import free_port

pytestmark = pytest.mark.slow(20)

WITHOUT_REDIS_S = 5.0
"""The first move may wait for each lost part once; a loaded machine needs additional time."""


@contextmanager
def site_on(var: Path, database: str, redis: str) -> Iterator[FullSite]:
    site = FullSite(var, database, redis)
    try:
        yield site
    finally:
        site.end()


def test_the_worker_s_move_comes_over_the_server_s_socket(
    tmp_path: Path, migrated_postgres: str, private_redis: str
) -> None:
    with site_on(tmp_path / "var", migrated_postgres, private_redis) as site:
        player, (game,) = site.solo_games(1)
        site.start("server")
        site.start("worker")
        with connect(
            f"ws://localhost:{site.port}/ws/games/{game}/", origin=Origin(f"http://localhost:{site.port}")
        ) as ws:
            assert json.loads(ws.recv(timeout=20))["type"] == "view"
            seq = player.turn(game)
            frame: dict[str, Any] = {"seq": 0}
            while frame["seq"] <= seq:
                frame = json.loads(ws.recv(timeout=60))
                assert frame["type"] == "events"
        assert {"type": "legend"} in [event["payload"].get("action") for event in frame["events"]]


def test_a_redis_that_refuses_or_hangs_neither_fails_nor_delays_a_move(tmp_path: Path, migrated_postgres: str) -> None:
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen(64)
        for number, port in enumerate((free_port(), deaf.getsockname()[1])):
            with site_on(tmp_path / f"var{number}", migrated_postgres, f"redis://127.0.0.1:{port}/0") as site:
                player, (game,) = site.solo_games(1)
                site.start("server")
                for _ in range(4):
                    began = time.monotonic()
                    player.act(game)
                    assert time.monotonic() - began < WITHOUT_REDIS_S
                    if player.view(game)["view"]["decision"] is None:
                        break
                assert site.query("SELECT automatic_due FROM games_game WHERE public_id = %s", game) == [(True,)]
                log = site.log.read_text()
                assert "is lost" in log and "Traceback" not in log
