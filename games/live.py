"""What is sent after a commit.

Frames are made once for each audience and sent to its group, in order, by one sender for each process: a task on
the server's own loop, or on a background loop where there is no server (WSGI and Celery processes). Whoever publishes
never waits, and a lost channel layer costs frames only: clients see the gap by `seq`.
"""

from __future__ import annotations

import asyncio
import logging
import os
import threading
from collections.abc import Sequence
from typing import Any

from channels.layers import InMemoryChannelLayer, get_channel_layer

from games.breaker import Breaker

logger = logging.getLogger(__name__)

SEND_SECONDS = 0.5
"""How long one frame may take before the channel layer counts as lost."""

QUEUE_LENGTH = 5000
"""Frames that wait to be sent; beyond, the newest are dropped."""

Message = dict[str, Any]
Addressed = tuple[str, Message]


def group_name(public_id: str, seat: int | None) -> str:
    """The channel group of one audience of a game: a seat, or (None) everybody else."""
    return f"game.{public_id}.{'public' if seat is None else seat}"


def seat_change(public_id: str, before: int | None, user_id: int, after: int | None) -> list[Addressed]:
    """Tells the sockets of one user, in the audience they belong to now, that they belong to another one."""
    return [(group_name(public_id, before), {"type": "reseat", "user": user_id, "seat": after})]


class Publisher:
    """Sends messages to groups from any thread, in the order in which they were published."""

    def __init__(self) -> None:
        self.breaker = Breaker("the channel layer")
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._queue: asyncio.Queue[Addressed] | None = None
        self._sender: asyncio.Task[None] | None = None
        self._pid = os.getpid()

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        """Send from this running loop, the server's, from now on. Call it on the loop; doing it again changes nothing."""
        if self._loop is loop and self._pid == os.getpid():
            return
        self._queue = asyncio.Queue(QUEUE_LENGTH)
        self._sender = loop.create_task(self._send_all(self._queue), name="publisher")
        self._loop, self._pid = loop, os.getpid()

    def detach(self) -> None:
        """Stop sending from the attached loop. Call it on that loop."""
        if self._sender is not None:
            self._sender.cancel()
        self._loop = self._queue = self._sender = None

    def publish(self, messages: Sequence[Addressed]) -> None:
        """Hand over messages to be sent. Returns at once."""
        if not messages or not self.breaker.closed():
            return
        loop = self._running_loop()
        if loop is not None:
            loop.call_soon_threadsafe(self._enqueue, messages)

    def _running_loop(self) -> asyncio.AbstractEventLoop | None:
        loop = self._loop
        if loop is not None and not loop.is_closed() and self._pid == os.getpid():
            return loop
        if isinstance(get_channel_layer(), InMemoryChannelLayer):
            return None  # whoever listens lives on the loop of this process's server, and there is none
        with self._lock:
            if self._loop is None or self._loop.is_closed() or self._pid != os.getpid():
                self._start_background_loop()
            return self._loop

    def _start_background_loop(self) -> None:
        loop = asyncio.new_event_loop()
        ready = threading.Event()

        async def prepare() -> None:
            self.attach(loop)
            ready.set()

        def run() -> None:
            asyncio.set_event_loop(loop)
            loop.create_task(prepare())
            loop.run_forever()

        threading.Thread(target=run, name="publisher", daemon=True).start()
        ready.wait()

    def _enqueue(self, messages: Sequence[Addressed]) -> None:
        queue = self._queue
        if queue is None:
            return
        for message in messages:
            try:
                queue.put_nowait(message)
            except asyncio.QueueFull:
                logger.warning("the queue of frames is full; a frame is dropped")
                return

    async def _send_all(self, queue: asyncio.Queue[Addressed]) -> None:
        layer = get_channel_layer()
        assert layer is not None
        while True:
            group, message = await queue.get()
            if not self.breaker.closed():
                continue
            try:
                await asyncio.wait_for(layer.group_send(group, message), SEND_SECONDS)
            except Exception as error:  # whatever a lost layer raises, the game goes on
                self.breaker.failed(error)
            else:
                self.breaker.succeeded()


publisher = Publisher()
