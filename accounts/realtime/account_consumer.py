"""The socket of a player's open page or program: the bell and the player's notifications."""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext_noop

from accounts.access.callers import MOST_CHARACTERS
from accounts.connections.feed import Feed, Games, UnknownCursor
from accounts.connections.socket import NO_CALLER, NOT_UNDERSTOOD, TOO_MANY, Socket
from accounts.connections.watch import INVALID_TOKEN, TooMany
from accounts.notifications import bell
from accounts.users.models import User
from pyramido_site.infrastructure.in_thread import in_thread
from pyramido_site.infrastructure.site_clock import now_ms

PATIENCE_S = 10.0
"""Time (s) within which an anonymous client must send a token."""

MOST_OF_A_FRAME, MOST_OF_A_REF = 2000, 64
"""Longest frame and longest `ref`, in characters."""

UNKNOWN_CURSOR = gettext_noop("No notification has this key.")
TOO_MANY_FRAMES = gettext_noop("Too many messages. Try again in a moment.")
BELONGS = gettext_noop("This socket is already in use by another account.")


class AccountConsumer(Socket):
    """Sends the bell on joining and after each change, and a frame for each notification.

    `games` creates what an account's games add.
    """

    feed: Feed | None = None
    waiting: asyncio.TimerHandle | None = None

    def __init__(self, games: Callable[[User], Games]) -> None:
        super().__init__()
        self.games = games

    async def opened(self) -> None:
        """Join the feed of a signed-in caller; otherwise wait for a token."""
        if self.caller.user is not None:
            await self._begin(self.caller.user)
        elif settings.SESSION_COOKIE_NAME in self.scope.get("cookies", {}):
            await self.close(NO_CALLER)  # its session has ended
        else:
            self.waiting = asyncio.get_running_loop().call_later(PATIENCE_S, self._end, INVALID_TOKEN)

    async def left(self) -> None:
        """Leave the feed."""
        if self.waiting is not None:
            self.waiting.cancel()
        if self.feed is not None:
            await self.feed.leave()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Handle a frame of the client: `ping`, `auth` or `sync`."""
        if self.closed:
            return
        frame = _read(text_data)
        if frame is None or (self.feed is None and frame["type"] != "auth"):
            await self.close(NOT_UNDERSTOOD if self.feed is not None else NO_CALLER)
            return
        ref = frame.get("ref")
        wait_s = self.count(time.monotonic())
        if wait_s is not None:
            with translation.override(self.language):
                sentence = translation.gettext(TOO_MANY_FRAMES)
            await self.refuse(ref, "throttled", sentence, limit="frames", retry_after_ms=math.ceil(1000 * wait_s))
            if self.out_of_patience:
                await self.close(TOO_MANY)
        elif frame["type"] == "ping":
            await self._send({"type": "pong", "ref": ref, "server_now_ms": now_ms()})
        elif frame["type"] == "auth":
            await self._authenticate(frame["token"], ref)
        elif self.feed is not None:
            try:
                await self._tell(await self.feed.catch_up(frame["since"]))
            except UnknownCursor:
                await self.say_no(ref, "unknown_cursor", UNKNOWN_CURSOR, field="since")

    async def _authenticate(self, token: str, ref: Any) -> None:
        if self.feed is not None:
            await self.say_no(ref, "already_authenticated", BELONGS)
            return
        try:
            admitted = await self.admit(token, ref)
        except TooMany as full:
            await self.refuse_one_more(full, ref)
            return
        if admitted and self.caller.user is not None:
            if self.waiting is not None:
                self.waiting.cancel()
            await self._send({"type": "done", "ref": ref})
            await self._begin(self.caller.user)

    async def _begin(self, user: User) -> None:
        self.feed = Feed(user, self.caller, self.channel_layer, self.channel_name, self.games(user))
        await self.feed.enter()
        await in_thread(self.feed.know_all)
        await self._tell([await in_thread(bell.frame, user.pk)])

    async def _hear(self, message: dict[str, Any]) -> None:
        if self.feed is not None and not self.closed:
            await self._tell(await self.feed.hear(message))

    forward = told = turn = look = _hear

    async def _tell(self, texts: list[str]) -> None:
        for text in texts:
            if not self.closed:
                await self.send(text)

    async def _send(self, frame: dict[str, Any]) -> None:
        await self.send(json.dumps(frame))


def _read(text: str | None) -> dict[str, Any] | None:
    """Return a client's frame, or None if it is malformed."""
    try:
        frame = json.loads(text or "") if len(text or "") <= MOST_OF_A_FRAME else None
    except (ValueError, RecursionError):
        return None
    if not isinstance(frame, dict) or not _is_ref(frame.get("ref")):
        return None
    fields = frame.keys() - {"type", "ref"}
    if frame.get("type") == "ping" and not fields:
        return frame
    if frame.get("type") == "sync" and fields == {"since"} and isinstance(frame["since"], str | None):
        return frame
    if frame.get("type") == "auth" and fields == {"token"} and isinstance(frame["token"], str):
        return frame if 0 < len(frame["token"]) <= MOST_CHARACTERS else None
    return None


def _is_ref(value: Any) -> bool:
    """Whether the value can be echoed, as the `ref` of a game's socket can (games.requests.bodies.Ref)."""
    if isinstance(value, str):
        return len(value) <= MOST_OF_A_REF and value.isprintable()  # unpaired surrogates cannot be sent
    return value is None or (isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53)
