"""Telling players of events: the one entry point for all rooms.

A notification is stored in one transaction with the messages that each player's preferences ask for. Workers send them
(accounts/notifications/delivery.py); messages lost by a worker are found again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.db import transaction
from django.db.models import Q

from accounts.notifications import bell, rendering
from accounts.notifications import preferences as preferences_of
from accounts.notifications.delivery_times import GATHER_MS, SHOWN_MS, next_digest_ms
from accounts.notifications.models import WAITING, Notification, Outbox, Preferences
from accounts.notifications.notification_kinds_and_defaults import (
    AT_ONCE,
    BELL,
    DIGEST,
    EMAIL,
    KINDS,
    PUSH,
    WEBHOOK,
    NotificationKind,
)
from accounts.users import addresses
from accounts.users.models import User
from pyramido_site.infrastructure.publisher import publisher
from pyramido_site.infrastructure.site_clock import now_ms

KEY_LENGTH, SUBJECT_LENGTH = 120, 16


def tell(
    kind: str,
    user_ids: Iterable[int],
    *,
    subject: str = "",
    key: str,
    data: dict[str, Any] | None = None,
    players: Mapping[int, str] | None = None,
    seq: int | None = None,
) -> list[Notification]:
    """Notify these users; return the new notifications. Users who already have one with this `key` are skipped.

    `kind` is one of `accounts.notifications.notification_kinds_and_defaults.KINDS`; its `needs` name the texts that
    `data` must hold: `game` is the game's English title (translated for each reader), `who` a player's name. `data` may
    also hold `deadline_ms`.
    `subject` is the public id of the game, or "". `key` identifies the event, like `your_turn:p3Xk9QvT2mWz:12`.
    `players` maps the users seated at the game to their names; each is told the names of the others (`data["with"]`).
    `seq` is the event of the game's log that this tells of: pages that have shown it mark the notification as read.

    Deleted users are skipped, and so are inactive ones, except for kinds that closed accounts still get
    (`NotificationKind.to_closed`). Raise ValueError, with nothing stored, if kind, key, subject or data are invalid.
    """
    known = KINDS.get(kind)
    if known is None:
        raise ValueError(f"there is no kind of notification {kind!r}; known are {', '.join(KINDS)}")
    if not 0 < len(key) <= KEY_LENGTH:
        raise ValueError(f"the key of a notification has 1 to {KEY_LENGTH} characters; this is {key!r}")
    if len(subject) > SUBJECT_LENGTH:
        raise ValueError(f"the subject of a notification is the public id of a game, or empty; this is {subject!r}")
    data = data or {}
    known.check(data)
    told = []
    with transaction.atomic():
        reached = Q(is_active=True) | Q(deleted_ms=None) if known.to_closed else Q(is_active=True)
        users = User.objects.filter(reached, pk__in=set(user_ids)).annotate(has_confirmed=addresses.HAS_CONFIRMED)
        for user in users.order_by("pk"):
            others = [name for pk, name in (players or {}).items() if pk != user.pk]
            said = {**data, "with": others} if others else data
            by_mail = user.has_confirmed and not user.is_guest
            notification = _tell_one(known, user, subject, key, said, seq, by_mail=by_mail)
            if notification is not None:
                told.append(notification)
        bell.ring(notification.user_id for notification in told if notification.bell)
    return told


def _tell_one(
    kind: NotificationKind, user: User, subject: str, key: str, data: dict[str, Any], seq: int | None, *, by_mail: bool
) -> Notification | None:
    preferences, _ = Preferences.objects.select_for_update().get_or_create(user=user)  # serialised by user
    if Notification.objects.filter(user=user, key=key).exists():
        return None
    choice = preferences_of.choice(preferences, kind.name)
    previous = Notification.objects.filter(user=user).order_by("-pk").values_list("pk", flat=True).first() or 0
    notification = Notification.objects.create(
        user=user, kind=kind.name, subject=subject, key=key, data=data, seq=seq, bell=choice[BELL], created_ms=now_ms()
    )
    bell.replace_turns(notification)
    transaction.on_commit(
        lambda: publisher.publish([rendering.message(notification, preferences, previous)]), robust=True
    )
    now = notification.created_ms
    if by_mail and choice[EMAIL] in (AT_ONCE, DIGEST):
        digest = choice[EMAIL] == DIGEST
        zone = preferences_of.zone_of(preferences)
        due_ms = next_digest_ms(preferences.digest_minute, zone, now) if digest else now + GATHER_MS
        _put(notification, EMAIL, due_ms, digest=digest)
    if choice[PUSH]:
        for device in user.push_devices.all():
            _put(notification, PUSH, now + SHOWN_MS, device=device)
    if choice[WEBHOOK] and not user.is_guest:
        for webhook in user.webhooks.all():
            _put(notification, WEBHOOK, now + SHOWN_MS, webhook=webhook)
    return notification


def _put(notification: Notification, channel: str, due_ms: int, **where: Any) -> None:
    """Add the notification to a waiting message if none of it can have been sent, otherwise to a new one.

    A message waits until a page may have said that it has shown the latest of it (`SHOWN_MS`). A webhook gets each
    notification by itself.
    """
    message = None
    if channel != WEBHOOK:
        user = notification.user_id
        waiting = Outbox.objects.filter(user_id=user, channel=channel, state=WAITING, doubts=0, **where)
        message = waiting.select_for_update(skip_locked=True).order_by("pk").first()
    if message is None:
        message = Outbox.objects.create(
            user_id=notification.user_id, channel=channel, due_ms=due_ms, created_ms=notification.created_ms, **where
        )
    elif message.due_ms < notification.created_ms + SHOWN_MS:
        message.due_ms = notification.created_ms + SHOWN_MS
        message.save(update_fields=["due_ms"])
    message.notifications.add(notification)


def forget(
    user_ids: Collection[int],
    *,
    subject: str,
    kinds: Collection[str] = (),
    key_prefix: str = "",
    but: Collection[str] = (),
) -> int:
    """Mark notifications about `subject` as obsolete; return how many were unread.

    They count as read, so pending messages about them are not sent. `kinds` and `key_prefix` narrow them down: a player
    who has taken the turn needs no mail about it (`kinds=("your_turn", "time_running_out")`). Keys in `but` stay.
    """
    found = Notification.objects.filter(user_id__in=user_ids, subject=subject)
    if kinds:
        found = found.filter(kind__in=kinds)
    if key_prefix:
        found = found.filter(key__startswith=key_prefix)
    if but:
        found = found.exclude(key__in=but)
    return bell.mark_read(found)
