"""The bell in the header: a player's number of unread notifications, updated on open pages when it changes."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from typing import Any

from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.notifications.models import Notification
from accounts.notifications.notification_kinds_and_defaults import TURNS
from accounts.users.models import User
from pyramido_site.infrastructure.publisher import publisher
from pyramido_site.infrastructure.site_clock import now_ms


def group_name(user_id: int) -> str:
    """Return the name of the channel group of a player's open pages."""
    return f"account.{user_id}"


def told(user_id: int) -> QuerySet[Notification]:
    """Return all notifications of this player. The keys of other players' notifications can be the same."""
    return Notification.objects.filter(user_id=user_id)


def shown(user_id: int) -> QuerySet[Notification]:
    """Return the notifications that the bell's page shows."""
    return told(user_id).filter(bell=True)


def unread(user_id: int) -> QuerySet[Notification]:
    """Return the unread notifications that the bell shows."""
    return shown(user_id).filter(read_ms__isnull=True)


def by_key(user_id: int, key: str) -> Notification | None:
    """Return the player's notification with this key, or None."""
    return told(user_id).filter(key=key).first()


def with_keys(user_id: int, keys: Collection[str]) -> QuerySet[Notification]:
    """Return the player's notifications with these keys."""
    return told(user_id).filter(key__in=keys)


def about(user_id: int, subject: str, up_to: int | None = None) -> QuerySet[Notification]:
    """Return the player's notifications about a game: all, or those about its events up to number `up_to`."""
    found = told(user_id).filter(subject=subject)
    return found if up_to is None else found.filter(seq__lte=up_to)


def count(user_id: int) -> int:
    """Return the bell's number: games with something unread, each counted once, and unread matters of no game."""
    about_a_game = ~Q(subject="")
    counted = unread(user_id).aggregate(
        games=Count("subject", distinct=True, filter=about_a_game), others=Count("pk", filter=~about_a_game)
    )
    return int(counted["games"] + counted["others"])


def replace_turns(newest: Notification) -> None:
    """Let the bell show no earlier turn notice about the game than `newest`, if it is one."""
    if newest.bell and newest.kind in TURNS and newest.subject:
        earlier = shown(newest.user_id).filter(subject=newest.subject, kind__in=TURNS, pk__lt=newest.pk)
        earlier.update(bell=False)


def with_its_game(newest: Notification) -> QuerySet[Notification]:
    """Return the notification and those before it about its game that the bell has shown."""
    this, rung = Q(pk=newest.pk), Q(bell=True) | Q(kind__in=TURNS)
    earlier = rung & Q(subject=newest.subject, pk__lt=newest.pk)
    return told(newest.user_id).filter(this | earlier if newest.subject else this)


def frame(user_id: int) -> str:
    """Return the frame with the bell's current count: `{"type": "bell", "unread": 3}`."""
    return json.dumps({"type": "bell", "unread": count(user_id)})


def ring(user_ids: Iterable[int]) -> None:
    """Send the bell's count to the open pages of these players after the commit."""
    players = sorted(set(user_ids))

    def publish() -> None:
        publisher.publish([(group_name(pk), {"type": "forward", "text": frame(pk)}) for pk in players])

    if players:
        transaction.on_commit(publish)


def mark_read(found: QuerySet[Notification]) -> int:
    """Mark these as read, so that pending messages about them are not sent; return how many were unread."""
    with transaction.atomic():
        news = found.filter(read_ms__isnull=True)
        players = set(news.values_list("user_id", flat=True))
        marked = news.update(read_ms=now_ms()) if players else 0
        ring(players)
    return marked


def context(request: HttpRequest) -> dict[str, Any]:
    """Return template context: `bell_unread`, counted only where a template shows it."""
    user = getattr(request, "user", None)
    if not isinstance(user, User):
        return {}
    return {"bell_unread": SimpleLazyObject(lambda: count(user.pk))}
