"""The handshake of a game's socket: credentials, origin, address."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.access.tokens import make
from accounts.models import User
from games.models import Game
from games.realtime.origins import same_origin
from tests.games import play
from tests.games.sockets import HOST, Socket, cookies_of, in_database, some_action

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("on_loop")]

OTHER_ORIGINS = ["http://evil.example", f"http://{HOST}.evil.example", "http://localhost:9999", "null", ""]


@pytest.fixture
def running() -> tuple[Game, list[User]]:
    return play.table()


@pytest.mark.parametrize("origin", OTHER_ORIGINS)
async def test_the_session_counts_for_nothing_on_pages_of_other_sites(
    running: tuple[Game, list[User]], origin: str
) -> None:
    game, people = running
    seat, act = await in_database(some_action, game)
    socket = await Socket.to(game.public_id, people[seat], origin=origin)
    assert (await socket.frame())["view"]["seat"] is None
    assert (await socket.answer_to(act))["code"] == "not_seated"
    await socket.close()


def test_a_page_without_tls_is_not_of_the_same_origin(settings: Any) -> None:
    for https in (False, True):
        settings.HTTPS = https
        assert same_origin("https://site.example", "site.example")
        assert same_origin("http://site.example", "site.example") is not https


async def test_a_host_that_is_not_ours() -> None:
    socket = Socket("/ws/games/x/", {"host": "evil.example", "origin": "http://evil.example"})
    assert await socket.connect() == "websocket.close"


async def test_a_token_makes_a_stranger_s_socket_its_owner_s(running: tuple[Game, list[User]]) -> None:
    game, people = running
    seat, act = await in_database(some_action, game)
    _, player = await in_database(make, people[seat], "player", ["games:read", "games:play"], None)
    _, reader = await in_database(make, people[seat], "reader", ["games:read"], None)
    _, blind = await in_database(make, people[seat], "blind", ["games:play"], None)
    for token, refused in ((blind, "insufficient_scope"), ("pyr_unknown", "invalid_token"), (None, "malformed")):
        socket = await Socket.to(game.public_id, origin="")
        answer = await socket.answer_to({"type": "auth", "token": token, "ref": "a"})
        assert (answer["type"], answer["code"]) == ("error", refused)
        if refused == "invalid_token":
            assert await socket.closed() == 4401
        await socket.close()
    for token, outcome in ((reader, "insufficient_scope"), (player, None)):
        socket = await Socket.to(game.public_id, origin="")
        assert (await socket.frame())["view"]["seat"] is None
        await socket.send({"type": "auth", "token": token, "ref": "a"})
        assert await socket.frame() == {"type": "done", "ref": "a", "seq": None}
        assert (await socket.frame())["view"]["seat"] == seat
        assert (await socket.answer_to({"type": "auth", "token": token}))["code"] == "already_authenticated"
        assert (await socket.answer_to(act)).get("code") == outcome
        await socket.close()


async def test_so_does_one_in_the_header_of_the_handshake(running: tuple[Game, list[User]]) -> None:
    """As in a request: the token takes precedence over the session."""
    game, people = running
    seat, act = await in_database(some_action, game)
    _, player = await in_database(make, people[seat], "player", ["games:read", "games:play"], None)
    _, reader = await in_database(make, people[seat], "reader", ["games:read"], None)
    _, blind = await in_database(make, people[seat], "blind", ["games:play"], None)
    other = people[1 - seat]
    for header, code in (
        (f"Bearer {blind}", "insufficient_scope"), ("Bearer pyr_unknown", "invalid_token"), ("", "invalid_token"),
        (f"Basic {player}", "invalid_token"), ("Bearer é\0", "invalid_token"), (f"Bearer {'x' * 201}", "invalid_token"),
    ):  # fmt: skip
        for path in (f"/ws/games/{game.public_id}/", "/ws/account/", "/ws/lobby/"):
            socket = Socket(path, {"host": HOST, "origin": f"http://{HOST}", "authorization": header,
                                   "cookie": await in_database(cookies_of, other)})  # fmt: skip
            assert await socket.connect() == "websocket.accept"
            assert (await socket.frame())["code"] == code, (path, header)
            assert await socket.closed() == 4401
            await socket.close()
    for token, outcome in ((reader, "insufficient_scope"), (player, None)):
        socket = await Socket.to(game.public_id, other, authorization=f"bearer {token}")
        assert (await socket.frame())["view"]["seat"] == seat
        assert (await socket.answer_to({"type": "auth", "token": token}))["code"] == "already_authenticated"
        assert (await socket.answer_to(act)).get("code") == outcome
        await socket.close()
    socket = Socket("/ws/account/", {"host": HOST, "authorization": f"Bearer {reader}"})
    assert await socket.connect() == "websocket.accept"
    assert (await socket.frame())["type"] == "bell"
    await socket.close()


async def test_an_address_that_is_no_game_s() -> None:
    socket = Socket("/ws/elsewhere/", {"host": HOST, "origin": f"http://{HOST}"})
    assert await socket.connect() == "websocket.close"
