"""The socket of one game: it forwards ready frames, and carries requests to the services."""

from __future__ import annotations

import asyncio
import functools
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar, cast
from urllib.parse import parse_qs

from channels.consumer import get_handler_name
from channels.db import DatabaseSyncToAsync
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import translation
from django.utils.translation import gettext_noop
from rest_framework.request import Request
from rest_framework.views import APIView

from games import frames, selectors, socket_requests, strict_json
from games.api.throttles import HintThrottle, SayHourThrottle, SayThrottle
from games.errors import Refusal, not_authenticated, not_seated, signed_out
from games.live import group_name, publisher
from games.services.hint import ask_hint
from games.services.resign import resign
from games.services.say import say
from games.services.submit_action import submit_action
from games.services.take_back import take_back
from games.socket_language import language_of
from games.wall_clock import now_ms

logger = logging.getLogger(__name__)

T = TypeVar("T")

# Requests of all sockets of the process share these threads; each keeps a game's database work off the loop.
_threads = ThreadPoolExecutor(8, thread_name_prefix="sockets")

RATE = 10.0
"""Frames a second that a socket may send for long."""
BURST = 40.0
"""Frames that it may send at once."""
PATIENCE = 200
"""Frames over the limit after which it is closed."""

SIGNED_OUT, NOT_FOUND, GONE, TOO_MANY = 4401, 4404, 4410, 4429
"""Codes with which a socket is closed: its session has ended, no such game, the game was removed, far too many frames.
"""


def throttled(template: str) -> Refusal:
    return Refusal(429, "throttled", template)


@dataclass(frozen=True, slots=True)
class _Asker:
    """What the API's limits read of a request."""

    user: Any
    method: str = "POST"


class GameConsumer(AsyncWebsocketConsumer):
    """Belongs to one audience of one game: a seat (of whoever is signed in), or None, everybody else."""

    public_id: str
    seat: int | None
    closed = False

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Without Channels' visit to a database thread before each message: forwarding reads nothing."""
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        await self.accept()
        publisher.attach(asyncio.get_running_loop())
        self.user = self.scope["user"]
        self.language = language_of(self.scope)
        self.allowance, self.counted_at, self.refused = BURST, time.monotonic(), 0
        self.seat, self.public_id = None, self.scope["url_route"]["kwargs"]["public_id"]
        try:
            self.seat = await self._in_thread(selectors.audience_of, self.public_id, self.user)
            await self._join()
            await self._catch_up(self._since())
        except Refusal as refusal:
            await self._refuse(refusal, None)
            await self.close(NOT_FOUND if refusal.status == 404 else 1011)

    async def disconnect(self, code: int) -> None:
        await self._leave()

    async def close(self, code: int | bool | None = None, reason: str | None = None) -> None:
        """Frames that were under way in either direction are passed over from now on."""
        if not self.closed:
            self.closed = True
            await super().close(code, reason)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self.closed:
            return
        ref: Any = None
        try:
            self._count()
            try:
                raw = strict_json.loads(text_data if text_data is not None else bytes_data or b"")
                ref = socket_requests.ref_of(raw)
                request = socket_requests.read(raw)
            except Refusal as refusal:
                raise await self._in_thread(selectors.with_seq, refusal, self.public_id) from None
            await self._carry_out(request)
        except Refusal as refusal:
            await self._refuse(refusal, ref)
            if refusal.code == "signed_out":
                await self.close(SIGNED_OUT)
            elif self.refused > PATIENCE:
                await self.close(TOO_MANY)
        except Exception:
            logger.exception("a frame for game %s failed", self.public_id)
            await self._refuse(Refusal(500, "server_error", gettext_noop("Something went wrong here.")), ref)

    # --- messages of the channel layer ------------------------------------------------------------------------------
    async def forward(self, message: dict[str, Any]) -> None:
        """A ready frame; one for another audience was sent while this socket changed sides."""
        if message["seat"] == self.seat and not self.closed:
            await self.send(message["text"])

    async def forward_to(self, message: dict[str, Any]) -> None:
        """A frame for some of the audience: these users, or (None) whoever is signed in."""
        user_id, users = selectors.user_id_of(self.user), message["users"]
        if user_id is not None and (users is None or user_id in users):
            await self.forward(message)

    async def reseat(self, message: dict[str, Any]) -> None:
        """Somebody sat down or left; it may have been this socket's user."""
        if self.closed:
            return
        if message["user"] == selectors.user_id_of(self.user) and message["seat"] != self.seat:
            await self._catch_up(None)

    async def gone(self, message: dict[str, Any]) -> None:
        """The game was removed."""
        await self.close(GONE)

    # --- requests -----------------------------------------------------------------------------------------------------
    async def _carry_out(self, request: socket_requests.Request) -> None:
        if isinstance(request, socket_requests.Ping):
            await self._send({"type": "pong", "ref": request.ref, "server_now_ms": now_ms()})
        elif isinstance(request, socket_requests.Sync):
            if self.seat is not None:
                await self._in_thread(self._check_session)
            await self._catch_up(request.since)
        elif isinstance(request, socket_requests.Say):
            line = await self._in_thread(self._say, request)
            await self._send({"type": "done", "ref": request.ref, "seq": None, "line": line})
        else:
            seq = await self._in_thread(self._if_signed_in, self._command(request))
            await self._send({"type": "done", "ref": request.ref, "seq": seq})

    def _say(self, request: socket_requests.Say) -> dict[str, Any]:
        """Within the API's own limits. Raises Refusal."""
        if selectors.user_id_of(self.user) is None:
            raise not_authenticated()
        self._check_session()
        asker = cast(Request, _Asker(self.user))
        if not all(limit().allow_request(asker, cast(APIView, None)) for limit in (SayThrottle, SayHourThrottle)):
            raise throttled(gettext_noop("You are saying very much; wait a moment."))
        return say(self.user, self.public_id, request.room, request.text, request.idempotency_key)

    def _if_signed_in(self, command: Callable[[], int]) -> int:
        self._check_session()
        return command()

    def _check_session(self) -> None:
        """A socket outlives the session that it was opened with. Raises Refusal."""
        if not selectors.still_signed_in(self.user, self.scope["session"].session_key):
            raise signed_out()

    def _command(self, request: socket_requests.Command) -> Callable[[], int]:
        """The call that gives the seq for `done`."""
        seat, public_id = self.seat, self.public_id
        if seat is None:
            raise not_seated()
        if isinstance(request, socket_requests.Act):
            act, key = request, request.idempotency_key
            return lambda: submit_action(public_id, seat, act.expected_seq, act.action, key).seq
        if isinstance(request, socket_requests.TakeBack):
            expected_seq = request.expected_seq
            return lambda: take_back(public_id, seat, expected_seq).seq
        if isinstance(request, socket_requests.Hint):
            return functools.partial(self._ask_hint, seat, request.expected_seq)
        return lambda: resign(public_id, seat).seq

    def _ask_hint(self, seat: int, expected_seq: int) -> int:
        """Within the API's own limit. Raises Refusal."""
        asker = cast(Request, _Asker(self.user))
        if not HintThrottle().allow_request(asker, cast(APIView, None)):
            raise throttled(gettext_noop("Too many hints; wait a moment."))
        return ask_hint(self.public_id, seat, expected_seq).since

    async def _catch_up(self, since: int | None) -> None:
        """Bring the client from its cursor to now: nothing new is an empty `events` frame, anything new is a `view`.

        The audience is asked for after the frame was made: a seat that was left meanwhile shows its AI's secrets.
        """
        frame, seat = await self._in_thread(self._look)
        while seat != self.seat:
            await self._leave()
            self.seat, since = seat, None
            await self._join()
            frame, seat = await self._in_thread(self._look)
        if since is not None and frame["seq"] == since:
            frame = frames.nothing_new(since)
        await self._send(frame)

    def _look(self) -> tuple[dict[str, Any], int | None]:
        """The `view` frame of the socket's audience, and the audience that it should belong to. Raises Refusal."""
        return selectors.view_for(self.public_id, self.seat), selectors.audience_of(self.public_id, self.user)

    # --- small parts --------------------------------------------------------------------------------------------------
    def _since(self) -> int | None:
        """The cursor that the address names, if it is one."""
        text = parse_qs(self.scope["query_string"].decode("latin-1")).get("since", [""])[0]
        return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None

    async def _join(self) -> None:
        await self.channel_layer.group_add(group_name(self.public_id, self.seat), self.channel_name)

    async def _leave(self) -> None:
        await self.channel_layer.group_discard(group_name(self.public_id, self.seat), self.channel_name)

    async def _in_thread(self, call: Callable[..., T], *arguments: Any) -> T:
        """Run a call that uses the database; what it says is in the socket's language."""
        in_thread = DatabaseSyncToAsync(call, thread_sensitive=False, executor=_threads)
        return cast(T, await in_thread(*arguments))

    def _count(self) -> None:
        now = time.monotonic()
        self.allowance = min(BURST, self.allowance + (now - self.counted_at) * RATE)
        self.counted_at = now
        if self.allowance < 1:
            self.refused += 1
            raise throttled(gettext_noop("Too many frames; wait a moment."))
        self.allowance -= 1

    async def _refuse(self, refusal: Refusal, ref: Any) -> None:
        with translation.override(self.language):
            detail = refusal.detail
        await self._send(
            {
                "type": "error",
                "ref": ref,
                "code": refusal.code,
                "detail": detail,
                "field": refusal.field,
                "seq": refusal.seq,
            }
        )

    async def _send(self, frame: dict[str, Any]) -> None:
        await self.send(frames.encode(frame))
