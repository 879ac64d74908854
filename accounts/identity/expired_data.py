"""Deletion of personal data of accounts whose retention (accounts.identity.retention_periods) is over, in batches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, Model, OuterRef, QuerySet
from django.db.models.deletion import PROTECT

from accounts.identity import reserved_former_names
from accounts.identity.retention_periods import DAY_MS, before_ms
from accounts.sanctions import address_digests
from accounts.users.models import User
from pyramido_site.infrastructure.site_clock import now_ms
from pyramido_site.infrastructure.utc import utc_datetime

BATCH: Final = 500
"""Rows deleted in one transaction."""
MOST: Final = 200
"""Batches of one kind in one run; the next run continues."""


def in_batches(rows: QuerySet[Any], do: Callable[[QuerySet[Any]], object]) -> int:
    """Apply `do` to all rows, BATCH at a time; return how many there were. Afterwards they must not match `rows`."""
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
    """Delete the rows in batches, with all that cascades; return how many there were."""
    return in_batches(rows, lambda some: some.delete())


def delete_expired_personal_data() -> dict[str, int]:
    """Delete expired personal data of accounts; return the number of rows by kind. Idempotent."""
    return {
        "sessions": delete(Session.objects.filter(expire_date__lt=utc_datetime(now_ms()))),
        "places": delete(_ended_sessions()),
        "addresses": address_digests.delete_old_digests(),
        "names": reserved_former_names.delete_old_resting_names(),
        "guests": delete(idle_guests()),
    }


def _ended_sessions() -> QuerySet[UserSession]:
    """Return the entries of session lists whose sessions no longer exist."""
    lasting = Session.objects.filter(session_key=OuterRef("session_key"))
    ended: QuerySet[UserSession] = UserSession.objects.filter(~Exists(lasting))
    return ended.filter(created_at__lt=utc_datetime(now_ms() - DAY_MS))


def idle_guests() -> QuerySet[User]:
    """Return guests past their retention without rows that must stay: no seats, chat lines or reports."""
    guests = User.objects.filter(is_guest=True, date_joined__lt=utc_datetime(before_ms("guests")))
    for relation in User._meta.get_fields(include_hidden=True):
        if getattr(relation, "on_delete", None) is PROTECT:
            field = relation.field  # type: ignore[union-attr]
            guests = guests.exclude(Exists(field.model._base_manager.filter(**{field.name: OuterRef("pk")})))
    return guests
