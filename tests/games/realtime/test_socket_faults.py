"""The log entries of frames that fail."""

from __future__ import annotations

from typing import Any

import pytest
from django.db.utils import ConnectionHandler

from games.realtime import game_consumer as consumers
from pyramido_site import environment
from tests.games import play
from tests.games.sockets import Socket, in_database

pytestmark = pytest.mark.django_db(transaction=True)


def lost(*_: object) -> Any:
    """Fail like a query to a database that is down."""
    with ConnectionHandler({"default": environment.sqlite("/nowhere/db.sqlite3")})["default"].cursor():
        raise AssertionError


def broken(*_: object) -> Any:
    raise RuntimeError("broken on purpose")


@pytest.mark.parametrize(("service", "code", "level"), [(lost, "busy", "WARNING"), (broken, "server_error", "ERROR")])
async def test_a_lost_database_is_one_line_and_another_fault_a_traceback(
    service: Any, code: str, level: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game, people = await in_database(play.table)
    socket = await Socket.to(game.public_id, people[0])
    await socket.frame()
    monkeypatch.setattr(consumers, "resign", service)
    assert (await socket.answer_to({"type": "resign", "ref": 1}))["code"] == code
    await socket.close()
    (told,) = [one for one in caplog.records if game.public_id in one.getMessage()]
    assert (told.levelname, told.exc_info is None) == (level, code == "busy")
    assert "\n" not in told.getMessage()
