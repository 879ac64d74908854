"""What games and their moderation keep about people goes when its time is over (docs/privacy.md)."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from accounts.identity import retention
from accounts.identity.retention import before_ms, delete, in_batches
from games.chat.models import ChatLine
from games.conditional_moves.models import ConditionalMoves
from games.fair_play.models import Flag
from games.matchmaking.models import Seek
from games.moderation.models import Appeal, ModerationDecision, Report
from games.record.models import Game, Invitation
from games.seating.models import Removal

OVER = (Game.Status.FINISHED, Game.Status.ABORTED)


def delete_expired_data() -> dict[str, int]:
    """Everything whose time is over, a bounded part of it; gives how much of what went. Again, it does nothing."""
    return {
        **retention.delete_expired_personal_data(),
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
    """Those that lead to no game any more: not the standing ones, and not of a game that still runs."""
    ended = Q(state__in=("withdrawn", "expired")) | Q(state="paired", concurrent_games=0)
    return Seek.objects.filter(ended, since_ms__lt=before_ms("seeks")).exclude(game__status="running")


def _old_reports() -> QuerySet[Report]:
    return Report.objects.filter(decided_ms__lt=before_ms("evidence")).exclude(text="", evidence={})


def _old_appeals() -> QuerySet[Appeal]:
    return Appeal.objects.filter(decided_ms__lt=before_ms("evidence")).exclude(text="")


def _removed_lines() -> QuerySet[ChatLine]:
    """Chat lines that moderators have removed, once nobody can ask for them back any more."""
    removed = ModerationDecision.objects.filter(
        action=ModerationDecision.Action.HIDE_LINE, at_ms__lt=before_ms("evidence")
    )
    return ChatLine.objects.filter(hidden=True, public_id__in=removed.values("line")).exclude(text="")
