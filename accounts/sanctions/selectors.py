"""Sanctions of accounts: which are in force, and why an account is closed. Knows nothing of games.

A mute, a time without rated games, a suspension and a ban are in force from `at_ms` until `until_ms` (None: permanent)
unless lifted; a warning is in force until it is acknowledged. By a signed link the owner of a closed account can read
the reason, appeal and download the data. Times are Unix milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.conf import settings
from django.core import signing
from django.db.models import Q, QuerySet
from django.urls import reverse

from accounts.sanctions.models import Sanction
from accounts.users.models import User
from pyramido_site.infrastructure.site_clock import now_ms
from pyramido_site.infrastructure.utc import utc_datetime

Kind = Sanction.Kind

CLOSING: Final = (Kind.SUSPENSION, Kind.BAN)
"""Kinds that make the account inactive."""

LINK_KEPT_MS: Final = 90 * 24 * 3600 * 1000
"""Validity (ms) of a signed link; signing in creates another."""

IN_FORCE, ENDED, LIFTED = "in_force", "ended", "lifted"

_SALT = "accounts.sanctions"


def over() -> QuerySet[Sanction]:
    """Return sanctions whose time is over but whose end has not been carried out."""
    return Sanction.objects.filter(until_ms__lte=now_ms(), lifted_ms=None).order_by("until_ms")


def holding() -> QuerySet[Sanction]:
    """Return the sanctions in force, of all users."""
    unread = ~Q(kind=Kind.WARNING) | Q(acknowledged_ms=None)
    return Sanction.objects.filter(unread, Q(until_ms=None) | Q(until_ms__gt=now_ms()), lifted_ms=None)


def in_force(user: User) -> list[Sanction]:
    """Return the user's sanctions in force, the latest first. One query."""
    return list(holding().filter(user=user).order_by("-at_ms", "-pk"))


def of_user(user: User) -> list[Sanction]:
    """Return all sanctions of the user, past ones included, the latest first. One query."""
    return list(Sanction.objects.filter(user=user).order_by("-at_ms", "-pk"))


def state(sanction: Sanction) -> str:
    """Return `in_force`, `ended` (its time is over, or it is an acknowledged warning) or `lifted`."""
    if sanction.lifted_ms is not None and (sanction.until_ms is None or sanction.lifted_ms < sanction.until_ms):
        return LIFTED
    if sanction.until_ms is not None and sanction.until_ms <= now_ms():
        return ENDED
    return ENDED if sanction.kind == Kind.WARNING and sanction.acknowledged_ms is not None else IN_FORCE


def of_kind(user: User, kind: str) -> Sanction | None:
    """Return the longest sanction of this kind in force, or None. One query."""
    found = list(holding().filter(user=user, kind=kind))
    return max(found, key=_length, default=None)


def holds(user_id: int, kind: str) -> bool:
    """Whether a sanction of this kind is in force for the user with this primary key. One query."""
    return holding().filter(user=user_id, kind=kind).exists()


def is_suspended(user_id: int) -> bool:
    """Whether the user is suspended. One query."""
    return holds(user_id, Kind.SUSPENSION)


def suspended_until(user_id: int, since_ms: int) -> int | None:
    """Return when the latest suspension that ended after `since_ms` did so, or None. One query."""
    ended = Sanction.objects.filter(user=user_id, kind=Kind.SUSPENSION, lifted_ms__gt=since_ms)
    return ended.order_by("-lifted_ms").values_list("lifted_ms", flat=True).first()


def is_muted(user: User) -> bool:
    """Whether the user is muted. One query."""
    return holds(user.pk, Kind.MUTE)


def closing(user: User) -> Sanction | None:
    """Return the suspension or ban that makes the account inactive, the longest if there are several."""
    return max(holding().filter(user=user, kind__in=CLOSING), key=_length, default=None)


def is_banned(user: User) -> bool:
    """Whether the account is banned, as its profile shows. No query for an active account."""
    return not user.is_active and holding().filter(user=user, kind=Kind.BAN).exists()


def banned() -> QuerySet[Sanction, int]:
    """Return the ids of all banned users, for a subquery."""
    return holding().filter(kind=Kind.BAN).order_by().values_list("user_id", flat=True)


def _length(sanction: Sanction) -> float:
    return float("inf") if sanction.until_ms is None else sanction.until_ms


# --- closed accounts --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Closed:
    """Why an account is closed: `sanction`, and the path of the page where its owner reads it, appeals, and downloads
    the data. The path is a capability: it works for any visitor who knows it.
    """

    sanction: Sanction
    path: str

    @property
    def link(self) -> str:
        """The absolute URL of that page."""
        return f"{settings.SITE_URL}{self.path}"


def why_closed(user: User) -> Closed | None:
    """Return why the account is closed; None if it is open, deleted, or inactive without a sanction."""
    if user.is_active or user.deleted_ms is not None:
        return None
    held = closing(user)
    return None if held is None else Closed(held, appeal_path(user))


def until(sanction: Sanction) -> datetime | None:
    """Return when the sanction ends (UTC), for date filters of templates; None if it is permanent."""
    return None if sanction.until_ms is None else utc_datetime(sanction.until_ms)


def appeal_token(user: User) -> str:
    """Return a token by which a user who cannot sign in reaches their own decision, and nothing else."""
    return signing.Signer(salt=_SALT).sign(f"{user.public_id}.{now_ms():x}")


def user_of_appeal_token(token: str) -> User | None:
    """Return the user of the token; None if it is forged or expired, or the account is open again or deleted."""
    try:
        public_id, _dot, at = signing.Signer(salt=_SALT).unsign(token).partition(".")
    except signing.BadSignature:
        return None
    if int(at, 16) + LINK_KEPT_MS < now_ms():
        return None
    return User.objects.filter(public_id=public_id, is_active=False, deleted_ms=None).first()


def appeal_path(user: User) -> str:
    """Return the path of the page of a closed account."""
    return reverse("closed_account", args=[appeal_token(user)])
