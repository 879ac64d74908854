"""Undoing a decision by another one, which restores what was changed as far as possible."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_noop

from accounts.models import User
from games.moderation import models as moderation_models
from games.moderation.models import Appeal, ModerationDecision, Report
from games.moderation.selectors.lists import decision_by_id
from games.moderation.services import authority, measures, telling
from games.moderation.services import report as reports
from games.moderation.services.authority import Cleared
from games.requests import texts
from games.requests.refusals import Refusal
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.site_clock import now_ms

Action = ModerationDecision.Action
State = Report.State

UNDONE: Final = (*moderation_models.MEASURES, Action.NOTE, Action.CLOSE)
"""The actions that can be undone. What was undone is decided anew, not restored."""


def undo(by: User, decision_id: PublicId, reason: str) -> ModerationDecision:
    """Undo a decision of `by` or, for senior moderators, of any moderator; repeating it changes nothing. Raise Refusal
    if `by` may not undo it, or another moderator has.
    """
    decision = decision_by_id(decision_id)
    cleared = authority.clear(by, Action.UNDO, decision.user, of=decision)
    reason = texts.line(reason, ModerationDecision.REASON_LENGTH, "reason")
    with transaction.atomic():
        made, fresh = take_back(cleared, decision, reason)
        if fresh:
            _grant_appeal(by, decision, reason)
            if decision.action in moderation_models.MEASURES:
                telling.tell_undone(made)
    return made


def take_back(cleared: Cleared, decision: ModerationDecision, reason: str) -> tuple[ModerationDecision, bool]:
    """Write the decision that undoes another one, in the caller's transaction. Return it, and whether it is new. Raise
    Refusal 409 `undone` if another moderator has undone it, and 422 `not_undone` if this action cannot be undone.
    """
    if decision.action not in UNDONE:
        raise Refusal(422, "not_undone", gettext_noop("This cannot be undone."))
    cleared = replace(cleared, user=User.objects.select_for_update(no_key=True).get(pk=decision.user_id))
    before = ModerationDecision.objects.filter(undoes=decision).first()
    if before is not None:
        if before.by_id == cleared.by.pk:
            return before, False
        raise Refusal(409, "undone", gettext_noop("Another moderator has already undone this."))
    data = measures.take_back(cleared, decision, reason)
    made = authority.enter(
        cleared, reason, game=decision.game, line=decision.line, data=data, report=decision.report,
        sanction=decision.sanction, undoes=decision,
    )  # fmt: skip
    _look_again(decision, made)
    return made, True


def _look_again(decision: ModerationDecision, undone: ModerationDecision) -> None:
    """Reopen the reports that the decision had denied, or deny those that no other measure upholds any more."""
    if decision.report_id is None or decision.action == Action.NOTE:
        return
    ending = _ending(decision)
    ended = Report.objects.filter(public_id__in=ending.data["reports"]).exclude(state__in=Report.WAITING)
    rows = ended.select_for_update(no_key=True, of=("self",)).select_related("reported").order_by("pk")
    if decision.action == Action.CLOSE:
        again, what = [one for one in rows if _reopened(one)], "reopened"
    elif ModerationDecision.objects.filter(
        report=decision.report_id, action__in=moderation_models.MEASURES, undone_by=None, pk__gte=ending.pk
    ).exists():
        return
    else:
        again, what = list(rows), "reversed"
        for one in again:
            one.state, one.answer, one.decided_ms = State.DENIED, "", undone.at_ms
        Report.objects.bulk_update(again, ["state", "answer", "decided_ms"])
    telling.tell_reporters(again, what, undone)
    reports.weigh([decision.user_id])


def _ending(decision: ModerationDecision) -> ModerationDecision:
    """Return the decision that ended the report of this one: this decision itself, or the one to which it added a
    measure.
    """
    upheld = ModerationDecision.objects.filter(report=decision.report_id, pk__lte=decision.pk).order_by("-pk")
    return next(one for one in upheld if "reports" in one.data)


def _reopened(report: Report) -> bool:
    """Reopen the report; return False if its reporter has filed the same again meanwhile."""
    report.state, report.answer = State.OPEN, ""
    report.claimed_by = report.claimed_ms = report.decided_by = report.decided_ms = None
    try:
        with transaction.atomic():
            report.save()
    except IntegrityError:
        return False
    return True


def _grant_appeal(by: User, decision: ModerationDecision, answer: str) -> None:
    """Grant the open appeal against an undone decision."""
    waiting = Appeal.objects.filter(decision=decision, state=Appeal.State.OPEN)
    waiting.update(state=Appeal.State.GRANTED, decided_by=by, decided_ms=now_ms(), answer=answer)
