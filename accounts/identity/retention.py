"""For how long what is kept about people is kept: the one place, for the task that removes it
(games.people.services.retention), the privacy page and docs/privacy.md. Messages, keys and marks are removed where they
are made, as their tests compare.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, Model, OuterRef, QuerySet
from django.db.models.deletion import PROTECT

from accounts.identity import names_taken
from accounts.sanctions import address_digests
from accounts.users.models import User
from pyramido_site.infrastructure.site_clock import now_ms
from pyramido_site.infrastructure.utc import utc_datetime

DAY_MS: Final = 24 * 3600 * 1000

DAYS: Final = {
    "notifications": 90,
    "marks": 90,
    "guests": 30,
    "seeks": 90,
    "invitations": 90,
    "plans": 30,
    "keys": 30,
    "evidence": 365,
    "signals": 365,
    "addresses": 730,
    "names": 365,
}
"""What it is → after so many days it goes, or is emptied (docs/privacy.md says which, and counted from when)."""

BATCH: Final = 500
"""Rows that go in one transaction."""
MOST: Final = 200
"""Batches of one kind in one round; the rest is the next round's."""


def before_ms(what: str) -> int:
    """What is older than this is kept no more."""
    return now_ms() - DAYS[what] * DAY_MS


def in_batches(rows: QuerySet[Any], do: Callable[[QuerySet[Any]], object]) -> int:
    """Let `do` have all rows, a bounded number at a time; afterwards they must not be among `rows` any more. Gives how
    many they were.
    """
    model: type[Model] = rows.model
    done = 0
    for _ in range(MOST):
        with transaction.atomic():
            keys = list(rows.order_by("pk").values_list("pk", flat=True)[:BATCH])
            if keys:
                do(model._base_manager.filter(pk__in=keys))
        done += len(keys)
        if len(keys) < BATCH:
            break
    return done


def delete(rows: QuerySet[Any]) -> int:
    """Remove them all, with what hangs on them."""
    return in_batches(rows, lambda some: some.delete())


def delete_expired_personal_data() -> dict[str, int]:
    """Everything that accounts keep and whose time is over; gives how much of it went. Again, it does nothing."""
    return {
        "sessions": delete(Session.objects.filter(expire_date__lt=utc_datetime(now_ms()))),
        "places": delete(_ended_sessions()),
        "addresses": address_digests.delete_old_digests(),
        "names": names_taken.delete_old_resting_names(),
        "guests": delete(idle_guests()),
    }


def _ended_sessions() -> QuerySet[UserSession]:
    """Where somebody was signed in: what the list of sessions shows, without its session."""
    lasting = Session.objects.filter(session_key=OuterRef("session_key"))
    ended: QuerySet[UserSession] = UserSession.objects.filter(~Exists(lasting))
    return ended.filter(created_at__lt=utc_datetime(now_ms() - DAY_MS))


def idle_guests() -> QuerySet[User]:
    """Guests who came long ago and have left nothing that must stay: no seat, no word, no report."""
    guests = User.objects.filter(is_guest=True, date_joined__lt=utc_datetime(before_ms("guests")))
    for relation in User._meta.get_fields(include_hidden=True):
        if getattr(relation, "on_delete", None) is PROTECT:
            field = relation.field  # type: ignore[union-attr]
            guests = guests.exclude(Exists(field.model._base_manager.filter(**{field.name: OuterRef("pk")})))
    return guests
