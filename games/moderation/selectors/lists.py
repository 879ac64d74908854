"""The lists of the moderators' desk, for its pages and the API: which rows, in which order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop

from accounts.models import User
from accounts.users.names import name_key
from games.fair_play.models import Flag
from games.moderation.models import Appeal, ModerationDecision, Report
from games.moderation.selectors import dossiers, report_queue
from games.requests.refusals import Refusal
from pyramido_site.infrastructure.public_ids import PublicId

ALL: Final = "all"
"""Stands for reports in every state."""
QUEUE_ORDER: Final = ("-priority", "at_ms", "pk")
FLAG_ORDER: Final = ("-strength", "-pk")


def reports(user: User, state: str, kind: str, about: str, mine: bool) -> QuerySet[Report]:
    """Return the reports that `user` may see, that is, those not about `user`; without a state, those that wait."""
    wanted = {"kind": kind, "about": about, "claimed_by": user if mine else None}
    if state == ALL:
        found = dossiers.reports().filter(**{name: value for name, value in wanted.items() if value})
    else:
        found = report_queue.queue(state=state, kind=kind, about=about, claimed_by=user if mine else None)
    return found.exclude(reported=user)


def reports_order(state: str) -> tuple[str, ...]:
    """Return the order of reports: most urgent first; or latest first, for decided ones."""
    return ("-pk",) if state in (ALL, Report.State.UPHELD, Report.State.DENIED) else QUEUE_ORDER


def report_by_id(public_id: PublicId, reader: User) -> Report:
    """Return the report. Raise Refusal 404 `no_such_report` if there is none, or if it is about the reader."""
    found = dossiers.reports().filter(public_id=public_id).exclude(reported=reader).first()
    if found is None:
        raise Refusal(404, "no_such_report", gettext_noop("Report “%(id)s” not found."), id=public_id[:20])
    return found


def log(action: str, by: str, player: str) -> QuerySet[ModerationDecision]:
    """Return the log, narrowed to an action, to a moderator (public id), and to players by id or the beginning of a
    name.
    """
    found = dossiers.decisions()
    if action:
        found = found.filter(action=action)
    if by:
        found = found.filter(by__public_id=by)
    return found.filter(user__in=named(player).values("pk")) if player else found


def log_from_the_start(action: str, by: str, player: str) -> Iterator[ModerationDecision]:
    """Yield the log, narrowed as in `log`, oldest entry first."""
    return log(action, by, player).order_by("pk").iterator(chunk_size=500)


def appeals(state: str) -> QuerySet[Appeal]:
    """Return the appeals in a state; without one, those that wait."""
    of_decision = ("by", "user", "report", "sanction", "undoes", "undone_by")
    seen = ("decided_by", *(f"decision__{name}" for name in of_decision))
    return Appeal.objects.select_related(*seen).filter(state=state or Appeal.State.OPEN)


def judged(appeal: Appeal) -> Appeal:
    """Return the appeal, read again with everything that the list shows."""
    return appeals(appeal.state).get(pk=appeal.pk)


def appeals_order(state: str) -> tuple[str, ...]:
    """Return the order of appeals: longest wait first; or latest decision first, for decided ones."""
    return ("at_ms", "pk") if state in ("", Appeal.State.OPEN) else ("-decided_ms", "-pk")


def flags(reader: User, kind: str, state: str) -> QuerySet[Flag]:
    """Return the flags that `reader` may see, of a kind and in a state; without a state, the new ones."""
    found = dossiers.flags_for(reader).filter(state=state or Flag.State.NEW)
    return found.filter(kind=kind) if kind else found


def named(text: str) -> QuerySet[User]:
    """Return the user with this public id, or users whose name begins with this text; nobody for an empty text."""
    if not text or "\0" in text:
        return User.objects.none()
    return User.objects.filter(Q(public_id=text) | Q(name_key__startswith=name_key(text))).order_by("name_key")


def decision_by_id(decision_id: PublicId) -> ModerationDecision:
    """Return the decision. Raise Refusal 404 `no_such_decision` if there is none."""
    seen = ModerationDecision.objects.select_related("by", "user", "report", "sanction")
    found = seen.filter(public_id=decision_id).first()
    if found is None:
        template = gettext_noop("Decision “%(decision)s” not found.")
        raise Refusal(404, "no_such_decision", template, decision=decision_id[:20])
    return found


def player_of_decision(public_id: PublicId) -> PublicId:
    """Return the public id of the user whom a decision is about. Raise Refusal 404 `no_such_decision`."""
    about = dossiers.decisions().filter(public_id=public_id).values_list("user__public_id", flat=True).first()
    if about is None:
        raise Refusal(404, "no_such_decision", gettext_noop("Decision “%(id)s” not found."), id=public_id[:20])
    return about
