"""Confirming another moderator's provisional measure, which then has the duration that was intended."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from games.moderation.models import ModerationDecision
from games.moderation.selectors.lists import decision_by_id
from games.moderation.services import authority, measures, telling
from games.requests import texts
from pyramido_site.infrastructure.public_ids import PublicId

Action = ModerationDecision.Action


def confirm(by: User, decision_id: PublicId, reason: str) -> ModerationDecision:
    """Confirm another moderator's provisional measure; repeating it changes nothing. Raise Refusal if `by` may not
    confirm it, or it is not provisional or has lapsed.
    """
    decision = decision_by_id(decision_id)
    cleared = authority.clear(by, Action.CONFIRMED, decision.user, of=decision)
    reason = texts.line(reason, ModerationDecision.REASON_LENGTH, "reason")
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=decision.user_id)
        before = ModerationDecision.objects.filter(
            action=Action.CONFIRMED, by=by, sanction=decision.sanction_id
        ).first()
        if before is not None and decision.sanction_id is not None:
            return before
        until_ms = measures.confirm(cleared, decision)
        made = authority.enter(
            cleared, reason, until_ms=until_ms, game=decision.game, line=decision.line, report=decision.report,
            sanction=decision.sanction, data={"decision": decision.public_id},
        )  # fmt: skip
        telling.tell_player(made)
    return made
