"""Sending to channel groups after a commit.

One sender for each process: a task on the server's own loop, or on a background loop where there is no server (WSGI
and Celery processes). Whoever publishes never waits, the order is kept, and a lost channel layer costs messages only:
the groups that have lost some get a message `{"type": "look"}` when it is back, and look for them in the database.
"""

from __future__ import annotations

import asyncio
import atexit
import logging
import os
import threading
from collections.abc import Sequence

from channels.layers import InMemoryChannelLayer, get_channel_layer

from pyramido_site.infrastructure import connection_metrics as metrics
from pyramido_site.infrastructure.breaker import Breaker
from pyramido_site.infrastructure.channel_layer import LOOK, Addressed, Layer

logger = logging.getLogger(__name__)

SEND_S = 0.5
"""How long frames that are sent together may take before the channel layer counts as lost."""

AT_ONCE = 32
"""Frames that are sent together, where the channel layer can do that (pyramido_site/infrastructure/channel_layer.py).
"""

QUEUE_LENGTH = 5000
"""Frames that wait to be sent; beyond, the newest are dropped."""


class _Sender:
    """Sends one queue of messages in order, from one loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop, breaker: Breaker) -> None:
        """Call it on the running loop."""
        self.loop = loop
        self.breaker = breaker
        self._thread = threading.get_ident()
        self.queue: asyncio.Queue[Addressed] = asyncio.Queue(QUEUE_LENGTH)
        self._missing: set[str] = set()
        """Groups to which something could not be sent."""
        self.task = loop.create_task(self._send_all(), name="publisher")

    @property
    def alive(self) -> bool:
        return not self.loop.is_closed()

    def hand_over(self, messages: Sequence[Addressed]) -> None:
        """From any thread."""
        on_loop = threading.get_ident() == self._thread
        call = self.loop.call_soon if on_loop else self.loop.call_soon_threadsafe
        call(self._enqueue, messages)

    def give_up(self, messages: Sequence[Addressed]) -> None:
        """From any thread: these are not sent."""
        self.loop.call_soon_threadsafe(self._lose, messages)

    def _lose(self, messages: Sequence[Addressed]) -> None:
        metrics.FRAMES_DROPPED.inc(len(messages))
        if not self._missing:
            self.loop.call_later(self.breaker.rest_seconds, self._tell_to_look)
        self._missing.update(group for group, _ in messages)

    def _tell_to_look(self) -> None:
        """While the layer is lost this is lost, too, and comes again."""
        missing, self._missing = self._missing, set()
        self._enqueue([(group, LOOK) for group in missing])

    def _enqueue(self, messages: Sequence[Addressed]) -> None:
        for number, message in enumerate(messages):
            try:
                self.queue.put_nowait(message)
            except asyncio.QueueFull:
                self._lose(messages[number:])
                logger.warning("the queue of frames is full; a frame is dropped")
                return

    async def _send_all(self) -> None:
        layer = get_channel_layer()
        assert layer is not None
        while not self.task.cancelling():  # wait_for of Python 3.11 swallows some, in the client of Redis too
            messages = [await self.queue.get()]
            while isinstance(layer, Layer) and len(messages) < AT_ONCE and not self.queue.empty():
                messages.append(self.queue.get_nowait())
            if not self.breaker.closed():
                self._lose(messages)
                continue
            try:
                async with asyncio.timeout(SEND_S):
                    if isinstance(layer, Layer):
                        await layer.send_all(messages)
                    else:
                        await layer.group_send(*messages[0])
            except Exception as error:  # noqa: BLE001 (whatever a lost layer raises, the game goes on)
                self.breaker.failed(error)
                self._lose(messages)
            else:
                self.breaker.succeeded()
                metrics.FRAMES_SENT.inc(len(messages))


class Publisher:
    """Sends messages to groups from any thread, in the order in which they were published."""

    def __init__(self) -> None:
        self.breaker = Breaker("the channel layer")
        self._lock = threading.Lock()
        self._attached: _Sender | None = None
        self._background: _Sender | None = None
        os.register_at_fork(after_in_child=self._forget)

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        """Send from this running loop, the server's, from now on. Call it on the loop; again changes nothing."""
        if self._attached is None or self._attached.loop is not loop:
            self._attached = _Sender(loop, self.breaker)

    def detach(self) -> None:
        """Stop sending from the attached loop. Call it on that loop."""
        if self._attached is not None:
            self._attached.task.cancel()
            self._attached = None

    def publish(self, messages: Sequence[Addressed]) -> None:
        """Hand over messages to be sent. Returns at once."""
        sender = self._sender() if messages else None
        if sender is None:
            return
        if self.breaker.closed():
            sender.hand_over(messages)
        else:
            sender.give_up(messages)

    def _sender(self) -> _Sender | None:
        attached = self._attached
        if attached is not None and attached.alive:
            return attached
        if isinstance(get_channel_layer(), InMemoryChannelLayer):
            return None  # whoever listens lives on the loop of this process's server, and there is none
        with self._lock:
            if self._background is None:
                self._background = self._start_background()
            return self._background

    def _start_background(self) -> _Sender:
        """A loop in a thread of its own, for as long as the process lives."""
        loop = asyncio.new_event_loop()
        threading.Thread(target=loop.run_forever, name="publisher", daemon=True).start()

        async def prepare() -> _Sender:
            return _Sender(loop, self.breaker)

        sender = asyncio.run_coroutine_threadsafe(prepare(), loop).result()
        atexit.register(lambda: loop.call_soon_threadsafe(sender.task.cancel))
        return sender

    def _forget(self) -> None:
        """A forked child has neither the loops nor the threads of its parent."""
        self._lock = threading.Lock()
        self._attached = self._background = None


publisher = Publisher()
