"""The one way for moderators to act: each measure is an entry of their log, with its effects and notifications.

A decision, its effects and its notifications are stored in one transaction, which locks the row of the user concerned:
of two moderators deciding at once, one is refused. The lock allows others to insert rows that refer to the user, such
as a report or a first rating, whose writer may hold what this transaction waits for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop

from accounts.models import User
from accounts.users import names
from games.fair_play.models import Flag
from games.fair_play.services.settle_flag import settle_flag
from games.moderation import models as moderation_models
from games.moderation.models import ModerationDecision, Report
from games.moderation.selectors import role_permissions
from games.moderation.services import authority, claim_report, measures, telling
from games.moderation.services import report as reports
from games.requests import texts
from games.requests.refusals import Refusal
from games.study.services.share_study import hide_study
from pyramido_site.infrastructure.public_ids import NO_ID, PublicId
from pyramido_site.infrastructure.site_clock import now_ms

Action = ModerationDecision.Action
State = Report.State

DECIDED: Final = (Action.NOTE, Action.CLOSE, *moderation_models.MEASURES)
"""The actions of `decide`; the others undo or confirm something or judge an appeal."""

REPEAT_MS = 60_000
"""Time (ms) in which the same decision by the same moderator counts as a repeated request."""


def decide(
    by: User,
    action: str,
    user: User,
    reason: str,
    *,
    until_ms: int | None = None,
    report: PublicId | None = None,
    game: PublicId = NO_ID,
    line: PublicId = NO_ID,
    name: str = "",
    answer: str = "",
    flag: PublicId | None = None,
    provisional: bool = False,
) -> ModerationDecision:
    """Let `by` take an action about `user`; a repeated request takes effect once. Raise Refusal, in which case nothing
    has changed.

    Reports, flags (`flag`), games and lines are given by their public ids. With a report, the decision ends it together
    with all waiting reports about the same matter: any measure upholds it, `close` denies it, a note leaves it open. A
    measure on a report about a study also hides the study. The moderator who upheld a report may add measures. `answer`
    is what the reporters read. `until_ms` is the end of a mute, a suspension or a bar from rated play. A rename without
    `name` assigns a neutral one. A `provisional` measure, which the only moderator may take about a player in a shared
    game, lapses after 72 hours unless another moderator confirms it.
    """
    chosen = _action(action)
    role_permissions.check_may(by, chosen, user)
    reason = texts.line(reason, ModerationDecision.REASON_LENGTH, "reason")
    answer = texts.note(answer, Report.TEXT_LENGTH, "answer")
    measures.check_lasts(by, chosen, until_ms)
    if provisional and (report is not None or flag is not None):
        template = gettext_noop("A provisional action cannot close a report or a flag. Name only the player.")
        raise Refusal(422, "not_provisional", template, field="provisional")
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        filed, together = _locked(report, user, chosen)
        game, line = game or (filed.game if filed else NO_ID), line or (filed.line if filed else NO_ID)
        if chosen == Action.HIDE_LINE:
            game = measures.game_of(line)
        same = ModerationDecision.objects.filter(
            by=by, action=chosen, user=user, reason=reason, report=filed, game=game
        )
        told = _told_before(same if chosen == Action.ANNUL else same.filter(line=line), until_ms, name)
        if told is not None:
            return told
        cleared = authority.clear(by, chosen, user, report=filed, game=game, provisional=provisional)
        _check_undecided(by, chosen, filed, together)
        data = _ended(together, chosen) | _acted_on(by, flag, user, chosen)
        if cleared.lapses_ms is not None:
            data |= {"provisional": True, "until_ms": until_ms}
            until_ms = min(until_ms or 0, cleared.lapses_ms)
        if filed is not None and filed.study and chosen in moderation_models.MEASURES:
            hide_study(filed.study, hidden=True)
            data |= {"study": filed.study}
        done = measures.take(cleared, reason, until_ms=until_ms, game=game, line=line, name=name)
        decision = authority.enter(
            cleared, reason, until_ms=until_ms, game=done.game, line=done.line, data=data | done.data, report=filed,
            sanction=done.sanction,
        )  # fmt: skip
        _end(together, by, chosen, answer, decision)
        if filed is not None and chosen == Action.NOTE and filed.claimed_by_id == by.pk:
            Report.objects.filter(pk=filed.pk).update(claimed_ms=now_ms())
        if chosen in moderation_models.MEASURES:
            telling.tell_player(decision)
    return decision


def _action(action: str) -> Action:
    if action not in DECIDED:
        raise Refusal(400, "malformed", gettext_noop("Unknown action."), field="action")
    return Action(action)


def _locked(report_id: PublicId | None, user: User, action: Action) -> tuple[Report | None, list[Report]]:
    """Return the report and, if the action ends it, all waiting reports about the same matter, locked until the end of
    the transaction. Raise Refusal if there is no such report about the user, or `close` names none.
    """
    if report_id is None:
        if action == Action.CLOSE:
            raise Refusal(422, "no_report", gettext_noop("Name the report to close."), field="report")
        return None, []
    found = Report.objects.filter(public_id=report_id).first()
    if found is None or found.reported_id != user.pk:
        template = gettext_noop("Report “%(report)s” about this player not found.")
        raise Refusal(404, "no_such_report", template, field="report", report=report_id[:20])
    same = reports.of_the_same_matter(found).values("pk")
    rows = Report.objects.filter(Q(pk=found.pk) | Q(pk__in=same)).select_related("reported").order_by("pk")
    held = list(rows.select_for_update(no_key=True, of=("self",)))
    found = next(one for one in held if one.pk == found.pk)
    return found, [one for one in held if action != Action.NOTE and one.state in Report.WAITING]


def _told_before(same: QuerySet[ModerationDecision], until_ms: int | None, name: str) -> ModerationDecision | None:
    """Return the decision that an earlier copy of this request has made, or None. `same` are decisions in the same
    matter.
    """
    for decision in same.filter(undone_by=None, at_ms__gt=now_ms() - REPEAT_MS).order_by("-pk"):
        asked_ms = decision.data.get("until_ms", decision.until_ms) or 0
        ends = until_ms is None or abs(asked_ms - until_ms) <= REPEAT_MS
        if ends and (not name or decision.data.get("new", name) == names.normalise(name)):
            return decision
    return None


def _check_undecided(by: User, action: Action, filed: Report | None, together: Sequence[Report]) -> None:
    if filed is None:
        return
    if any(one.reporter_id == by.pk for one in together):
        template = gettext_noop("You filed a report about the same thing. Another moderator must decide.")
        raise Refusal(403, "partial", template)
    adds = filed.state == State.UPHELD and filed.decided_by_id == by.pk and action in moderation_models.MEASURES
    if action != Action.NOTE and not adds:
        claim_report.check_free(by, filed)


def _ended(together: Sequence[Report], action: Action) -> dict[str, Any]:
    return {"reports": [one.public_id for one in together]} if together else {}


def _acted_on(by: User, flag_id: str | None, user: User, action: Action) -> dict[str, Any]:
    if flag_id is None:
        return {}
    about = Q(user=user) | Q(other=user)
    flag = Flag.objects.select_for_update(no_key=True).filter(about, public_id=flag_id).first()
    if flag is None or by.pk in (flag.user_id, flag.other_id):
        template = gettext_noop("Flag “%(id)s” about this player not found.")
        raise Refusal(404, "no_such_signal", template, field="signal", id=flag_id[:20])
    if action in moderation_models.MEASURES:
        settle_flag(flag, by, Flag.State.ACTED)
    return {"signal": flag_id}


def _end(together: Sequence[Report], by: User, action: Action, answer: str, decision: ModerationDecision) -> None:
    """Decide all these reports, and notify the reporters."""
    if not together:
        return
    state = State.DENIED if action == Action.CLOSE else State.UPHELD
    for one in together:
        one.state, one.decided_by, one.decided_ms, one.answer = state, by, decision.at_ms, answer
    Report.objects.bulk_update(together, ["state", "decided_by", "decided_ms", "answer"])
    telling.tell_reporters(together, state.value, decision)
    reports.weigh([decision.user_id])
