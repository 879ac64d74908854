"""The lobby's socket: what it reports and how often, and that moves are no reason to."""

from __future__ import annotations

import threading
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from games.live import lobby as lobby_live
from games.live.lobby import FRAME, Herald
from games.matchmaking.seek_lifetimes import PRESENT_MS
from games.matchmaking.services.end_or_renew_seeks import end_or_renew_seeks
from games.matchmaking.services.pair_seeks import pair_seeks
from games.matchmaking.services.seek import attend
from games.matchmaking.services.withdraw_seek import withdraw_seek
from games.models import Game
from games.people.services.purge_game import purge_game
from games.seating.services.close_table import expire_table
from games.seating.services.leave_table import leave_table
from games.seating.services.list_table import list_table
from games.seating.services.open_table import open_table
from games.seating.services.seat_ai import seat_ai, unseat_ai
from games.seating.services.sit_down import sit_down
from tests.games import play
from tests.games.seeking import LIVE, seeking
from tests.games.sockets import HOST, Socket, cookies_of, in_database
from tests.games.timed import Now
from tests.seats import SEAT_1

TIMEOUT_S = 10


@pytest.mark.django_db(transaction=True)
async def test_anybody_hears_that_the_list_has_changed_and_only_that(monkeypatch: pytest.MonkeyPatch) -> None:
    for thread in threading.enumerate():
        if isinstance(thread, threading.Timer):  # the last change of an earlier test is published up to a second later
            thread.join(TIMEOUT_S)
    monkeypatch.setattr(lobby_live, "herald", Herald(lobby_live.tell, every_s=0))
    headers = {"host": HOST, "origin": f"http://{HOST}"}
    anna = await in_database(play.person)
    cookies = ["", await in_database(cookies_of, anna)]
    sockets = [Socket("/ws/lobby/", {**headers, "cookie": cookie}) for cookie in cookies]
    for socket in sockets:
        assert await socket.connect() == "websocket.accept"
        assert await socket.text() == FRAME == '{"type": "tables"}'
    await in_database(open_table, anna, play.GAME, {"seats": 2})
    for socket in sockets:
        assert await socket.text() == FRAME
    await sockets[0].send("hello")
    assert await sockets[0].closed() == 4400
    await sockets[1].close()
    stranger = Socket("/ws/lobby/", {**headers, "origin": "https://elsewhere.example"})
    assert await stranger.connect() == "websocket.accept" and await stranger.text() == FRAME
    await stranger.close()


def test_many_changes_are_told_once_now_and_once_a_little_later() -> None:
    told: list[int] = []
    later = threading.Event()

    def tell() -> None:
        told.append(threading.get_ident())
        if len(told) == 2:
            later.set()

    herald = Herald(tell, every_s=0.3)
    for _ in range(100):
        herald.changed()
    assert told == [threading.get_ident()], "the first at once, without waiting for the rest"
    assert later.wait(TIMEOUT_S)
    herald.changed()
    assert len(told) == 2, "the next only when the interval is over"


Said = Callable[[Callable[[], Any]], int]


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any) -> Said:
    """A function that returns how often a call publishes a lobby change, after its commit."""
    count = 0

    class Counter:
        def changed(self) -> None:
            nonlocal count
            count += 1

    monkeypatch.setattr(lobby_live, "herald", Counter())

    def of(call: Callable[[], Any]) -> int:
        nonlocal count
        count = 0
        with django_capture_on_commit_callbacks(execute=True):
            call()
            assert count == 0, "only after the commit"
        return count

    return of


@pytest.mark.django_db
def test_everything_that_changes_the_list_says_so(said: Said, now: Now) -> None:
    host, guest = play.person(), play.person()
    options = {"seats": 3}
    assert said(lambda: open_table(host, play.AI_GAME, options)) == 1
    table = Game.objects.get().public_id
    for call in (
        lambda: sit_down(guest, table),
        lambda: list_table(host, table, False),
        lambda: list_table(host, table, True),
        lambda: seat_ai(host, table, "greedy"),
    ):
        assert said(call) == 1
    assert play.fresh(table).status == Game.Status.RUNNING
    other = open_table(host, play.AI_GAME, options).public_id
    for call in (
        lambda: seat_ai(host, other, "greedy", SEAT_1),
        lambda: unseat_ai(host, other, SEAT_1),
        lambda: sit_down(guest, other),
        lambda: leave_table(guest, other),
        lambda: leave_table(host, other),
    ):
        assert said(call) == 1
    unwanted, late = (open_table(host, play.GAME, options) for _ in range(2))
    assert said(lambda: purge_game(unwanted.public_id, "abandoned")) == 1
    assert late.expires_ms is not None
    now.ms = late.expires_ms
    assert said(lambda: expire_table(late.pk)) == 1


@pytest.mark.django_db
def test_users_waiting_to_be_paired_are_in_the_lobby_too(said: Said, now: Now) -> None:
    assert said(seeking) == 1
    one, other = seeking(agreed=LIVE), seeking(seats=3)
    now.ms += PRESENT_MS
    assert said(end_or_renew_seeks) == 1
    assert said(lambda: attend(one)) == 0
    assert said(lambda: withdraw_seek(other.user, other.public_id)) == 1
    seeking()
    assert said(pair_seeks) == 1


@pytest.mark.django_db
def test_moves_and_tables_that_begin_at_once_say_nothing(said: Said) -> None:
    assert said(play.solo) == 0
    game, _people = play.table()
    assert said(lambda: play.play_until(game, Random(1), lambda at: at.seq > 30)) == 0
    assert said(lambda: purge_game(game.public_id, "a test")) == 0
