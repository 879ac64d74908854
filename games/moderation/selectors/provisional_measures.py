"""Provisional measures: what the only moderator may do in spite of a game shared with the player, and for how long.

They lapse after 72 hours unless another moderator confirms them (games.moderation.services.confirm_provisional).
"""

from __future__ import annotations

from typing import Final

from django.db.models import QuerySet
from django.utils.translation import gettext_noop

from accounts.models import User
from accounts.sanctions import selectors as sanctions
from games.moderation.models import ModerationDecision
from games.moderation.selectors import dossiers, roles
from games.requests.refusals import Refusal
from games.time.clocks import DAY_MS, HOUR_MS
from pyramido_site.infrastructure.site_clock import now_ms

Action = ModerationDecision.Action

PROVISIONAL: Final = (Action.MUTE, Action.SUSPENSION)
"""Measures that the only moderator may take provisionally in spite of a shared game."""
PROVISIONAL_MS: Final = 72 * HOUR_MS
"""Time (ms) after which a provisional measure lapses unless another moderator confirms it."""
ONCE_MS: Final = 30 * DAY_MS
"""Time (ms) in which a provisional measure may not be repeated about the same user. One that its author withdraws may
be made anew, and then lapses when the first one would have.
"""


def is_only_moderator(by: User) -> bool:
    """Return whether no other active account works at the desk."""
    return roles.is_moderator(by) and not roles.moderators().exclude(pk=by.pk).exists()


def lapse_of(by: User, action: Action, user: User, refusal: Refusal | None) -> int:
    """Return when a provisional measure lapses (ms). Raise Refusal unless it may be provisional, needs to be, and `by`
    is the only moderator.
    """
    if action not in PROVISIONAL:
        template = gettext_noop("Only a mute or a suspension can be provisional.")
        raise Refusal(422, "not_provisional", template, field="provisional")
    if refusal is None:
        template = gettext_noop("You can act on this player directly; no provisional action is needed.")
        raise Refusal(422, "not_provisional", template, field="provisional")
    if not is_only_moderator(by):
        raise refusal
    now = now_ms()
    before = ModerationDecision.objects.filter(
        by=by, action=action, user=user, at_ms__gt=now - ONCE_MS, data__provisional=True
    )
    first = before.order_by("at_ms").first()
    lapses_ms = (now if first is None else first.at_ms) + PROVISIONAL_MS
    if before.filter(undone_by=None).exists() or lapses_ms <= now:
        template = gettext_noop(
            "You already took this provisional action against this player in the last %(days)s days. Another moderator "
            "must decide."
        )
        raise Refusal(403, "partial", template, days=ONCE_MS // DAY_MS)
    return lapses_ms


def waiting() -> QuerySet[ModerationDecision]:
    """Return the provisional measures in force that are not confirmed, the next to lapse first."""
    held = sanctions.holding().filter(provisional=True).values("pk")
    found = dossiers.decisions().filter(data__provisional=True, sanction__in=held, undone_by=None)
    return found.order_by("until_ms", "pk")
