"""Streams: responses without an end, a frame of JSON on each line and heartbeats (docs/formats/api.md, Streams).

Written against the internals of asgiref 3.13.0 (tests/site/infrastructure/test_overrides.py).
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import AsyncIterator, Callable
from typing import Any, Protocol

from asgiref.sync import SyncToAsync, sync_to_async
from channels.layers import get_channel_layer
from django.db import close_old_connections
from django.utils import translation

from accounts.access.callers import Caller
from accounts.connections import watch as watching
from accounts.connections.watch import Connection, TooMany, watch
from games.requests import problems
from games.requests.refusals import Refusal, fault, invalid_token, signed_out, throttled
from pyramido_site.infrastructure.database_faults import log_fault
from pyramido_site.infrastructure.publisher import publisher

logger = logging.getLogger(__name__)

HEARTBEAT_S = 7.0
"""Seconds between heartbeats; before each, the stream checks whether a message was lost."""

STUCK_S = 1.0
"""Timeout (s) for the client to take the last line after the stream has ended."""

QUEUE_LENGTH = 500
"""Maximum number of messages that wait for a slow client. Beyond, the stream ends, and the client may connect again."""


class Room(Protocol):
    """What a stream is about: a game (games/realtime/audience.py) or an account (accounts/connections/feed.py). Its
    methods return encoded frames.
    """

    over: bool

    async def join(self, since: Any) -> list[str]:
        """Subscribe, and return the frames that bring the client up to date. May raise Refusal."""

    async def hear(self, message: dict[str, Any]) -> list[str]:
        """Return the frames for a message of the channel layer. May raise Refusal."""

    async def look(self) -> list[str]:
        """Return the frames that the client has missed. May raise Refusal."""

    async def leave(self) -> None:
        """Unsubscribe."""

    def ping(self) -> dict[str, Any]:
        """Return a `ping` frame."""


class Stream:
    """A stream of one client. `open_room(layer, channel)` returns what it is about; `since` is the client's cursor."""

    def __init__(
        self, caller: Caller, address: str, language: str, open_room: Callable[[Any, str], Room], since: Any
    ) -> None:
        self.language = language
        self.open_room = open_room
        self.since = since
        self.connection = Connection(caller, address, self.end, "stream")
        self.why = ""
        self._queue: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue(QUEUE_LENGTH)
        self._task: asyncio.Task[Any] | None = None
        self._cut: asyncio.TimerHandle | None = None

    async def lines(self) -> AsyncIterator[bytes]:
        """Yield lines until the stream ends. Group, channel and connection count are released however it ends."""
        await _free_request()
        self._task = asyncio.current_task()
        pump: asyncio.Task[None] | None = None
        room: Room | None = None
        try:
            watch.enter(self.connection)
            loop, layer = asyncio.get_running_loop(), get_channel_layer()
            assert layer is not None
            publisher.attach(loop)
            channel = await layer.new_channel()
            pump = loop.create_task(self._pump(layer, channel), name="stream")
            await asyncio.sleep(0)  # the pump must have started to release its channel when it is cancelled
            room = self.open_room(layer, channel)
            texts = await room.join(self.since)
            beat_s = loop.time() + HEARTBEAT_S
            while not self.why:
                for text in texts:
                    yield f"{text}\n".encode()
                if room.over or self.why:
                    break
                message = await self._next(beat_s)
                if message is not None:
                    texts = await room.hear(message)
                elif not self.why:
                    texts = await room.look()
                    if not room.over:
                        texts.append(json.dumps(room.ping()))
                    beat_s = loop.time() + HEARTBEAT_S
            last = self._last()
            if last is not None:
                yield self._refused(last)
        except TooMany as full:
            yield self._refused(too_many_connections(full))
        except Refusal as refusal:
            yield self._refused(refusal)
        except Exception as error:  # noqa: BLE001 (logged and reported to the client)
            log_fault(logger, error, "a stream")
            yield self._refused(fault(error))
        finally:
            await self._give_back(room, pump)

    def end(self, why: str) -> None:
        """End the stream after a last line that says why. Called by the watch, on the event loop."""
        if self.why:
            return
        self.why = why
        while not self._queue.empty():
            self._queue.get_nowait()
        self._queue.put_nowait(None)
        if self._task is not None:
            self._cut = asyncio.get_running_loop().call_later(STUCK_S, self._task.cancel)

    async def _give_back(self, room: Room | None, pump: asyncio.Task[None] | None) -> None:
        if self._cut is not None:
            self._cut.cancel()
        watch.leave(self.connection)
        try:
            if room is not None:
                await room.leave()
        except Exception as error:  # noqa: BLE001 (any error of a lost channel layer)
            logger.warning("a stream could not leave its group (%s: %s)", type(error).__name__, error)
        if pump is not None:
            pump.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await pump

    async def _pump(self, layer: Any, channel: str) -> None:
        """Move messages from the channel to the queue. It is never cancelled while the stream lives, which would lose
        the channel.
        """
        while True:
            message = await layer.receive(channel)
            try:
                self._queue.put_nowait(message)
            except asyncio.QueueFull:
                self.end(watching.TOO_SLOW)

    async def _next(self, beat_s: float) -> dict[str, Any] | None:
        """Return the next message; None when a heartbeat is due or the stream has to end."""
        try:
            async with asyncio.timeout_at(beat_s):
                return await self._queue.get()
        except TimeoutError:
            return None

    def _last(self) -> Refusal | None:
        """Return what the last line says, if the stream was ended because of the caller."""
        if self.why == watching.SIGNED_OUT:
            return signed_out()
        return invalid_token() if self.why == watching.INVALID_TOKEN else None

    def _refused(self, refusal: Refusal) -> bytes:
        """Return the line with the `error` frame, which is the same on sockets."""
        with translation.override(self.language):
            detail = refusal.detail
        return f"{json.dumps(problems.error_frame(refusal, detail, None), ensure_ascii=False)}\n".encode()


async def _free_request() -> None:
    """Release the thread and the database connection of this request.

    ASGI keeps them until the response ends, which takes hours here. The few queries after the last line get new ones.
    """
    await sync_to_async(close_old_connections)()
    request = SyncToAsync.thread_sensitive_context.get(None)
    thread = None if request is None else SyncToAsync.context_to_thread_executor.pop(request, None)
    if thread is not None:
        thread.shutdown(wait=False)


def too_many_connections(full: TooMany) -> Refusal:
    """Return the refusal 429 of one connection too many."""
    refusal = throttled("connections", watching.RETRY_S, watching.TOO_MANY)
    refusal.params = {"most": full.most}
    return refusal
