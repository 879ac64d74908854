"""A game's socket: it forwards encoded frames to the client and calls the services for the client's frames."""

from __future__ import annotations

import asyncio
import functools
import json
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar, cast
from urllib.parse import parse_qs

from django.utils import translation
from django.utils.translation import gettext_noop
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.access import callers, scopes, session_condition
from accounts.access.callers import Caller
from accounts.connections.socket import FAILED, NO_CALLER, NOT_UNDERSTOOD, TOO_MANY, Socket
from accounts.connections.watch import TooMany
from accounts.models import User
from engine.newtypes import SeatNumber, Seq
from games.bots.selectors.bot_policies import plays_by_token
from games.chat.services.say import say
from games.computer.services.hint import ask_hint
from games.live.groups import publisher
from games.presenters.rules_pages.paragraphs import address_of
from games.realtime.audience import Audience
from games.record import selectors
from games.record.services.resign import resign
from games.record.services.submit_action import submit_action, submit_on_loop
from games.record.services.take_back import take_back
from games.record.write import WritePrecondition
from games.requests import bodies, problems
from games.requests import frames as socket_requests
from games.requests.refusals import (
    Refusal,
    account_closed,
    fault,
    invalid_token,
    not_authenticated,
    not_seated,
    out_of_scope,
    signed_out,
    throttled,
)
from games.requests.throttles import HintThrottle, SayHourThrottle, SayThrottle
from pyramido_site.infrastructure.channel_layer import LOOK
from pyramido_site.infrastructure.database_faults import log_fault
from pyramido_site.infrastructure.in_thread import in_thread
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.site_clock import now_ms

logger = logging.getLogger(__name__)

T = TypeVar("T")

# Close codes: there is no such game, the game was removed. Those of all sockets are in accounts/connections/socket.py.
NOT_FOUND, GONE = 4404, 4410

LATE_S = 1.0
"""Seconds after which a frame that should follow a command counts as lost."""


@dataclass(frozen=True, slots=True)
class _Asker:
    """The part of a request that the API's rate limits read."""

    user: Any
    method: str = "POST"


class GameConsumer(Socket):
    """A socket in one audience of a game: a seat of the caller, or None for spectators."""

    known_parameters = frozenset({"since"})

    audience: Audience | None = None

    async def opened(self) -> None:
        """Join the game's audience, or close the socket if that is refused."""
        self._accepted: list[tuple[Seq, Any]] = []
        """(seq, ref) of commands whose `done` has not been sent yet."""
        self.public_id: PublicId = self.scope["url_route"]["kwargs"]["public_id"]
        self.audience = Audience(self.public_id, self.caller.user, self.channel_layer, self.channel_name)
        try:
            await self._tell(await self.audience.join(self._since()))
        except Refusal as refusal:
            await self._refuse(refusal, None)
            await self.close({404: NOT_FOUND, 400: NOT_UNDERSTOOD}.get(refusal.status, FAILED))

    async def left(self) -> None:
        """Leave the game's audience."""
        if self.audience is not None:
            await self.audience.leave()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Carry out a frame of the client. Refusals and faults are sent as `error` frames; only OSError is raised."""
        if self.closed:
            return
        ref: Any = None
        try:
            wait_s = self.count(time.monotonic())
            try:
                raw = bodies.parse(text_data if text_data is not None else bytes_data or b"")
                ref = socket_requests.ref_of(raw)
                request = socket_requests.read(raw)
            except Refusal as refusal:
                if wait_s is None:
                    raise await in_thread(selectors.with_seq, refusal, self.public_id, self.caller.user) from None
            if wait_s is not None:
                raise throttled("frames", wait_s, gettext_noop("Too many messages. Try again in a moment."))
            await self._carry_out(request)
        except TooMany as full:
            await self.refuse_one_more(full, ref)
        except Refusal as refusal:
            await self._refuse(refusal, ref)
            if refusal.code in {"signed_out", "invalid_token", "account_closed"}:
                await self.close(NO_CALLER)
            elif self.out_of_patience:
                await self.close(TOO_MANY)
        except OSError:  # the client has gone
            raise
        except Exception as error:  # noqa: BLE001 (logged and reported to the client)
            log_fault(logger, error, f"a frame for game {self.public_id}")
            await self._refuse(fault(error), ref)

    # --- messages of the channel layer ------------------------------------------------------------------------------
    async def _hear(self, message: dict[str, Any]) -> None:
        """Send the frames for a message of the channel layer."""
        if self.closed:
            return
        try:
            await self._tell(await self._present.hear(message))
        except Refusal as refusal:
            await self.close(GONE if refusal.code == "gone" else NOT_FOUND)

    forward = forward_to = reseat = gone = look = _hear

    # --- requests -----------------------------------------------------------------------------------------------------
    async def _carry_out(self, request: socket_requests.Request) -> None:
        """Carry out a frame, and reply. Raise Refusal."""
        if isinstance(request, socket_requests.Ping):
            await self._send({"type": "pong", "ref": request.ref, "server_now_ms": now_ms()})
        elif isinstance(request, socket_requests.Auth):
            await self._authenticate(request)
        elif isinstance(request, socket_requests.Sync):
            if self._present.seat is not None:
                await in_thread(self._check_caller)
            await self._tell(await self._present.catch_up(request.since))
        elif isinstance(request, socket_requests.Say):
            line = await in_thread(self._say, request)
            await self._send({"type": "done", "ref": request.ref, "seq": None, "line": line})
        else:
            seq = await self._act_on_loop(request) if isinstance(request, socket_requests.Act) else None
            if seq is None:
                seq = await in_thread(self._command(request))
            await self._done(request.ref, seq)

    async def _done(self, ref: Any, seq: Seq) -> None:
        """Send `done` after the frame that brings the client to `seq`, which should be on its way."""
        self._accepted.append((seq, ref))
        if seq <= self._present.cursor:
            await self._tell([])
        elif not publisher.breaker.closed():  # the frame was not published
            await self._look_for_frames()
        else:
            asyncio.get_running_loop().call_later(LATE_S, self._look_if_late, seq)

    def _look_if_late(self, seq: Seq) -> None:
        if any(one <= seq for one, _ in self._accepted) and not self.closed:
            self.begin(self._in_turn(self._look_for_frames))

    async def _in_turn(self, do: Callable[[], Awaitable[None]]) -> None:
        async with self.one_at_a_time:
            await do()

    async def _look_for_frames(self) -> None:
        """Send what the client has missed, as the frames were lost, and then `done` for all accepted commands."""
        await self.dispatch(LOOK)
        await self._say_accepted(None)

    async def _say_accepted(self, upto: int | None) -> None:
        """Send `done` for accepted commands up to this seq, or (None) for all."""
        waiting, self._accepted = self._accepted, []
        for seq, ref in waiting:
            if upto is not None and seq > upto:
                self._accepted.append((seq, ref))
            elif not self.closed:
                await self._send({"type": "done", "ref": ref, "seq": seq})

    async def _authenticate(self, request: socket_requests.Auth) -> None:
        """Sign an anonymous socket in with a token, and send what the token's owner sees. Raise Refusal."""
        if self.caller.user is not None:
            raise Refusal(
                409, "already_authenticated", gettext_noop("This socket is already in use by another account.")
            )
        caller = await self.caller_of(request.token)
        if caller is None:
            sentence = await self.why_closed(request.token)
            raise invalid_token() if sentence is None else account_closed(sentence)
        if not caller.may(scopes.GAMES_READ):
            raise out_of_scope(scopes.GAMES_READ)
        self.become(caller)
        await self._send({"type": "done", "ref": request.ref, "seq": None})
        self._present.user = caller.user
        await self._tell(await self._present.catch_up(None))

    def _say(self, request: socket_requests.Say) -> dict[str, Any]:
        """Write a chat line, within the API's rate limits. Raise Refusal."""
        if self.caller.user is None:
            raise not_authenticated()
        self._check_caller(scopes.GAMES_PLAY)
        asker = cast(Request, _Asker(self.caller.user))
        for limit in (SayThrottle, SayHourThrottle):
            limit().allow_request(asker, cast(APIView, None))
        return say(self.caller.user, self.public_id, request.room, request.text, request.idempotency_key)

    def _check_caller(self, need: str = scopes.GAMES_READ) -> None:
        """Raise Refusal if the session or token has ended since the socket was opened, or lacks the scope.
        One query.
        """
        check_caller(self.caller)
        self._check_scope(need)

    def _check_scope(self, need: str) -> None:
        """Raise Refusal if the caller lacks the scope, or is a bot that plays without a token."""
        if not self.caller.may(need):
            raise out_of_scope(need)
        user = self.caller.user
        if self.caller.token is None and user is not None and user.is_bot and scopes.is_playing(need):
            raise plays_by_token()

    def _command(self, request: socket_requests.Command) -> Callable[[], Seq]:
        """Return the call that carries out the command and returns the seq for `done`. Raise Refusal 403
        `not_seated`.
        """
        seat, public_id = self._present.seat, self.public_id
        if seat is None:
            raise not_seated()
        if isinstance(request, socket_requests.Act):
            return functools.partial(self._act, seat, request)
        if isinstance(request, socket_requests.TakeBack):
            expected_seq = request.expected_seq
            return self._if_allowed(lambda: take_back(public_id, seat, expected_seq).seq)
        if isinstance(request, socket_requests.Hint):
            return self._if_allowed(functools.partial(self._ask_hint, seat, request.expected_seq))
        return self._if_allowed(lambda: resign(public_id, seat).seq)

    def _if_allowed(self, command: Callable[[], Seq]) -> Callable[[], Seq]:
        def checked() -> Seq:
            self._check_caller(scopes.GAMES_PLAY)
            return command()

        return checked

    async def _act_on_loop(self, act: socket_requests.Act) -> Seq | None:
        """Carry out the action on the event loop, as is possible for most moves of people. Return None if it needs a
        thread.
        """
        seat, precondition = self._present.seat, self._signed_in()
        if seat is None or precondition is None:
            return None
        self._check_scope(scopes.GAMES_PLAY)
        key = act.idempotency_key
        result = await submit_on_loop(self.public_id, seat, act.expected_seq, act.action, key, precondition)
        return None if result is None else result.seq

    def _act(self, seat: SeatNumber, act: socket_requests.Act) -> Seq:
        """Carry out the action in this thread. Raise Refusal."""
        precondition = self._signed_in()
        if precondition is None:
            self._check_caller(scopes.GAMES_PLAY)
        else:
            self._check_scope(scopes.GAMES_PLAY)
        return submit_action(self.public_id, seat, act.expected_seq, act.action, act.idempotency_key, precondition).seq

    def _signed_in(self) -> WritePrecondition | None:
        """Return the precondition that the session is still valid, which the write checks; None for a caller with a
        token.
        """
        caller = self.caller
        if caller.token is not None or not isinstance(caller.user, User):
            return None
        condition, values = session_condition.signed_in(caller.user, caller.session_key or "")
        return WritePrecondition(condition, values, functools.partial(check_caller, caller))

    def _ask_hint(self, seat: SeatNumber, expected_seq: Seq) -> Seq:
        """Ask for a hint, within the API's rate limit. Raise Refusal."""
        HintThrottle().allow_request(cast(Request, _Asker(self.caller.user)), cast(APIView, None))
        return ask_hint(self.public_id, seat, expected_seq).since

    # --- small parts --------------------------------------------------------------------------------------------------
    @property
    def _present(self) -> Audience:
        assert self.audience is not None  # a socket without an audience was closed
        return self.audience

    def _since(self) -> Seq | None:
        """Return the cursor in the query string, or None. Raise Refusal 400 `malformed`."""
        parameters = parse_qs(self.scope["query_string"].decode("latin-1"), keep_blank_values=True)
        return None if "since" not in parameters else bodies.seq_of(parameters["since"][0])

    async def _refuse(self, refusal: Refusal, ref: Any) -> None:
        """Send a refusal as an `error` frame, in the client's language, with the seq that the client may know."""
        if refusal.seq is not None and self._present.seat is None:
            refusal = await in_thread(selectors.with_seq, refusal, self.public_id, self.caller.user)
        with translation.override(self.language):
            detail = refusal.detail
        rules = None if refusal.game is None else await in_thread(address_of, refusal)
        await self._send(problems.error_frame(refusal, detail, ref, rules))

    async def _tell(self, texts: list[str]) -> None:
        """Send these frames, and `done` for commands whose events they include."""
        for text in texts:
            if not self.closed:
                await self.send(text)
        if self._accepted:
            await self._say_accepted(self._present.cursor)

    async def _send(self, frame: dict[str, Any]) -> None:
        await self.send(json.dumps(frame, ensure_ascii=False))


def check_caller(caller: Caller) -> None:
    """Raise Refusal 401 if the caller's token or session has ended. Anonymous callers pass. One query."""
    if caller.token is not None:
        if callers.ended([caller]):
            raise invalid_token()
    elif isinstance(caller.user, User) and not session_condition.still_signed_in(caller.user, caller.session_key or ""):
        raise signed_out()
