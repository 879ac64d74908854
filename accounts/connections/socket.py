"""What all sockets of the site share: their caller, authentication by token, refusals and closing.

Written against the internals of channels 4.3.2 (tests/site/infrastructure/test_overrides.py).
"""

from __future__ import annotations

import asyncio
import functools
import json
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, ClassVar
from urllib.parse import parse_qsl

from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.layers import get_channel_layer
from django.utils import translation
from django.utils.translation import gettext, gettext_noop

from accounts.access import callers, scopes
from accounts.access.callers import STRANGER, Caller, token_in
from accounts.connections import watch as watching
from accounts.connections.watch import Connection, TooMany, watch
from pyramido_site.infrastructure import connection_metrics as metrics
from pyramido_site.infrastructure import log_context
from pyramido_site.infrastructure.channel_layer import Layer
from pyramido_site.infrastructure.client_address import address_of_scope
from pyramido_site.infrastructure.database_faults import log_fault
from pyramido_site.infrastructure.in_thread import in_thread
from pyramido_site.infrastructure.publisher import publisher
from pyramido_site.infrastructure.socket_language import language_of

logger = logging.getLogger(__name__)

NOT_UNDERSTOOD, NO_CALLER, TOO_MANY, STOPPING, TOO_SLOW, FAILED = 4400, 4401, 4429, 1012, 1013, 1011
"""Close codes: malformed frame, no (longer a) valid caller, too many frames or connections, server stopping, client
reading too slowly, server error.
"""

OUT_OF_SCOPE = gettext_noop("The token needs the scope “%(scope)s”.")
NO_PARAMETER = gettext_noop("Unknown parameter “%(name)s”.")
TWICE = gettext_noop("The parameter “%(name)s” appears more than once.")

Receive = Callable[[], Awaitable[dict[str, Any]]]

CODES = {watching.STOPPING: STOPPING, watching.TOO_SLOW: TOO_SLOW}

RATE = 10.0
"""Frames per second that a socket may send on average."""
BURST = 40.0
"""Frames that it may send at once."""
PATIENCE = 50
"""Frames over the limit after which it is closed; after each, nothing more is read from it until there is room."""


class Socket(AsyncWebsocketConsumer):
    """A socket that counts towards the limits, is watched, and ends with its caller (accounts/connections/watch.py).

    `opened()` is called once it may stay, `left()` when it is gone.
    """

    known_parameters: ClassVar[frozenset[str]] = frozenset()
    """Query parameters that its address may have."""

    caller: Caller = STRANGER
    connection: Connection
    closed = False
    allowance = BURST
    counted_at = 0.0
    refused = 0
    held_s = 0.0
    """Time (s) for which nothing is read from a client over the limit; its frames wait on its side."""

    async def opened(self) -> None:
        """Begin, once the socket may stay. Subclasses define it; the base class raises NotImplementedError."""
        raise NotImplementedError

    async def left(self) -> None:
        """Clean up after the socket has ended. Subclasses define it; the base class raises NotImplementedError."""
        raise NotImplementedError

    async def __call__(self, scope: Any, receive: Receive, send: Any) -> None:
        """Run two tasks while the socket is open, one at a time: one for frames of the client, one for the channel
        layer.

        (Channels creates a task for each message, and waits for two at a time.)
        """
        self.scope, self.base_send = scope, send
        self.channel_layer = layer = get_channel_layer()
        self.channel_name = channel = await layer.new_channel()
        self.one_at_a_time, failure = asyncio.Lock(), None
        try:
            async with asyncio.TaskGroup() as tasks:
                hearing = tasks.create_task(self._take(functools.partial(layer.receive, channel)))
                with suppress(StopConsumer):
                    await self._take(functools.partial(self._receive, receive))
                hearing.cancel()
        except BaseExceptionGroup as group:
            failure = group.exceptions[0]
        finally:
            await self._give_back()
        if failure is not None:
            raise failure

    async def _take(self, receive: Receive) -> None:
        while True:
            message = await receive()
            async with self.one_at_a_time:
                await self.dispatch(message)

    async def _receive(self, receive: Receive) -> dict[str, Any]:
        if self.held_s:
            held_s, self.held_s = self.held_s, 0.0
            await asyncio.sleep(held_s)
        return await receive()

    async def _give_back(self) -> None:
        """Release its place, groups and channel, however it ended."""
        if hasattr(self, "connection"):
            watch.leave(self.connection)
            try:
                await self.left()
            except Exception as error:  # noqa: BLE001 (whatever a lost layer raises)
                logger.warning("a socket could not leave its group (%s: %s)", type(error).__name__, error)
        if isinstance(self.channel_layer, Layer):
            await self.channel_layer.drop(self.channel_name)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle one message, without Channels' detour through a database thread: forwarding reads nothing.

        Any error other than the client's leaving closes the socket, and the client reconnects. Raise StopConsumer or
        OSError if the client has left.
        """
        try:
            await getattr(self, get_handler_name(message))(message)
        except (StopConsumer, OSError):
            raise
        except Exception as error:  # noqa: BLE001 (logged, and the socket is closed)
            log_fault(logger, error, f"{message['type']} of a socket")
            await self.close(FAILED)

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:
        """Raise StopConsumer: the client has left."""
        raise StopConsumer

    async def connect(self) -> None:
        """Accept the socket and determine its caller by session or token. Refuse it if there are too many."""
        await self.accept()
        publisher.attach(asyncio.get_running_loop())
        self.language = language_of(self.scope)
        self.tasks: set[asyncio.Task[None]] = set()
        header = dict(self.scope["headers"]).get(b"authorization")
        if header is None:  # as in a request, a token takes precedence over the session
            self.caller = callers.caller_of_session(self.scope["user"], self.scope["session"].session_key)
        log_context.belongs_to(self.caller.user)
        self.connection = Connection(self.caller, address_of_scope(self.scope), self._end)
        try:
            watch.enter(self.connection)
            admitted = header is None or await self.admit(token_in(header.decode("latin-1")), None)
            if admitted and await self._address_is_known():
                await self.opened()
        except TooMany as full:
            await self.refuse_one_more(full, None)

    async def close(self, code: int | bool | None = None, reason: str | None = None) -> None:
        """Close; frames on the way in either direction are dropped."""
        if not self.closed:
            self.closed = True
            await super().close(code, reason)

    def count(self, now_s: float) -> float | None:
        """Count a frame at this time (monotonic seconds); return None, or the time (s) to wait if it is over the
        limit.
        """
        self.allowance = min(BURST, self.allowance + (now_s - self.counted_at) * RATE)
        self.counted_at = now_s
        if self.allowance >= 1:
            self.allowance -= 1
            return None
        self.refused += 1
        self.held_s = (1 - self.allowance) / RATE
        return self.held_s

    @property
    def out_of_patience(self) -> bool:
        """Whether the client has exceeded the limit too often."""
        return self.refused > PATIENCE

    async def refuse(self, ref: Any, code: str, sentence: str, **more: Any) -> None:
        """Send an error frame; `sentence` is already in the socket's language."""
        metrics.REFUSALS.labels(code).inc()
        frame = {"type": "error", "ref": ref, "code": code, "detail": sentence, "field": None, "seq": None, **more}
        await self.send(json.dumps(frame, ensure_ascii=False))

    async def say_no(self, ref: Any, code: str, template: str, *, field: str | None = None, **values: Any) -> None:
        """Send an error frame whose sentence is still to be translated and filled in."""
        with translation.override(self.language):
            sentence = gettext(template)
        await self.refuse(ref, code, sentence % values if values else sentence, field=field)

    async def _address_is_known(self) -> bool:
        """Whether each query parameter is known and occurs once; otherwise refuse and close the socket."""
        names = [name for name, _ in parse_qsl(self.scope["query_string"].decode("latin-1"), keep_blank_values=True)]
        for name in names:
            if name not in self.known_parameters or names.count(name) > 1:
                template = TWICE if name in self.known_parameters else NO_PARAMETER
                await self.say_no(None, "malformed", template, field=name[:40], name=name[:40])
                await self.close(NOT_UNDERSTOOD)
                return False
        return True

    async def admit(self, token: str | None, ref: Any) -> bool:
        """Whether the token is valid for sockets, whose caller is then set; otherwise refuse and close.

        Raise TooMany.
        """
        caller = None if token is None else await self.caller_of(token)
        if caller is not None and caller.may(scopes.GAMES_READ):
            self.become(caller)
            return True
        sentence = None if token is None or caller is not None else await self.why_closed(token)
        if caller is not None:
            await self.say_no(ref, "insufficient_scope", OUT_OF_SCOPE, scope=scopes.GAMES_READ)
        elif sentence is not None:
            await self.refuse(ref, watching.ACCOUNT_CLOSED, sentence)
        else:
            await self.say_no(ref, watching.INVALID_TOKEN, watching.SENTENCES[watching.INVALID_TOKEN])
        await self.close(NO_CALLER)
        return False

    async def refuse_one_more(self, full: TooMany, ref: Any) -> None:
        """Refuse and close: the caller has too many connections."""
        with translation.override(self.language):
            sentence = gettext(watching.TOO_MANY) % {"most": full.most}
        await self.refuse(ref, "throttled", sentence, limit="connections", retry_after_ms=1000 * watching.RETRY_S)
        await self.close(TOO_MANY)

    async def caller_of(self, token: str) -> Caller | None:
        """Return the caller of a token, or None."""
        return await in_thread(callers.caller_of_token, token) if token.isascii() else None

    async def why_closed(self, token: str) -> str | None:
        """Return the sentence for a valid token of an account that moderators have closed, or None."""
        return await in_thread(self._why_closed, token) if token.isascii() else None

    def _why_closed(self, token: str) -> str | None:
        with translation.override(self.language):
            return callers.sentence_if_closed(token)

    def become(self, caller: Caller) -> None:
        """Set the caller of the socket. Raise TooMany if the caller has too many connections."""
        watch.change(self.connection, caller)
        self.caller = caller
        log_context.belongs_to(caller.user)

    def _end(self, why: str) -> None:
        """End the socket on behalf of the watch: nothing is forwarded from now on."""
        if not self.closed:
            self.closed = True
            self.begin(self._ended(why))

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine in the background."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _ended(self, why: str) -> None:
        code = CODES.get(why, NO_CALLER)
        try:
            if code == NO_CALLER:
                with translation.override(self.language):
                    sentence = gettext(watching.SENTENCES[why])
                await self.refuse(None, why, sentence)
            await super().close(code)
        except Exception:
            logger.debug("a socket that was to be closed was gone", exc_info=True)
