"""A stack as an operator starts it: pages, sockets and the turns of the Legend, with the settings of compose.yml."""

from __future__ import annotations

import contextlib
import shutil
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from pyramido_site.stack.stack import Stack
from tests import servers
from tests.faults.world import Inside, World
from tests.site.plain_http import NO_TLS

SERVICES = ("web", "sockets", "turns")

BUSY, TRIES = 503, 20
"""As many tries as there are connections that another test may have cut."""


@pytest.fixture(scope="session")
def operated() -> Iterator[Stack]:
    """The shared stack; a test that stops a part of it starts it again."""
    folder = servers.run_folder() / "operated"  # which PostgreSQL's own user can reach
    made = Stack(folder, SERVICES, scale={"turns": 1}, environment={"TERMS_VERSION": "0", "LOG_LEVEL": "INFO"})
    made.start()
    yield made
    made.stop(site_s=0)
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def inside(operated: Stack) -> Iterator[Inside]:
    made = Inside({**operated.environment, "DJANGO_SETTINGS_MODULE": "pyramido_site.settings"})
    yield made
    made.end()


@pytest.fixture
def world(operated: Stack, inside: Inside) -> World:
    return World(operated, inside)


@pytest.fixture
def site(operated: Stack) -> Iterator[httpx.Client]:
    """A client of the proxy."""
    with httpx.Client(base_url=operated.url, timeout=30, verify=NO_TLS) as client:
        yield client


@pytest.fixture
def folder() -> Iterator[Callable[[str], Path]]:
    """Makes folders that PostgreSQL's own user can reach."""
    made: list[Path] = []

    def make(name: str) -> Path:
        made.append(servers.run_folder() / name)
        return made[-1]

    yield make
    for path in made:
        shutil.rmtree(path, ignore_errors=True)


def move(site: httpx.Client, table: Any) -> int:
    """Make the next of a table's known moves over REST, retried while the site is busy; return the new seq."""
    seat, action = table.moves[table.done]
    token = "t" * 32
    headers = {"Cookie": f"sessionid={table.cookies[seat]}; csrftoken={token}", "X-CSRFToken": token}
    for _ in range(TRIES):
        answer = site.post(
            f"/api/v1/games/{table.id}/actions",
            json={"expected_seq": table.seq, "action": action},
            headers={**headers, "Idempotency-Key": f"{seat}-{table.seq}"},
        )
        if answer.status_code != BUSY:
            break
    assert answer.status_code == 200, answer.text
    table.seq, table.done = answer.json()["seq"], table.done + 1
    return int(table.seq)


@contextlib.contextmanager
def black_hole(port: int = 0) -> Iterator[int]:
    """A loopback port that swallows all packets: no connections are accepted there and its backlog is full, so that the
    kernel does not respond.
    """
    with contextlib.ExitStack() as held:
        listener = held.enter_context(socket.socket())
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        listener.listen(0)
        taken: int = listener.getsockname()[1]
        for _ in range(4):
            filling = held.enter_context(socket.socket())
            filling.setblocking(False)
            filling.connect_ex(("127.0.0.1", taken))
        yield taken
