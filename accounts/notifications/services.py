"""Telling players that something has happened: the one door for everybody who has something to tell.

What is told is stored in one transaction with the messages that each player's matrix asks for. Sending them is the
workers' (accounts/notifications/delivery.py), and what a worker loses is found again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.db import transaction
from django.db.models import Q

from accounts.notifications import bell, frames
from accounts.notifications import preferences as preferences_of
from accounts.notifications.kinds import AT_ONCE, BELL, DIGEST, EMAIL, KINDS, PUSH, WEBHOOK, Kind
from accounts.notifications.models import WAITING, Notification, Outbox, Preferences
from accounts.users import addresses
from accounts.users.models import User
from pyramido_site.infrastructure.publisher import publisher
from pyramido_site.infrastructure.site_clock import now_ms

GATHER_MS = 20_000
"""How long an e-mail waits for more to tell."""

KEY_LENGTH, SUBJECT_LENGTH = 120, 16


def tell(
    kind: str,
    user_ids: Iterable[int],
    *,
    subject: str = "",
    key: str,
    data: dict[str, Any] | None = None,
    players: Mapping[int, str] | None = None,
) -> list[Notification]:
    """Tell these users; whoever has been told this `key` before is passed over. Gives the notifications that are new.

    `kind` is one of `accounts.notifications.kinds.KINDS`, whose `needs` say which texts `data` must hold: `game` is the
    game's English title (translated for each reader), `who` a player's name. `deadline_ms` may be there, too. `subject`
    is the public id of the game, or "". `key` says which event it is, like `your_turn:p3Xk9QvT2mWz:12`. `players` are
    the names of those who sit at the game: everybody is told those of the others (`data["with"]`). Raises ValueError
    for what cannot be told; nothing is stored then. Users who are inactive or gone are passed over, but for what
    concerns an account that moderators have closed (`Kind.to_closed`).
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
            notification = _tell_one(known, user, subject, key, said, by_mail=user.has_confirmed and not user.is_guest)
            if notification is not None:
                told.append(notification)
        bell.ring(notification.user_id for notification in told if notification.bell)
    return told


def _tell_one(
    kind: Kind, user: User, subject: str, key: str, data: dict[str, Any], *, by_mail: bool
) -> Notification | None:
    preferences, _ = Preferences.objects.select_for_update().get_or_create(user=user)  # one after the other for each
    if Notification.objects.filter(user=user, key=key).exists():
        return None
    choice = preferences_of.choice(preferences, kind.name)
    before = Notification.objects.filter(user=user).order_by("-pk").values_list("pk", flat=True).first() or 0
    notification = Notification.objects.create(
        user=user, kind=kind.name, subject=subject, key=key, data=data, bell=choice[BELL], created_ms=now_ms()
    )
    transaction.on_commit(lambda: publisher.publish([frames.message(notification, preferences, before)]), robust=True)
    now = notification.created_ms
    if by_mail and choice[EMAIL] in (AT_ONCE, DIGEST):
        digest = choice[EMAIL] == DIGEST
        due_ms = preferences_of.next_digest_ms(preferences, now) if digest else now + GATHER_MS
        _put(notification, EMAIL, due_ms, digest=digest)
    if choice[PUSH]:
        for device in user.push_devices.all():
            _put(notification, PUSH, now, device=device)
    if choice[WEBHOOK] and not user.is_guest:
        for webhook in user.webhooks.all():
            _put(notification, WEBHOOK, now, webhook=webhook)
    return notification


def _put(notification: Notification, channel: str, due_ms: int, **where: Any) -> None:
    """Into the message that waits already, if none of it can have been sent; otherwise into a new one.

    A webhook gets each notification by itself.
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
    message.notifications.add(notification)


def forget(
    user_ids: Collection[int],
    *,
    subject: str,
    kinds: Collection[str] = (),
    key_prefix: str = "",
    but: Collection[str] = (),
) -> int:
    """What these users were told about `subject` does not matter any more; gives how many notifications that were.

    They count as read, so that what has not been sent yet is not sent. `kinds` and `key_prefix` narrow it down: who
    has taken the turn needs no mail about it (`kinds=("your_turn", "time_running_out")`). The keys of `but` stay.
    """
    found = Notification.objects.filter(user_id__in=user_ids, subject=subject)
    if kinds:
        found = found.filter(kind__in=kinds)
    if key_prefix:
        found = found.filter(key__startswith=key_prefix)
    if but:
        found = found.exclude(key__in=but)
    return bell.mark_read(found)
