"""What moderators have decided about an account, and what of it holds now. Nothing here knows of games.

A mute, a time without rated games, a suspension and a ban hold from `at_ms` until `until_ms` (None: for good) unless
they were lifted; a warning holds until its reader has acknowledged it. One whose time is over gets
`lifted_ms = until_ms` when its end is carried out (`end_those_over`). Who is suspended or banned has an inactive
account, which opens no page, socket, stream or API; a signed link lets that person read why, appeal and take the data
away. Times are Unix milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.db.models import Q, QuerySet
from django.urls import reverse

from accounts.sanctions.models import Sanction
from accounts.users.models import User
from pyramido_site.infrastructure.site_clock import now_ms
from pyramido_site.infrastructure.utc import utc_datetime

Kind = Sanction.Kind

CLOSING: Final = (Kind.SUSPENSION, Kind.BAN)
"""Those that make the account inactive."""

LINK_KEPT_MS: Final = 90 * 24 * 3600 * 1000
"""How long a signed link works; signing in gives another."""

IN_FORCE, ENDED, LIFTED = "in_force", "ended", "lifted"

_SALT = "accounts.sanctions"


def impose(user: User, kind: str, reason: str, until_ms: int | None, *, provisional: bool = False) -> Sanction:
    """A new sanction of `user`, in the caller's transaction; a suspension or a ban makes the account inactive."""
    made = Sanction.objects.create(
        user=user, kind=Kind(kind), reason=reason, at_ms=now_ms(), until_ms=until_ms, provisional=provisional
    )
    if made.kind in CLOSING:
        _set_active(user, False)
    return made


def lift(sanction: Sanction) -> None:
    """It holds no more, and the account is active again unless something else closes it. Again, it does nothing."""
    _end(sanction, now_ms())


def confirm(sanction: Sanction, until_ms: int | None) -> bool:
    """A provisional sanction that holds is none any more, and holds until then; whether that was done now."""
    waiting = holding().filter(pk=sanction.pk, provisional=True)
    done = bool(waiting.update(provisional=False, until_ms=until_ms))
    sanction.refresh_from_db()
    return done


def end_if_over(sanction: Sanction) -> bool:
    """Carries out the end of a sanction whose time is over; whether that was done now."""
    over = sanction.until_ms is not None and sanction.until_ms <= now_ms()
    return over and _end(sanction, sanction.until_ms or 0)


def over() -> QuerySet[Sanction]:
    """Those whose time is over and whose end was not carried out yet."""
    return Sanction.objects.filter(until_ms__lte=now_ms(), lifted_ms=None).order_by("until_ms")


@transaction.atomic
def _end(sanction: Sanction, at_ms: int) -> bool:
    user = User.objects.select_for_update(no_key=True).get(pk=sanction.user_id)
    if not Sanction.objects.filter(pk=sanction.pk, lifted_ms=None).update(lifted_ms=at_ms):
        return False
    sanction.lifted_ms = at_ms
    if sanction.kind in CLOSING and user.deleted_ms is None and closing(user) is None:
        _set_active(user, True)
    return True


def _set_active(user: User, active: bool) -> None:
    User.objects.filter(pk=user.pk).update(is_active=active)
    user.is_active = active


def holding() -> QuerySet[Sanction]:
    """What holds now, of everybody."""
    unread = ~Q(kind=Kind.WARNING) | Q(acknowledged_ms=None)
    return Sanction.objects.filter(unread, Q(until_ms=None) | Q(until_ms__gt=now_ms()), lifted_ms=None)


def in_force(user: User) -> list[Sanction]:
    """What holds now, the latest first. One query."""
    return list(holding().filter(user=user).order_by("-at_ms", "-pk"))


def of_user(user: User) -> list[Sanction]:
    """All that was ever decided, the latest first. One query."""
    return list(Sanction.objects.filter(user=user).order_by("-at_ms", "-pk"))


def state(sanction: Sanction) -> str:
    """`in_force`, `ended` (its time is over, or it was a warning that was acknowledged) or `lifted`."""
    if sanction.lifted_ms is not None and (sanction.until_ms is None or sanction.lifted_ms < sanction.until_ms):
        return LIFTED
    if sanction.until_ms is not None and sanction.until_ms <= now_ms():
        return ENDED
    return ENDED if sanction.kind == Kind.WARNING and sanction.acknowledged_ms is not None else IN_FORCE


def of_kind(user: User, kind: str) -> Sanction | None:
    """The one of this kind that holds longest, if any does. One query."""
    found = list(holding().filter(user=user, kind=kind))
    return max(found, key=_length, default=None)


def holds(user_id: int, kind: str) -> bool:
    """Whether a sanction of this kind holds of the user with this row number. One query."""
    return holding().filter(user=user_id, kind=kind).exists()


def is_suspended(user_id: int) -> bool:
    return holds(user_id, Kind.SUSPENSION)


def suspended_until(user_id: int, since_ms: int) -> int | None:
    """When the last suspension ended of those that have ended since; None if none has. One query."""
    ended = Sanction.objects.filter(user=user_id, kind=Kind.SUSPENSION, lifted_ms__gt=since_ms)
    return ended.order_by("-lifted_ms").values_list("lifted_ms", flat=True).first()


def is_muted(user: User) -> bool:
    return holds(user.pk, Kind.MUTE)


def closing(user: User) -> Sanction | None:
    """The suspension or ban because of which the account is inactive; of several the one that holds longest."""
    return max(holding().filter(user=user, kind__in=CLOSING), key=_length, default=None)


def is_banned(user: User) -> bool:
    """Whether the account is closed, as its profile says. No query for one that is active."""
    return not user.is_active and holding().filter(user=user, kind=Kind.BAN).exists()


def banned() -> QuerySet[Sanction, int]:
    """The ids of all who are banned now, for a subquery."""
    return holding().filter(kind=Kind.BAN).order_by().values_list("user_id", flat=True)


def _length(sanction: Sanction) -> float:
    return float("inf") if sanction.until_ms is None else sanction.until_ms


def acknowledge(user: User, public_id: str) -> bool:
    """The user has read it. Again, it changes nothing; whether the user has such a sanction."""
    own = Sanction.objects.filter(user=user, public_id=public_id)
    return bool(own.filter(acknowledged_ms=None).update(acknowledged_ms=now_ms())) or own.exists()


# --- who cannot sign in any more --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Closed:
    """Why nobody gets in with an account: `sanction`, and the path of the page where its person reads it, appeals, and
    takes the data away. Whoever has that path may do so, too.
    """

    sanction: Sanction
    path: str

    @property
    def link(self) -> str:
        return f"{settings.SITE_URL}{self.path}"


def why_closed(user: User) -> Closed | None:
    """None for an account that is open, and for one that was closed by nothing that an appeal could reach."""
    if user.is_active or user.deleted_ms is not None:
        return None
    held = closing(user)
    return None if held is None else Closed(held, appeal_path(user))


def until(sanction: Sanction) -> datetime | None:
    """When it ends (UTC), for the date filters of pages; None: for good."""
    return None if sanction.until_ms is None else utc_datetime(sanction.until_ms)


def appeal_token(user: User) -> str:
    """What lets in, to the own decision alone, whoever cannot sign in any more."""
    return signing.Signer(salt=_SALT).sign(f"{user.public_id}.{now_ms():x}")


def user_of_appeal_token(token: str) -> User | None:
    """Whose token it is. None for a forged or an old one, and once that account is open again or was deleted."""
    try:
        public_id, _dot, at = signing.Signer(salt=_SALT).unsign(token).partition(".")
    except signing.BadSignature:
        return None
    if int(at, 16) + LINK_KEPT_MS < now_ms():
        return None
    return User.objects.filter(public_id=public_id, is_active=False, deleted_ms=None).first()


def appeal_path(user: User) -> str:
    return reverse("closed_account", args=[appeal_token(user)])
