"""The broker of the embedded shape: kombu's in-memory one, but workers sleep until there is something to do.

Kombu's own looks into its queues again and again. Seven workers that did so often enough took a twentieth of a
processor from an idle site.

Written against the internals of kombu 5.7.0 (tests/site/infrastructure/test_overrides.py).
"""

from __future__ import annotations

import threading
from collections import defaultdict
from queue import Empty
from time import monotonic
from typing import Any, ClassVar

from kombu.transport import memory


class Channel(memory.Channel):
    """A channel that wakes the connections that read a queue when a message is put into it, and its own connection when
    a task has ended: until then, a worker whose threads are all busy takes no message.
    """

    connection: Any
    readers: ClassVar[dict[str, list[threading.Event]]] = defaultdict(list)
    """By queue: `woken` of the connections that read it."""

    def basic_consume(self, queue: str, *args: Any, **kwargs: Any) -> str:
        """Read a queue from now on; return the consumer's tag."""
        self.readers[queue].append(self.connection.woken)
        return super().basic_consume(queue, *args, **kwargs)

    def basic_ack(self, *args: Any, **kwargs: Any) -> None:
        """Acknowledge a message."""
        super().basic_ack(*args, **kwargs)
        self.connection.woken.set()

    def basic_reject(self, *args: Any, **kwargs: Any) -> None:
        """Reject a message."""
        super().basic_reject(*args, **kwargs)
        self.connection.woken.set()

    def _put(self, queue: str, message: Any, **kwargs: Any) -> None:
        super()._put(queue, message, **kwargs)
        for woken in self.readers[queue]:
            woken.set()


class Transport(memory.Transport):
    """The connection of a worker, or of a process that sends tasks."""

    Channel = Channel
    cycle: Any

    def __init__(self, client: Any, **kwargs: Any) -> None:
        super().__init__(client, **kwargs)
        self.woken = threading.Event()

    def drain_events(self, *args: Any, **options: Any) -> None:
        """Deliver one message, and wait for it if there is none. Raise TimeoutError if none comes within the option
        `timeout` (s).
        """
        limit_s = options.get("timeout")
        end_s = None if limit_s is None else monotonic() + limit_s
        while True:
            self.woken.clear()  # before the look: what comes after it is not slept through
            try:
                self.cycle.get(self._deliver, timeout=limit_s)
            except Empty:
                if not self.woken.wait(None if end_s is None else end_s - monotonic()):
                    raise TimeoutError from None
            else:
                return
