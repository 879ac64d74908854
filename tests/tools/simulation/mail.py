"""A mail server on loopback that is down at times, and sometimes drops the connection after it has accepted a mail."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import Any

from aiosmtpd.controller import Controller

_MESSAGE_ID = re.compile(rb"^Message-ID: <([0-9a-f]{32})@", re.IGNORECASE | re.MULTILINE)


class Box:
    """A handler that counts accepted mails by Message-ID."""

    def __init__(self, rng: Random, broken: float) -> None:
        self.received: Counter[str] = Counter()
        self.unknown = 0
        self.cut = 0
        self._rng, self._broken = rng, broken

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        found = _MESSAGE_ID.search(envelope.content)
        if found is None:
            self.unknown += 1
        else:
            self.received[found[1].decode()] += 1
        if self._rng.random() < self._broken:
            self.cut += 1
            server.transport.abort()  # accepted, but the answer never arrives
        return "250 OK"


class MailServer:
    """A server that starts on a free port and keeps it, even while it is down."""

    def __init__(self, port: int, rng: Random, broken: float = 0.01) -> None:
        self.port = port
        self.box = Box(rng, broken)
        self.there = False
        self._controller: Controller | None = None

    def start(self) -> None:
        self._controller = Controller(self.box, hostname="127.0.0.1", port=self.port)
        self._controller.start()
        self.there = True

    def stop(self) -> None:
        if self._controller is not None:
            self._controller.stop(no_assert=True)
        self._controller, self.there = None, False
