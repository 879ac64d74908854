"""Sending due messages, at least once.

A message is claimed, sent, and marked as sent in a transaction right after the other side has accepted it. If the
worker dies in between, its lease expires or is ended by another worker on the same machine. The message is then sent
again under the same Message-ID, and counted in `doubts`.

Failures are retried with exponential backoff. Pending messages are found by their due time alone, so that none is lost
with a worker.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from django.db import connection, transaction
from django.db.models import Count, F, Q, Sum

from accounts.notifications import delivery_times
from accounts.notifications import preferences as preferences_of
from accounts.notifications.delivery_channels import CHANNELS, Contents, Failure, Outcome, Sender
from accounts.notifications.models import DEAD, DROPPED, LETTER, SENDING, SENT, UNDONE, WAITING, Notification, Outbox
from accounts.notifications.notification_kinds_and_defaults import EMAIL, KINDS, OFF, TURNS
from accounts.users import addresses
from pyramido_site.infrastructure import process_owners as owners
from pyramido_site.infrastructure.site_clock import now_ms

logger = logging.getLogger(__name__)

LEASE_MS = 120_000
"""Duration of a claim (ms): longer than any send may take."""

KEEP_MS = 90 * 24 * 3600 * 1000
"""Retention (ms) of completed messages and of notifications."""

BATCH = 200

_NO_WORDS = {"to": "", "title": "", "text": ""}


def deliver(channel: str, most: int = BATCH, sender: Callable[[], Sender] | None = None) -> int:
    """Send up to `most` due messages of this channel; return how many were claimed.

    After a failure of the server rather than of a message, the rest waits for the next call.
    """
    dead = _dead(channel)
    claimed = 0
    with (sender or CHANNELS[channel])() as out:
        while claimed < most:
            message = claim(channel, dead)
            if message is None:
                break
            claimed += 1
            if not _send(message, out):
                break
    return claimed


def _dead(channel: str) -> list[str]:
    """Return the owners of claims whose processes no longer exist."""
    claimed = Outbox.objects.filter(channel=channel, state=SENDING).order_by()
    return [owner for owner in claimed.values_list("owner", flat=True).distinct() if owners.is_gone(owner)]


def claim(channel: str, dead: Sequence[str] = ()) -> Outbox | None:
    """Claim a due message, or one claimed by a process in `dead`, for LEASE_MS; return None if there is none."""
    while True:
        now = now_ms()
        with transaction.atomic():
            ready = Q(due_ms__lte=now) | Q(state=SENDING, owner__in=dead)
            due = Outbox.objects.filter(ready, channel=channel, state__in=UNDONE).order_by("due_ms", "pk")
            if connection.features.has_select_for_update_skip_locked:
                due = due.select_for_update(skip_locked=True)
            message = due.first()
            if message is None:
                return None
            lost = message.state == SENDING  # its lease expired: it may have been sent
            mine = Outbox.objects.filter(pk=message.pk, state=message.state, due_ms=message.due_ms).update(
                state=SENDING, owner=owners.myself(), due_ms=now + LEASE_MS,
                attempts=F("attempts") + 1, doubts=F("doubts") + int(lost),
            )  # fmt: skip
        if mine:
            message.refresh_from_db()
            return message


def _send(message: Outbox, out: Sender) -> bool:
    """Send a claimed message; return whether to go on with the next one, False if the server is down."""
    contents = contents_of(message)
    if contents is None:
        _done(message, DROPPED)
        return True
    try:
        outcome = out.send(message, contents)
    except Failure as failure:
        _failed(message, failure)
        return not failure.of_server
    if outcome is Outcome.GONE:
        _done(message, DEAD)
        out.gone(message)
    else:
        _done(message, SENT)
    return True


def contents_of(message: Outbox) -> Contents | None:
    """Return what is still to be sent, or None if nothing is: read by now, switched off, or the account is closed.

    An account that moderators have closed still gets e-mail about that (`NotificationKind.to_closed`).
    """
    user = message.user
    if user is None:
        return None
    if message.channel == LETTER:
        return Contents(user, preferences_of.of(user.pk), [], message.to)
    if not user.is_active and (message.channel != EMAIL or user.deleted_ms is not None):
        return None
    address = addresses.confirmed(user) if message.channel == EMAIL and not user.is_guest else ""
    if message.channel == EMAIL and not address:
        return None
    preferences = preferences_of.of(user.pk)
    notifications: list[Notification] = list(message.notifications.filter(read_ms__isnull=True).order_by("pk"))
    chosen = [
        notification
        for notification in notifications
        if preferences_of.choice(preferences, notification.kind)[message.channel] not in (OFF, False)
        and (user.is_active or KINDS[notification.kind].to_closed)
    ]
    return Contents(user, preferences, _newest_turns(chosen), address) if chosen else None


def _newest_turns(notifications: list[Notification]) -> list[Notification]:
    """Leave out turn notices that a later one about the same game replaces."""
    newest = {one.subject: one.pk for one in notifications if one.kind in TURNS}
    return [one for one in notifications if one.kind not in TURNS or newest[one.subject] == one.pk]


def _done(message: Outbox, state: str) -> None:
    """Mark the message as completed, even if the lease has expired: it was sent."""
    Outbox.objects.filter(pk=message.pk, state__in=UNDONE).update(
        state=state, done_ms=now_ms(), problem="", **_NO_WORDS
    )


def _failed(message: Outbox, failure: Failure) -> None:
    now = now_ms()
    text = str(failure)[:200]
    mine = Outbox.objects.filter(pk=message.pk, state=SENDING, attempts=message.attempts)
    if delivery_times.is_given_up(message.channel, now - message.created_ms, refused=failure.refused):
        mine.update(state=DEAD, done_ms=now, problem=text, **_NO_WORDS)
        logger.warning("a message by %s is given up: %s", message.channel, text)
        return
    wait = delivery_times.wait_ms(message.channel, message.attempts)
    mine.update(state=WAITING, due_ms=now + wait, doubts=F("doubts") + int(failure.in_doubt), problem=text)


def delete_old_messages() -> None:
    """Delete messages and notifications older than KEEP_MS, except those still to be sent."""
    before_ms = now_ms() - KEEP_MS
    Outbox.objects.filter(created_ms__lt=before_ms).exclude(state__in=UNDONE).delete()
    Notification.objects.filter(created_ms__lt=before_ms).exclude(messages__state__in=UNDONE).delete()


def figures() -> dict[str, dict[str, int]]:
    """Return for each channel the number of messages by state, `attempts` and `doubts`.

    `doubts` is an upper bound on the messages that were delivered more than once.
    """
    made: dict[str, dict[str, int]] = {
        channel: {**dict.fromkeys((WAITING, SENDING, SENT, DROPPED, DEAD), 0), "attempts": 0, "doubts": 0}
        for channel in CHANNELS
    }
    rows = Outbox.objects.values("channel", "state").annotate(n=Count("pk"), a=Sum("attempts"), d=Sum("doubts"))
    for row in rows.order_by():
        counts = made[row["channel"]]
        counts[row["state"]] += row["n"]
        counts["attempts"] += row["a"]
        counts["doubts"] += row["d"]
    return made
