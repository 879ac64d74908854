"""Endless answers: lines of JSON, one for each frame, a heartbeat between them (docs/formats/api.md, Streams)."""

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
from accounts.realtime import watch as watching
from accounts.realtime.watch import Connection, TooMany, watch
from games.requests import problems
from games.requests.refusals import Refusal, fault, invalid_token, signed_out, throttled
from pyramido_site.infrastructure.database_faults import log_fault
from pyramido_site.infrastructure.publisher import publisher

logger = logging.getLogger(__name__)

HEARTBEAT_S = 7.0
"""So often a line says that the stream lives, after looking whether anything was lost."""

STUCK_S = 1.0
"""Who does not take the last line within this time, after the stream has ended, is cut off."""

QUEUE_LENGTH = 500
"""Messages that wait for a client that reads slowly; with more it is cut off, and may come again."""


class Room(Protocol):
    """What a stream is about: a game (games/realtime/audience.py) or an account (accounts/realtime/feed.py). Each gives
    ready frames.
    """

    over: bool

    async def join(self, since: Any) -> list[str]: ...

    async def hear(self, message: dict[str, Any]) -> list[str]: ...

    async def look(self) -> list[str]: ...

    async def leave(self) -> None: ...

    def ping(self) -> dict[str, Any]: ...


class Stream:
    """One of them, for one client. `open_room(layer, channel)` makes its room; `since` is the client's cursor."""

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
        """Until it is over, or ended. However it ends, its group, its channel and its place are given back."""
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
            await asyncio.sleep(0)  # only a pump that runs gives its channel back
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
        except Exception as error:  # noqa: BLE001 - whatever it is, it is logged and said
            log_fault(logger, error, "a stream")
            yield self._refused(fault(error))
        finally:
            await self._give_back(room, pump)

    def end(self, why: str) -> None:
        """Called by the watch, on the loop: say so in a last line, and end."""
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
        except Exception as error:  # noqa: BLE001 (whatever a lost layer raises)
            logger.warning("a stream could not leave its group (%s: %s)", type(error).__name__, error)
        if pump is not None:
            pump.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await pump

    async def _pump(self, layer: Any, channel: str) -> None:
        """Waits for messages without ever giving up, which would cost the channel."""
        while True:
            message = await layer.receive(channel)
            try:
                self._queue.put_nowait(message)
            except asyncio.QueueFull:
                self.end(watching.TOO_SLOW)

    async def _next(self, beat_s: float) -> dict[str, Any] | None:
        """None at the heartbeat, and when it is to end."""
        try:
            async with asyncio.timeout_at(beat_s):
                return await self._queue.get()
        except TimeoutError:
            return None

    def _last(self) -> Refusal | None:
        if self.why == watching.SIGNED_OUT:
            return signed_out()
        return invalid_token() if self.why == watching.INVALID_TOKEN else None

    def _refused(self, refusal: Refusal) -> bytes:
        """The `error` frame, as sockets have it."""
        with translation.override(self.language):
            detail = refusal.detail
        return f"{json.dumps(problems.error_frame(refusal, detail, None), ensure_ascii=False)}\n".encode()


async def _free_request() -> None:
    """A request has a thread of its own, with its own connection to the database, as long as its answer takes. Here
    that is for hours: both go now, and come again for the little that follows the last line.
    """
    await sync_to_async(close_old_connections)()
    request = SyncToAsync.thread_sensitive_context.get(None)
    thread = None if request is None else SyncToAsync.context_to_thread_executor.pop(request, None)
    if thread is not None:
        thread.shutdown(wait=False)


def too_many_connections(full: TooMany) -> Refusal:
    refusal = throttled("connections", watching.RETRY_S, watching.TOO_MANY)
    refusal.params = {"most": full.most}
    return refusal
