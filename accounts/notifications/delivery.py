"""Sending what is due, at least once.

A message is claimed, sent, and marked as sent in the transaction right after the other side has accepted it. Whoever
dies in between leaves a lease that runs out, or that others on the same machine end; then it is sent again, under the
same Message-ID, and counted in `doubts`.
What fails is tried again after a while that doubles each time; what waits is found by its due time alone, so nothing
that a worker loses is lost.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from django.db import connection, transaction
from django.db.models import Count, F, Q, Sum

from accounts.notifications import preferences as preferences_of
from accounts.notifications.delivery_channels import CHANNELS, Contents, Failure, Outcome, Sender
from accounts.notifications.kinds import EMAIL, KINDS, OFF
from accounts.notifications.models import DEAD, DROPPED, LETTER, SENDING, SENT, UNDONE, WAITING, Notification, Outbox
from accounts.users import addresses
from pyramido_site.infrastructure import process_owners as owners
from pyramido_site.infrastructure.site_clock import now_ms

logger = logging.getLogger(__name__)

LEASE_MS = 120_000
"""How long a claim lasts: more than any sending may take."""

FIRST_WAIT_MS = 15_000
KEEP_MS = 90 * 24 * 3600 * 1000
"""How long messages are remembered that are done, and notifications at all."""

BATCH = 200

_NO_WORDS = {"to": "", "title": "", "text": ""}


def deliver(channel: str, most: int = BATCH, sender: Callable[[], Sender] | None = None) -> int:
    """Send up to `most` messages of this channel that are due; gives how many were claimed.

    After a failure of the server, not of a message, the rest waits for the next call.
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
    """Those who have claimed a message and are known to be gone."""
    claimed = Outbox.objects.filter(channel=channel, state=SENDING).order_by()
    return [owner for owner in claimed.values_list("owner", flat=True).distinct() if owners.is_gone(owner)]


def claim(channel: str, dead: Sequence[str] = ()) -> Outbox | None:
    """A message that is due, or was claimed by one of the `dead`, taken for LEASE_MS by this caller alone; None when
    there is none.
    """
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
            lost = message.state == SENDING  # its lease ran out, and nobody knows how far it came
            mine = Outbox.objects.filter(pk=message.pk, state=message.state, due_ms=message.due_ms).update(
                state=SENDING, owner=owners.myself(), due_ms=now + LEASE_MS,
                attempts=F("attempts") + 1, doubts=F("doubts") + int(lost),
            )  # fmt: skip
        if mine:
            message.refresh_from_db()
            return message


def _send(message: Outbox, out: Sender) -> bool:
    """Whether the server is there and the next message may be tried."""
    contents = contents_of(message)
    if contents is None:
        _done(message, DROPPED)
        return True
    try:
        outcome = out.send(message, contents)
    except Failure as failure:
        _failed(message, failure, out.longest_wait_ms)
        return not failure.of_server
    if outcome is Outcome.GONE:
        _done(message, DEAD)
        out.gone(message)
    else:
        _done(message, SENT)
    return True


def contents_of(message: Outbox) -> Contents | None:
    """What is still to be told; None when nothing is: read meanwhile, switched off, the account closed. E-mail goes to
    an account that moderators have closed, too, with what concerns that alone.
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
    return Contents(user, preferences, chosen, address) if chosen else None


def _done(message: Outbox, state: str) -> None:
    """Whoever has sent it says so, even if the lease has run out meanwhile."""
    Outbox.objects.filter(pk=message.pk, state__in=UNDONE).update(
        state=state, done_ms=now_ms(), problem="", **_NO_WORDS
    )


def _failed(message: Outbox, failure: Failure, longest_wait_ms: int) -> None:
    now = now_ms()
    text = str(failure)[:200]
    mine = Outbox.objects.filter(pk=message.pk, state=SENDING, attempts=message.attempts)
    if failure.give_up_after_ms is not None and now - message.created_ms > failure.give_up_after_ms:
        mine.update(state=DEAD, done_ms=now, problem=text, **_NO_WORDS)
        logger.warning("a message by %s is given up: %s", message.channel, text)
        return
    wait = min(FIRST_WAIT_MS * 2 ** min(message.attempts - 1, 20), longest_wait_ms)
    mine.update(state=WAITING, due_ms=now + wait, doubts=F("doubts") + int(failure.in_doubt), problem=text)


def delete_old_messages() -> None:
    """Remove what is older than KEEP_MS, but nothing that is still to be sent."""
    before = now_ms() - KEEP_MS
    Outbox.objects.filter(created_ms__lt=before).exclude(state__in=UNDONE).delete()
    Notification.objects.filter(created_ms__lt=before).exclude(messages__state__in=UNDONE).delete()


def figures() -> dict[str, dict[str, int]]:
    """For each channel: how many messages are in which state, `attempts`, and `doubts`.

    `doubts` is how many messages can have arrived more often than once, at the most.
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
