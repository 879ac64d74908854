"""Whoever looks at the lobby hears that its lists have changed, and asks for them again (docs/formats/api.md)."""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Callable

from django.db import transaction

from games.live.groups import publisher

GROUP = "lobby"
"""The channel group of all open lobbies."""

FRAME = json.dumps({"type": "tables"})
"""All that is said: which tables and which seeks there are is another list for everybody."""

EVERY_S = 1.0
"""A process says so no more often, however many tables change."""


class Herald:
    """Calls `tell` for whoever says that something changed: at once, or as soon as `every_s` have passed since it did
    so last. From any thread; nobody waits.
    """

    def __init__(self, tell: Callable[[], None], every_s: float = EVERY_S) -> None:
        self._tell = tell
        self._every_s = every_s
        self._told_s = -every_s
        self._due = False
        self._lock = threading.Lock()
        os.register_at_fork(after_in_child=self._forget)

    def changed(self) -> None:
        with self._lock:
            if self._due:
                return
            wait_s = self._told_s + self._every_s - time.monotonic()
            if wait_s > 0:
                self._due = True
                later = threading.Timer(wait_s, self._tell_now)
                later.daemon = True
                later.start()
                return
        self._tell_now()

    def _tell_now(self) -> None:
        with self._lock:
            self._due, self._told_s = False, time.monotonic()
        self._tell()

    def _forget(self) -> None:
        """A forked child has none of its parent's threads."""
        self._lock = threading.Lock()
        self._due = False


def tell() -> None:
    """Tell all open lobbies."""
    publisher.publish([(GROUP, {"type": "forward", "text": FRAME})])


herald = Herald(tell)


def lobby_changed() -> None:
    """After the commit, say in all open lobbies that its tables, or who waits to be paired, are others."""
    transaction.on_commit(herald.changed)
