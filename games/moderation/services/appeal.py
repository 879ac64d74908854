"""Appeals: a sanctioned user asks another moderator to review a decision, once for each decision."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_noop

from accounts.models import User
from accounts.sanctions import services as sanctions
from games.moderation import models as moderation_models
from games.moderation.models import Appeal, ModerationDecision
from games.moderation.selectors.appeal_period import why_not
from games.moderation.selectors.lists import decision_by_id
from games.moderation.selectors.own_decisions import own
from games.moderation.services import authority, telling
from games.moderation.services.undo import take_back
from games.requests import texts
from games.requests.refusals import Refusal
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.site_clock import now_ms

Action, State = ModerationDecision.Action, Appeal.State


def appeal(user: User, decision_id: PublicId, text: str) -> Appeal:
    """File an appeal against a decision about `user`; repeating it changes nothing. Raise Refusal if there is no such
    decision, the text is empty, or an appeal is no longer possible.
    """
    decision = decision_by_id(decision_id)
    if decision.user_id != user.pk or decision.action not in moderation_models.MEASURES:
        template = gettext_noop("Decision “%(decision)s” not found.")
        raise Refusal(404, "no_such_decision", template, decision=decision_id[:20])
    text = texts.note(text, Appeal.TEXT_LENGTH, required=True)
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        known = Appeal.objects.filter(decision=decision).first()
        if known is not None:
            if known.text == text:
                return known
            raise Refusal(409, "appealed", gettext_noop("You have already appealed against this decision."))
        why = why_not(decision)
        if why is not None:
            raise why
        return Appeal.objects.create(decision=decision, text=text, at_ms=now_ms())


def decide_appeal(by: User, appeal_id: PublicId, *, grant: bool, answer: str) -> Appeal:
    """Grant an appeal, which undoes the decision, or reject it. A moderator other than the one who decided does this,
    and the player reads the answer. Repeating it changes nothing. Raise Refusal if there is no such appeal, `by` may
    not judge it, or it has been judged.
    """
    asked = Appeal.objects.select_related("decision__user", "decision__sanction").filter(public_id=appeal_id).first()
    if asked is None:
        raise Refusal(404, "no_such_appeal", gettext_noop("Appeal “%(appeal)s” not found."), appeal=appeal_id[:20])
    decision, action = asked.decision, Action.APPEAL_GRANTED if grant else Action.APPEAL_REJECTED
    cleared = authority.clear(by, action, decision.user, of=decision)
    answer = texts.line(answer, ModerationDecision.REASON_LENGTH, "answer")
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=decision.user_id)
        asked.refresh_from_db(fields=["state", "decided_by"])
        if asked.state != State.OPEN:
            if asked.decided_by_id == by.pk and asked.state == action.value:
                return asked
            raise Refusal(409, "judged", gettext_noop("This appeal has already been decided."))
        if grant:
            take_back(cleared, decision, answer)
        else:
            authority.enter(
                cleared, answer, game=decision.game, line=decision.line, data={"decision": decision.public_id},
                report=decision.report, sanction=decision.sanction,
            )  # fmt: skip
        asked.state, asked.decided_by, asked.decided_ms, asked.answer = State(action.value), by, now_ms(), answer
        asked.save(update_fields=["state", "decided_by", "decided_ms", "answer"])
        telling.tell_appellant(asked)
    return asked


def acknowledge(user: User, decision_id: PublicId) -> None:
    """Mark the user's decision as read; repeating it changes nothing. Raise Refusal 404 `no_such_decision` if there is
    none.
    """
    sanction = own(user, decision_id).sanction
    if sanction is not None:
        sanctions.acknowledge(user, sanction.public_id)
