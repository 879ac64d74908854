"""The embedded server as a process of its own: games are played on it, and survive a restart."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sqlite3
import time
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.games.full_site import NEW_GAMES, Player
from tests.live import LiveSite, open_to_others
from tests.people import PASSWORD
from tests.servers import wait_until

pytestmark = pytest.mark.slow(15)

ONE_TURN_WITHOUT_A_SERVER = """
from random import Random
from tests.games import play
play.play_until("{game}", Random(1), lambda at: at.to_move == (1,))
"""


def new_games(site: LiveSite, count: int = 1) -> tuple[Player, str, list[str]]:
    made = json.loads(site.run(NEW_GAMES.format(count=count)))
    return Player(site.url, made["cookie"]), made["cookie"], made["games"]


def socket_to(site: LiveSite, game: str, cookie: str) -> ClientConnection:
    address = f"{site.url.replace('http', 'ws', 1)}/ws/games/{game}/"
    return connect(address, origin=Origin(site.url), additional_headers={"Cookie": f"sessionid={cookie}"})


def next_frame(socket: ClientConnection) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(socket.recv(timeout=20))
    return made


def test_a_turn_over_http_the_legend_s_answer_over_the_socket_and_a_restart(own_site: LiveSite) -> None:
    player, cookie, (game,) = new_games(own_site)
    own_site.start()
    with socket_to(own_site, game, cookie) as socket:
        assert next_frame(socket)["type"] == "view"
        mine = player.turn(game)
        cursor = 0
        while cursor <= mine:
            frame = next_frame(socket)
            assert (frame["type"], frame["from"]) == ("events", cursor)
            cursor = frame["seq"]
        legend = next(event for event in frame["events"] if event["seat"] == 1)
        assert legend["payload"]["action"] == {"type": "legend"}
        before = player.view(game)
        began = time.monotonic()
        assert own_site.process is not None
        own_site.process.send_signal(signal.SIGTERM)
        assert own_site.process.wait(20) == 0, own_site.output()
        assert time.monotonic() - began < 10
    assert "Traceback" not in own_site.output()
    own_site.start()
    after = player.view(game)
    assert {**after, "server_now_ms": 0} == {**before, "server_now_ms": 0}
    player.turn(game)
    wait_until(lambda: player.view(game)["view"]["decision"] is not None, 20, "the Legend's next turn")
    assert own_site.stop() == 0
    assert "1 games checked" in own_site.check_games()


def test_a_turn_that_was_owed_when_the_server_was_down_is_played(own_site: LiveSite) -> None:
    player, _, (game,) = new_games(own_site)
    own_site.run(ONE_TURN_WITHOUT_A_SERVER.format(game=game))
    own_site.start()
    wait_until(lambda: player.view(game)["view"]["decision"] is not None, 30, "the sweep")


def test_a_killed_server_loses_no_answered_move(own_site: LiveSite) -> None:
    player, _, (game,) = new_games(own_site)
    own_site.start()
    for _ in range(2):
        seq, _ = player.act(game)
        own_site.kill()
        own_site.start()
        view = player.view(game)
        assert view["seq"] >= seq
        if view["view"]["decision"] is None:
            wait_until(lambda: player.view(game)["view"]["decision"] is not None, 30, "the sweep")
    assert "all as their logs say" in own_site.check_games()


def test_files_of_the_embedded_site_are_private_to_their_owner(own_site: LiveSite) -> None:
    """The database with SQLite's auxiliary files, keys, and mail, whatever the umask."""
    own_site.var.mkdir(parents=True, exist_ok=True)
    own_site.var.chmod(0o755)
    (own_site.var / "from-before").write_text("")
    (own_site.var / "from-before").chmod(0o644)
    before = os.umask(0o022)
    try:
        own_site.start()
    finally:
        os.umask(before)
    with (
        httpx.Client(base_url=own_site.url, headers={"Origin": own_site.url}) as client,
        # SQLite removes its auxiliary files when the last connection closes: this one keeps them.
        contextlib.closing(sqlite3.connect(own_site.var / "db.sqlite3")) as reader,
    ):
        reader.execute("SELECT 1 FROM django_migrations").fetchone()
        client.get("/accounts/signup/")
        form = {"username": "Anna", "password1": PASSWORD, "email": "anna@example.org", "terms": "on"}
        token = {"csrfmiddlewaretoken": client.cookies["csrftoken"]}
        assert client.post("/accounts/signup/", data={**form, **token}).status_code == 302
        wait_until(lambda: any((own_site.var / "mail").glob("*")), 30, "the letter")
        names = {path.name for path in own_site.var.rglob("*")}
        assert {"db.sqlite3", "db.sqlite3-wal", "db.sqlite3-shm", "secret_key", "vapid_key", "mail"} <= names
        assert open_to_others(own_site.var) == {}
