"""Sending to channel groups after a commit.

Each process has one sender: a task on the server's own loop, or on a background loop in processes without one (WSGI and
Celery). Publishing never blocks and keeps the order. If the channel layer is lost, only messages are lost: groups that
missed some get a message `{"type": "look"}` when it is back, and read them from the database.
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
"""Timeout (s) for sending frames, after which the channel layer counts as lost."""

AT_ONCE = 32
"""Frames sent together if the channel layer supports it (pyramido_site/infrastructure/channel_layer.py)."""

QUEUE_LENGTH = 5000
"""Frames waiting to be sent; beyond that, the newest are dropped."""


class _Sender:
    """Sends a queue of messages in order, from one loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop, breaker: Breaker) -> None:
        """Start sending. Call it on the running loop."""
        self.loop = loop
        self.breaker = breaker
        self._thread = threading.get_ident()
        self.queue: asyncio.Queue[Addressed] = asyncio.Queue(QUEUE_LENGTH)
        self._missing: set[str] = set()
        """Groups that missed a message."""
        self.task = loop.create_task(self._send_all(), name="publisher")

    @property
    def alive(self) -> bool:
        """Whether its loop is open."""
        return not self.loop.is_closed()

    def hand_over(self, messages: Sequence[Addressed]) -> None:
        """Queue messages, from any thread."""
        on_loop = threading.get_ident() == self._thread
        call = self.loop.call_soon if on_loop else self.loop.call_soon_threadsafe
        call(self._enqueue, messages)

    def give_up(self, messages: Sequence[Addressed]) -> None:
        """Drop messages, from any thread; their groups are told to look."""
        self.loop.call_soon_threadsafe(self._lose, messages)

    def _lose(self, messages: Sequence[Addressed]) -> None:
        metrics.FRAMES_DROPPED.inc(len(messages))
        if not self._missing:
            self.loop.call_later(self.breaker.rest_s, self._tell_to_look)
        self._missing.update(group for group, _ in messages)

    def _tell_to_look(self) -> None:
        """Queue LOOK for the groups that missed messages. While the layer is lost it is lost too, and repeated."""
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
        while not self.task.cancelling():  # wait_for in Python 3.11 swallows cancellations, also in the client of Redis
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
        """Send from this running loop, the server's, from now on. Call it on the loop. Idempotent."""
        if self._attached is None or self._attached.loop is not loop:
            self._attached = _Sender(loop, self.breaker)

    def detach(self) -> None:
        """Stop sending from the attached loop. Call it on that loop."""
        if self._attached is not None:
            self._attached.task.cancel()
            self._attached = None

    def publish(self, messages: Sequence[Addressed]) -> None:
        """Queue messages to be sent. Never blocks."""
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
            return None  # listeners live on the loop of this process's server, which is not running
        with self._lock:
            if self._background is None:
                self._background = self._start_background()
            return self._background

    def _start_background(self) -> _Sender:
        """Start a loop in a thread of its own, for the life of the process."""
        loop = asyncio.new_event_loop()
        threading.Thread(target=loop.run_forever, name="publisher", daemon=True).start()

        async def prepare() -> _Sender:
            return _Sender(loop, self.breaker)

        sender = asyncio.run_coroutine_threadsafe(prepare(), loop).result()
        atexit.register(lambda: loop.call_soon_threadsafe(sender.task.cancel))
        return sender

    def _forget(self) -> None:
        """Forget the parent's loops and threads, which a forked child does not have."""
        self._lock = threading.Lock()
        self._attached = self._background = None


publisher = Publisher()
