"""What one account is told, for a socket or a stream: joining, catching up, forwarding.

The cursor is the key of a notification. A player's notifications are written one after the other
(accounts/notifications/services.py), so their order is that of their commits, and whoever goes on after one of them
misses none.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Protocol

from accounts.access import scopes
from accounts.access.callers import Caller
from accounts.notifications import bell
from accounts.notifications import preferences as preferences_of
from accounts.notifications.frames import notification_text
from accounts.notifications.models import Notification
from accounts.users.models import User
from pyramido_site.infrastructure.in_thread import in_thread
from pyramido_site.infrastructure.site_clock import now_ms

PAGE = 200
"""Notifications that are read at a time."""


class UnknownCursor(Exception):
    """The account has no notification with this key (any more)."""


class Games(Protocol):
    """What an account's games add (games/realtime/account_games.py). Its methods read the database."""

    def now(self) -> dict[str, Any]:
        """What the first frame says of them."""

    def note(self, message: dict[str, Any]) -> None:
        """A `turn` message has come."""

    def lost(self) -> list[str]:
        """Frames that should have come and did not."""


def number_of(user_id: int, since: str) -> int:
    """The number behind a cursor; "" is that of whoever has seen nothing. Raises UnknownCursor."""
    if not since:
        return 0
    if not since.isprintable():  # PostgreSQL takes no U+0000, and nobody an unpaired surrogate
        raise UnknownCursor(since)
    try:  # in no order: PostgreSQL might look through all notifications for the first one
        return Notification.objects.values_list("pk", flat=True).get(user_id=user_id, key=since)
    except Notification.DoesNotExist:
        raise UnknownCursor(since) from None


class Feed:
    """Of a caller with a user. What is not about a game is kept from tokens without `account:read`."""

    over = False

    def __init__(self, user: User, caller: Caller, layer: Any, channel: str, games: Games) -> None:
        self.user = user
        self.games = games
        self.cursor = ""
        """The key of the last notification that the client has been sent, or knew."""
        self._number = 0
        self._all = caller.may(scopes.ACCOUNT_READ)
        self._layer = layer
        self._channel = channel

    async def enter(self) -> None:
        """From now on it hears what happens."""
        await self._layer.group_add(bell.group_name(self.user.pk), self._channel)

    async def join(self, since: str | None) -> list[str]:
        """Enter; gives what is known now, and what was told after `since`. Raises UnknownCursor."""
        await self.enter()
        return await self.catch_up(since)

    async def leave(self) -> None:
        await self._layer.group_discard(bell.group_name(self.user.pk), self._channel)

    async def catch_up(self, since: str | None) -> list[str]:
        """The `account` frame, and what was told after `since`. Raises UnknownCursor."""
        first = await in_thread(self._known, since)
        return [first, *(await self.missed() if since is not None else [])]

    async def hear(self, message: dict[str, Any]) -> list[str]:
        """The frames to which a message of the channel layer leads. One that does not join on to the last that was
        seen shows that another was lost.
        """
        if message["type"] == "look":  # the layer was away (pyramido_site/infrastructure/channel_layer.py)
            return await self.look()
        if message["type"] == "told":
            if message["number"] <= self._number:
                return []
            if message["before"] > self._number:
                return await self.missed()
            self._number = message["number"]
            if not (self._all or message["subject"]):
                return []
            self.cursor = message["key"]
        elif message["type"] == "turn":
            self.games.note(message)
        return [str(message["text"])]

    async def look(self) -> list[str]:
        """What was lost on the way, if anything was."""
        return [*await self.missed(), *await in_thread(self.games.lost)]

    async def missed(self) -> list[str]:
        """What was told since the client was last sent something, oldest first."""
        texts: list[str] = []
        while some := await in_thread(self._after, self._number):
            self._number = some[-1][0]
            shown = [(key, text) for _number, key, subject, text in some if self._all or subject]
            if shown:
                self.cursor = shown[-1][0]
                texts += [text for _key, text in shown]
            if len(some) < PAGE:
                break
        return texts

    def ping(self) -> dict[str, Any]:
        return {"type": "ping", "server_now_ms": now_ms(), "cursor": self.cursor}

    def know_all(self) -> None:
        """The client is taken to know whatever was told until now."""
        visible = Notification.objects.filter(user=self.user)
        if not self._all:
            visible = visible.exclude(subject="")
        self._number, self.cursor = visible.order_by("-pk").values_list("pk", "key").first() or (0, "")

    def _known(self, since: str | None) -> str:
        if since is None:
            self.know_all()
        else:
            self._number, self.cursor = number_of(self.user.pk, since), since
        frame = {
            "type": "account",
            "cursor": self.cursor,
            "server_now_ms": now_ms(),
            "unread": bell.unread(self.user.pk).count(),
            **self.games.now(),
        }
        return json.dumps(frame, ensure_ascii=False)

    def _after(self, number: int) -> Sequence[tuple[int, str, str, str]]:
        """(number, key, subject, frame) of the next ones."""
        found = list(Notification.objects.filter(user=self.user, pk__gt=number).order_by("pk")[:PAGE])
        preferences = preferences_of.of(self.user.pk) if found else None
        if preferences is None:
            return []
        return [(one.pk, one.key, one.subject, notification_text(one, preferences)) for one in found]
