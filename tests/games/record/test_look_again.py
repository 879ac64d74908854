"""An event that was written but not published reaches all watchers when the action is sent again."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from accounts.models import User
from games.computer.services.play_ai import play_ai
from games.computer.services.play_automatic import play_automatic
from games.live.groups import group_name
from games.models import Game
from games.record.services.submit_action import submit_action
from pyramido_site.infrastructure.publisher import publisher
from tests.games import play
from tests.games.sockets import Socket, in_database
from tests.seats import SEAT_0, SEAT_1

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def running() -> tuple[Game, list[User]]:
    return play.table()


async def test_a_retry_of_an_unpublished_action_makes_all_watchers_look(
    running: tuple[Game, list[User]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process that wrote it died before it published it."""
    game, people = running
    watching = [await Socket.to(game.public_id, user) for user in (*people, None)]
    for socket in watching:
        await socket.frame()
    at = await in_database(play.position, game)
    (seat, *_) = at.to_move
    action = play.random_action(at, seat, Random(1))

    def submit() -> int:
        return submit_action(game.public_id, seat, at.seq, action, "one key").seq

    with monkeypatch.context() as patched:
        patched.setattr(publisher, "publish", lambda _: None)
        seq = await in_database(submit)
    for socket in watching:
        await socket.quiet()
    assert await in_database(submit) == seq
    for socket in watching:
        told = await socket.frame()
        assert (told["type"], told["seq"]) == ("view", seq)
    assert await in_database(submit) == seq
    for socket in watching:
        await socket.quiet()
        await socket.close()


@pytest.mark.parametrize("task", [play_automatic, play_ai])
def test_a_turn_that_was_played_already_has_all_look(
    running: tuple[Game, list[User]], monkeypatch: pytest.MonkeyPatch, task: Any
) -> None:
    game, _ = running
    told: list[Any] = []
    monkeypatch.setattr(publisher, "publish", told.extend)
    arguments = (0, 0) if task is play_ai else (0,)
    play.step(game, Random(1))
    told.clear()
    assert task(game.public_id, *arguments) is None
    assert told == [(group_name(game.public_id, seat), {"type": "look"}) for seat in (SEAT_0, SEAT_1, None)]
