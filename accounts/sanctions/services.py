"""Sanctions of accounts: imposing, lifting, confirming, ending and acknowledging them. Knows nothing of games.

When a sanction's time is over, `end_if_over` carries out its end and sets `lifted_ms = until_ms`. A suspended or banned
account is inactive: no page, socket, stream or API accepts it. Times are Unix milliseconds.
"""

from __future__ import annotations

from django.db import transaction

from accounts.sanctions.models import Sanction
from accounts.sanctions.selectors import CLOSING, Kind, closing, holding
from accounts.users.models import User
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.site_clock import now_ms


def impose(user: User, kind: str, reason: str, until_ms: int | None, *, provisional: bool = False) -> Sanction:
    """Impose a sanction, in the caller's transaction; a suspension or ban makes the account inactive."""
    made = Sanction.objects.create(
        user=user, kind=Kind(kind), reason=reason, at_ms=now_ms(), until_ms=until_ms, provisional=provisional
    )
    if made.kind in CLOSING:
        _set_active(user, False)
    return made


def lift(sanction: Sanction) -> None:
    """Lift the sanction; the account becomes active again unless another sanction closes it. Idempotent."""
    _end(sanction, now_ms())


def confirm(sanction: Sanction, until_ms: int | None) -> bool:
    """Confirm a provisional sanction that is in force, until `until_ms`; return whether this call did it."""
    waiting = holding().filter(pk=sanction.pk, provisional=True)
    done = bool(waiting.update(provisional=False, until_ms=until_ms))
    sanction.refresh_from_db()
    return done


def end_if_over(sanction: Sanction) -> bool:
    """Carry out the end of a sanction whose time is over; return whether this call did it."""
    over = sanction.until_ms is not None and sanction.until_ms <= now_ms()
    return over and _end(sanction, sanction.until_ms or 0)


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


def acknowledge(user: User, public_id: PublicId) -> bool:
    """Mark the user's sanction as read; return False if the user has no such sanction. Idempotent."""
    own = Sanction.objects.filter(user=user, public_id=public_id)
    return bool(own.filter(acknowledged_ms=None).update(acknowledged_ms=now_ms())) or own.exists()
