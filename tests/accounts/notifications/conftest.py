"""A service on loopback to which notifications are sent."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import Message
from typing import Any

import pytest

from tests.post_server import PostServer, Reply


class Service(PostServer):
    """A web server that keeps what is posted to it: (path, headers, body); `status` is its response."""

    def __init__(self) -> None:
        self.got: list[tuple[str, Any, bytes]] = []
        self.status, self.location = 201, ""
        super().__init__(self._take)

    def _take(self, path: str, headers: Message, body: bytes) -> Reply:
        self.got.append((path, headers, body))
        return self.status, {"Location": self.location} if self.location else {}, b""


@pytest.fixture
def service(settings: Any) -> Iterator[Service]:
    settings.LOOPBACK_WEBHOOKS = True
    made = Service()
    yield made
    made.end()
