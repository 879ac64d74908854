"""Tell open lobbies that their lists have changed; they fetch them again (docs/formats/api.md)."""

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
"""The whole frame: the lists themselves differ from user to user."""

EVERY_S = 1.0
"""Minimum time (s) between two frames of one process."""


class Herald:
    """Notifier that calls `tell` after changes, at most once every `every_s` seconds. Thread-safe, and never blocks."""

    def __init__(self, tell: Callable[[], None], every_s: float = EVERY_S) -> None:
        self._tell = tell
        self._every_s = every_s
        self._told_s = -every_s
        self._due = False
        self._lock = threading.Lock()
        os.register_at_fork(after_in_child=self._forget)

    def changed(self) -> None:
        """Call `tell` at once or, if the last call was less than `every_s` ago, once that time has passed."""
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
        """Reset after a fork: the child has none of its parent's threads."""
        self._lock = threading.Lock()
        self._due = False


def tell() -> None:
    """Send the frame to all open lobbies."""
    publisher.publish([(GROUP, {"type": "forward", "text": FRAME})])


herald = Herald(tell)


def lobby_changed() -> None:
    """Tell open lobbies, after the commit, that tables or seeks have changed."""
    transaction.on_commit(herald.changed)
