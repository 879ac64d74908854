"""Retention: what games and moderation store about users is deleted when its time is over (docs/privacy.md)."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from accounts.identity.expired_data import delete, delete_expired_personal_data, in_batches
from accounts.identity.retention_periods import before_ms
from games.chat.models import ChatLine
from games.conditional_moves.models import ConditionalMoves
from games.fair_play.models import Flag
from games.matchmaking.models import Seek
from games.moderation.models import Appeal, ModerationDecision, Report
from games.record.models import Game, Invitation
from games.seating.models import Removal

OVER = (Game.Status.FINISHED, Game.Status.ABORTED)


def delete_expired_data() -> dict[str, int]:
    """Delete data whose time is over, in bounded batches, and return how much of each kind was deleted. Idempotent."""
    return {
        **delete_expired_personal_data(),
        "seeks": delete(_ended_seeks()),
        "invitations": delete(Invitation.objects.exclude(state="pending").filter(at_ms__lt=before_ms("invitations"))),
        "removals": delete(Removal.objects.filter(game__status__in=OVER)),
        "plans": delete(ConditionalMoves.objects.exclude(state="waiting").filter(at_ms__lt=before_ms("plans"))),
        "evidence": in_batches(_old_reports(), lambda some: some.update(text="", evidence={})),
        "appeals": in_batches(_old_appeals(), lambda some: some.update(text="")),
        "lines": in_batches(_removed_lines(), lambda some: some.update(text="")),
        "signals": delete(Flag.objects.filter(at_ms__lt=before_ms("signals"))),
    }


def _ended_seeks() -> QuerySet[Seek]:
    """Return old seeks that can lead to no game any more: not standing ones, and none whose game is running."""
    ended = Q(state__in=("withdrawn", "expired")) | Q(state="paired", concurrent_games=0)
    return Seek.objects.filter(ended, since_ms__lt=before_ms("seeks")).exclude(game__status="running")


def _old_reports() -> QuerySet[Report]:
    return Report.objects.filter(decided_ms__lt=before_ms("evidence")).exclude(text="", evidence={})


def _old_appeals() -> QuerySet[Appeal]:
    return Appeal.objects.filter(decided_ms__lt=before_ms("evidence")).exclude(text="")


def _removed_lines() -> QuerySet[ChatLine]:
    """Return chat lines that moderators have deleted, once that can no longer be undone."""
    removed = ModerationDecision.objects.filter(
        action=ModerationDecision.Action.HIDE_LINE, at_ms__lt=before_ms("evidence")
    )
    return ChatLine.objects.filter(hidden=True, public_id__in=removed.values("line")).exclude(text="")
