"""Annulling the result of a rated game, or reinstating it (called by games.moderation.services.measures)."""

from __future__ import annotations

from django.utils.translation import gettext_noop

from accounts.models import User
from accounts.notifications import services as notify
from engine import registry
from games.rated_games.services.rate import show_ratings
from games.record.tables import names_at
from games.requests.refusals import Refusal
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.site_clock import now_ms
from ratings.models import Annulment, Result
from ratings.selectors import moved_by
from ratings.services.annul import mark
from ratings.services.rate_pool import rate_pool

REASON_LENGTH = 500

TELL_MS = 3_600_000
"""Time (ms) in which the sweep checks that all users concerned have been notified of a decision."""


def mark_game(by: User, public_id: PublicId, reason: str, *, counts: bool = False) -> bool:
    """Mark a result as annulled or reinstated, in the caller's transaction, after which `refold_game` recomputes the
    ratings. Return whether it was not so already. Raise Refusal 400 `malformed` for a reason of wrong length, and 404
    `unrated` if there is no rated result.
    """
    reason = reason.strip()
    if not 0 < len(reason) <= REASON_LENGTH:
        template = gettext_noop("A reason must have 1 to %(most)s characters.")
        raise Refusal(400, "malformed", template, field="reason", most=REASON_LENGTH)
    kind = Annulment.Kind.REINSTATED if counts else Annulment.Kind.ANNULLED
    try:
        return mark(public_id, kind, by.pk, reason, now_ms()) is not None
    except Result.DoesNotExist:
        raise Refusal(404, "unrated", gettext_noop("This game has no rated result.")) from None


def refold_game(public_id: PublicId) -> None:
    """Fold the pool of a game again, and notify the users whose ratings the last decision about it has moved. A sweep
    repeats what is lost.
    """
    latest = Annulment.objects.select_related("result__pool").filter(result__game=public_id).order_by("-pk").first()
    if latest is not None:
        rate_pool(latest.result.pool_id, now_ms())
        latest.result.pool.refresh_from_db()
        tell_refunds(latest)
    show_ratings({public_id})


def tell_late_refunds() -> None:
    """Notify the users who missed the notification of a decision because a worker was lost."""
    lately = Annulment.objects.filter(at_ms__gte=now_ms() - TELL_MS).select_related("result__pool")
    for annulment in lately.order_by("pk"):
        tell_refunds(annulment)


def tell_refunds(decision: Annulment) -> None:
    """Notify users, once, of how a decision about a game has moved their ratings, as soon as the pool is folded."""
    pool = decision.result.pool
    if pool.refolding_id is not None:
        return
    names = names_at(decision.result.game)
    for one in moved_by(decision):
        if one.rating.user_id is not None:
            data = {
                "game": registry.get(pool.game).name,
                "before": points(one.before),
                "after": points(one.after),
                "what": decision.kind,
            }
            key = f"rating:{decision.result.game}:{decision.pk}"
            players = names if one.rating.user_id in names else {}
            user_ids = [one.rating.user_id]
            notify.tell("rating", user_ids, subject=decision.result.game, key=key, data=data, players=players)


def points(hundredths: int) -> str:
    """Return a rating in whole points, as shown to people."""
    return str(round(hundredths / 100))
