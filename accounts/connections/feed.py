"""The notifications of one account, for a socket or a stream: joining, catching up, forwarding.

The cursor is the key of a notification. Notifications of one player are written one at a time
(accounts/notifications/services.py), so their ids are in order of commit, and reading on from one misses none.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Protocol

from accounts.access import scopes
from accounts.access.callers import Caller
from accounts.notifications import bell
from accounts.notifications import preferences as preferences_of
from accounts.notifications.models import Notification
from accounts.notifications.rendering import notification_text
from accounts.users.models import User
from pyramido_site.infrastructure.in_thread import in_thread
from pyramido_site.infrastructure.site_clock import now_ms

PAGE = 200
"""Notifications read at a time."""


class UnknownCursor(Exception):
    """The account has no notification with this key, or no longer."""


class Games(Protocol):
    """What an account's games add to its feed (games/realtime/account_games.py). The methods read the database."""

    def now(self) -> dict[str, Any]:
        """Return the fields for the first frame."""

    def note(self, message: dict[str, Any]) -> None:
        """Note a `turn` message that has arrived."""

    def lost(self) -> list[str]:
        """Return frames that should have arrived but did not."""


def number_of(user_id: int, since: str) -> int:
    """Return the id of the notification with this key; 0 for "", the cursor before the first notification.

    Raise UnknownCursor if the user has none with this key.
    """
    if not since:
        return 0
    if not since.isprintable():  # PostgreSQL cannot store U+0000, and no client can send an unpaired surrogate
        raise UnknownCursor(since)
    try:  # unordered: ordered, PostgreSQL might scan all notifications for the first
        return Notification.objects.values_list("pk", flat=True).get(user_id=user_id, key=since)
    except Notification.DoesNotExist:
        raise UnknownCursor(since) from None


class Feed:
    """The feed of a caller with a user. A token without `account:read` only gets notifications about games."""

    over = False

    def __init__(self, user: User, caller: Caller, layer: Any, channel: str, games: Games) -> None:
        self.user = user
        self.games = games
        self.cursor = ""
        """Key of the last notification that the client was sent, or knew."""
        self._number = 0
        self._all = caller.may(scopes.ACCOUNT_READ)
        self._layer = layer
        self._channel = channel

    async def enter(self) -> None:
        """Start to receive messages."""
        await self._layer.group_add(bell.group_name(self.user.pk), self._channel)

    async def join(self, since: str | None) -> list[str]:
        """Enter; return the `account` frame and all notifications after `since`. Raise UnknownCursor."""
        await self.enter()
        return await self.catch_up(since)

    async def leave(self) -> None:
        """Stop receiving messages."""
        await self._layer.group_discard(bell.group_name(self.user.pk), self._channel)

    async def catch_up(self, since: str | None) -> list[str]:
        """Return the `account` frame and all notifications after `since`. Raise UnknownCursor."""
        first = await in_thread(self._known, since)
        return [first, *(await self.missed() if since is not None else [])]

    async def hear(self, message: dict[str, Any]) -> list[str]:
        """Return the frames for a message of the channel layer, and for any
        message lost before it: each names its predecessor.
        """
        if message["type"] == "look":  # the layer lost its connection (pyramido_site/infrastructure/channel_layer.py)
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
        """Return the frames of messages that were lost, if any."""
        return [*await self.missed(), *await in_thread(self.games.lost)]

    async def missed(self) -> list[str]:
        """Return the notifications since the last one that was sent to the client, oldest first."""
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
        """Return a `ping` frame with the cursor."""
        return {"type": "ping", "server_now_ms": now_ms(), "cursor": self.cursor}

    def know_all(self) -> None:
        """Assume that the client knows all notifications up to now."""
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
            "unread": bell.count(self.user.pk),
            **self.games.now(),
        }
        return json.dumps(frame, ensure_ascii=False)

    def _after(self, number: int) -> Sequence[tuple[int, str, str, str]]:
        """Return (id, key, subject, frame) of the next page after the id `number`."""
        found = list(Notification.objects.filter(user=self.user, pk__gt=number).order_by("pk")[:PAGE])
        preferences = preferences_of.of(self.user.pk) if found else None
        if preferences is None:
            return []
        return [(one.pk, one.key, one.subject, notification_text(one, preferences)) for one in found]
