"""Losing a token, a session or an account closes its sockets and streams, whatever the cause."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.conf import settings as site
from django.contrib.sessions.models import Session
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from accounts.access import callers, oauth, tokens
from accounts.connections import watch
from accounts.models import Token, User
from pyramido_site.infrastructure.client_address import address_of
from tests.accounts.access.test_oauth import flow
from tests.games import play
from tests.games.lines import Lines
from tests.games.sockets import HOST, Socket, in_database

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "EVERY_S", 0.02)


@dataclass
class Way:
    """A credential, a session's cookie or a token, with its user."""

    user: User
    cookie: str = ""
    token: str = ""
    client: Client | None = None
    application: str = ""


def by_session() -> Way:
    user = play.person()
    client = Client()
    client.force_login(user)
    return Way(user, f"{site.SESSION_COOKIE_NAME}={client.cookies[site.SESSION_COOKIE_NAME].value}", client=client)


def by_personal_token() -> Way:
    user = play.person()
    return Way(user, token=tokens.make(user, "all", ["games:read", "games:play"], None)[1])


def by_oauth() -> Way:
    made = flow()
    return Way(made.user, token=made.connected()["access_token"], application=made.app.pk)


def sign_out(way: Way) -> None:
    assert way.client is not None and way.client.post("/accounts/logout/").status_code == 302


def sign_out_elsewhere(way: Way) -> None:
    other = Client()
    other.force_login(way.user)
    assert way.client is not None and way.client.get("/").status_code == other.get("/").status_code == 200
    assert other.post("/accounts/sessions/").status_code == 302


def change_password(way: Way) -> None:
    way.user.set_password("another-password")
    way.user.save()


def deactivate(way: Way) -> None:
    User.objects.filter(pk=way.user.pk).update(is_active=False)


def let_it_expire(way: Way) -> None:
    Session.objects.update(expire_date=timezone.now())
    Token.objects.update(expires_ms=0)


def revoke(way: Way) -> None:
    assert tokens.revoke(way.user, Token.objects.get(user=way.user).public_id)


def disconnect(way: Way) -> None:
    oauth.disconnect(way.user.pk, way.application)


CAUSES: list[tuple[Callable[[], Way], Callable[[Way], None]]] = [
    *((by_session, cause) for cause in (sign_out, sign_out_elsewhere, change_password, deactivate, let_it_expire)),
    *((by_personal_token, cause) for cause in (revoke, deactivate, let_it_expire)),
    *((by_oauth, cause) for cause in (disconnect, deactivate)),
]


async def opened(way: Way, public_id: str) -> tuple[list[Socket], list[Lines]]:
    """Open one socket and stream of each kind that the credential permits, and read their first frames."""
    sockets = []
    for path in (f"/ws/games/{public_id}/", "/ws/account/", *(["/ws/lobby/"] if way.cookie else [])):
        socket = Socket(path, {"host": HOST, "origin": f"http://{HOST}", "cookie": way.cookie})
        assert await socket.connect() == "websocket.accept"
        if way.token:
            await socket.send({"type": "auth", "token": way.token, "ref": "a"})
            assert (await socket.until("done"))["ref"] == "a"
        await socket.frame()
        sockets.append(socket)
    lines = []
    for path in (f"games/{public_id}/stream", "stream/events"):
        stream = await Lines.of(path, cookie=way.cookie, token=way.token)
        await stream.frame()
        lines.append(stream)
    return sockets, lines


@pytest.mark.parametrize(("way_in", "cause"), CAUSES)
async def test_a_lost_credential_closes_everything_opened_with_it(
    way_in: Callable[[], Way], cause: Callable[[Way], None]
) -> None:
    game, _ = await in_database(play.table)
    way = await in_database(way_in)
    stays = await in_database(by_session)
    sockets, lines = await opened(way, game.public_id)
    others = await opened(stays, game.public_id)
    await in_database(cause, way)
    if cause is let_it_expire:  # the others' sessions, too
        for socket in others[0]:
            await socket.close()
        for stream in others[1]:
            await stream.cut()
    code = "invalid_token" if way.token else "signed_out"
    for socket in sockets:
        assert (await socket.until("error"))["code"] == code
        assert await socket.closed() == 4401
        await socket.close()
    for stream in lines:
        assert (await stream.until("error"))["code"] == code
        await stream.ended()
    if cause is not let_it_expire:
        await others[0][0].quiet()
        assert len(watch.watch) == 5 and watch.watch.task is not None
        for socket in others[0]:
            await socket.close()
        for stream in others[1]:
            await stream.cut()
    assert len(watch.watch) == 0 and watch.watch.task is None


async def test_a_lost_database_closes_no_connection_and_is_logged_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked, back = 0, threading.Event()
    really = callers.ended

    def ended(some: Any) -> set[int]:
        nonlocal asked
        asked += 1
        if asked <= 3:
            raise OperationalError("the database is away")
        back.set()
        return really(some)

    monkeypatch.setattr(callers, "ended", ended)
    way = await in_database(by_session)
    game, _ = await in_database(play.table)
    with caplog.at_level(logging.WARNING, "accounts.connections.watch"):
        socket = Socket(
            f"/ws/games/{game.public_id}/", {"host": HOST, "origin": f"http://{HOST}", "cookie": way.cookie}
        )
        assert await socket.connect() == "websocket.accept"
        await socket.frame()
        assert await in_database(back.wait, 10)
        await socket.quiet()
        await in_database(deactivate, way)
        assert (await socket.until("error"))["code"] == "signed_out"
        await socket.close()
    said = [record.levelname for record in caplog.records if record.name == "accounts.connections.watch"]
    assert said == ["ERROR", "WARNING"]


async def test_strangers_are_counted_and_not_watched() -> None:
    game, _ = await in_database(play.table)
    socket, stream = await Socket.to(game.public_id), await Lines.of(f"games/{game.public_id}/stream")
    await socket.frame()
    await stream.frame()
    assert len(watch.watch) == 2 and watch.watch.task is None
    await socket.close()
    await stream.cut()


async def test_a_server_that_stops_ends_its_streams() -> None:
    game, _ = await in_database(play.table)
    socket, stream = await Socket.to(game.public_id), await Lines.of(f"games/{game.public_id}/stream")
    await socket.frame()
    await stream.frame()
    watch.watch.end_all(watch.STOPPING)
    await stream.ended()
    assert await socket.closed() == 1012
    await socket.close()


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, "10.0.0.1", "1.1.1.1"),
        (1, "10.0.0.1, 10.0.0.2", "10.0.0.2"),
        (2, "10.0.0.1", "10.0.0.1"),
        (1, "", "1.1.1.1"),
    ],
)
def test_whose_address_counts(settings: Any, proxies: int, forwarded: str, address: str) -> None:
    settings.TRUSTED_PROXIES = proxies
    assert address_of(forwarded, "1.1.1.1") == address
