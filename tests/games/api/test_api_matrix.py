"""Every endpoint of the API × every kind of caller: the expected status. A new endpoint needs a row in ROWS."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextvars import Context
from dataclasses import dataclass

import pytest
from asgiref.sync import async_to_sync
from django.db import transaction
from django.test import AsyncClient, Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from accounts.access import scopes, tokens
from accounts.models import Token, User
from games.record import positions
from tests.games.api import api_rows, api_world
from tests.games.api.api_rows import CALLERS, ROWS, STREAMS, Row

pytestmark = pytest.mark.django_db

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


def endpoints() -> Iterator[tuple[str, str]]:
    """Yield name and method of every endpoint below /api/v1/. A view that is not a REST framework class has GET
    only.
    """
    for pattern in patterns(get_resolver().url_patterns):
        name = pattern.name
        if name is None or not name.startswith("api_"):
            continue
        view = getattr(pattern.callback, "cls", None)
        for method in METHODS if view is not None else ("GET",):
            if view is None or hasattr(view, method.lower()):
                yield name, method


def patterns(found: list[URLPattern | URLResolver]) -> Iterator[URLPattern]:
    for pattern in found:
        if isinstance(pattern, URLResolver):
            yield from patterns(pattern.url_patterns)
        else:
            yield pattern


def test_every_endpoint_has_a_row_and_every_row_an_endpoint() -> None:
    known, written = set(endpoints()), {(row.name, row.method) for row in (*ROWS, *STREAMS)}
    assert known - written == set(), "endpoints without a row in tests/games/api/api_rows.py"
    assert written - known == set(), "rows without an endpoint"


async def opened(caller: Caller, path: str) -> int:
    """Return the status of a stream, which is closed at once."""
    client = AsyncClient()
    client.cookies = caller.client.cookies
    answer = await client.get(path, headers=caller.headers)
    return int(answer.status_code)


@dataclass
class Caller:
    """A browser with a session, or a program with a token."""

    client: Client
    headers: dict[str, str]

    def call(self, row: Row, world: api_world.World) -> int:
        body = json.dumps(world.filled(row.body)) if row.body is not None else ""
        path = reverse(row.name, kwargs=world.named(row.where)) + world.queried(row.query)
        answer = self.client.generic(
            row.method, path, body, content_type="application/json" if body else "", headers=self.headers
        )
        return int(answer.status_code)


def by_session(user: User | None) -> Caller:
    client = Client()
    if user is not None:
        client.force_login(user)
    return Caller(client, {})


def by_token(user: User, granted: list[str]) -> Caller:
    kept, text = tokens.make(user, "matrix", [scopes.GAMES_READ], None)
    Token.objects.filter(pk=kept.pk).update(scopes=granted)
    return Caller(Client(), {"Authorization": f"Bearer {text}"})


def banned(user: User) -> Caller:
    caller = by_session(user)
    User.objects.filter(pk=user.pk).update(is_active=False)
    return caller


CALLING: dict[str, Callable[[api_world.World], Caller]] = {
    "anonymous": lambda world: by_session(None),
    "other": lambda world: by_session(world.other),
    "seated": lambda world: by_session(world.seated),
    "spectator": lambda world: by_session(world.spectator),
    "bot": lambda world: by_token(world.bot, scopes.offered_to(world.bot)),
    "unscoped": lambda world: by_token(world.seated, [scopes.MOD_READ]),
    "moderator": lambda world: by_session(world.moderator),
    "senior": lambda world: by_session(world.senior),
    "administrator": lambda world: by_session(world.administrator),
    "banned": lambda world: banned(world.seated),
}


class _Undone(Exception):
    """Rolls a savepoint back."""


@pytest.mark.parametrize("kind", CALLERS)
def test_every_caller_gets_the_expected_status(kind: str) -> None:
    world = api_world.make()
    caller = CALLING[kind](world)
    wrong = []
    for row in ROWS:
        try:
            with transaction.atomic():
                status = caller.call(row, world)
                raise _Undone
        except _Undone:
            positions.cache.clear()
        if status != row.expected(kind):
            wrong.append(f"{row.method} {row.name}: {status} instead of {row.expected(kind)}")
    assert not wrong, f"{kind}:\n" + "\n".join(wrong)


@pytest.mark.django_db(transaction=True)
def test_every_caller_gets_the_expected_status_of_a_stream() -> None:
    world = api_world.make()
    found = {}
    for kind in CALLERS:  # the last is banned, and with it the player whom others have called as
        caller = CALLING[kind](world)
        for row in STREAMS:  # each in a context of its own, because async_to_sync would copy context changes back
            path = reverse(row.name, kwargs=world.named(row.where))
            found[kind, row.name] = Context().run(async_to_sync(opened), caller, path)
    assert found == {(kind, row.name): row.expected(kind) for kind in CALLERS for row in STREAMS}


def test_the_table_is_well_formed() -> None:
    pairs = [(row.name, row.method, row.query) for row in (*ROWS, *STREAMS)]
    assert len(pairs) == len(set(pairs)), "duplicate row"
    assert tuple(CALLING) == api_rows.CALLERS
