"""The broker of the embedded shape: kombu's in memory, whose workers sleep until there is a task for them.

Kombu's own workers look for tasks every so often, which takes a processor's time while nothing happens, and lets tasks
wait meanwhile.

Written against the internals of kombu 5.7.0 (tests/site/infrastructure/test_overrides.py).
"""

from __future__ import annotations

import threading
from queue import Empty
from typing import Any

from kombu.transport import memory


class _Bell:
    """Wakes all workers of the process."""

    def __init__(self) -> None:
        self._rung = threading.Condition()
        self.times = 0
        """How often it has rung."""

    def ring(self) -> None:
        with self._rung:
            self.times += 1
            self._rung.notify_all()

    def wait(self, times: int, seconds: float | None) -> None:
        """Wait until it has rung more than so many times, but no longer than that (None: without a limit)."""
        with self._rung:
            self._rung.wait_for(lambda: self.times > times, seconds)


bell = _Bell()


class Channel(memory.Channel):
    """A channel that wakes the workers when a message comes, and when a worker may take another one."""

    def _put(self, queue: str, message: Any, **kwargs: Any) -> None:
        super()._put(queue, message, **kwargs)
        bell.ring()

    def basic_ack(self, delivery_tag: str, multiple: bool = False) -> None:
        """Acknowledge a message."""
        super().basic_ack(delivery_tag, multiple)
        bell.ring()

    def basic_reject(self, delivery_tag: str, requeue: bool = False) -> None:
        """Reject a message."""
        super().basic_reject(delivery_tag, requeue)
        bell.ring()


class Transport(memory.Transport):
    """The transport with these channels."""

    Channel = Channel

    def drain_events(self, connection: Any, timeout: float | None = None) -> None:
        """Deliver a message, or wait until the bell rings, for at most `timeout` seconds. Raise TimeoutError if none
        was delivered: the caller looks whether it has to stop, and calls again.
        """
        times = bell.times  # before it looks: what comes in between is not missed
        try:
            self.cycle.get(self._deliver, timeout=timeout)
        except Empty:
            bell.wait(times, timeout)
            raise TimeoutError("no message was delivered") from None
