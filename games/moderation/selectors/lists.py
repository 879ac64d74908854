"""The lists of the moderators' desk, as its pages and the REST interface show them: which rows, and in which order."""

from __future__ import annotations

from typing import Final

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop

from accounts.models import User
from accounts.users.names import name_key
from games.fair_play.models import Flag
from games.moderation.models import Appeal, ModerationDecision, Report
from games.moderation.selectors import dossiers, report_queue
from games.requests.refusals import Refusal

ALL: Final = "all"
"""The state of reports in every state."""
QUEUE_ORDER: Final = ("-priority", "at_ms", "pk")
FLAG_ORDER: Final = ("-strength", "-pk")


def reports(user: User, state: str, kind: str, about: str, mine: bool) -> QuerySet[Report]:
    """The reports that `user` may see, which are not about the user; without a state, those that wait."""
    wanted = {"kind": kind, "about": about, "claimed_by": user if mine else None}
    if state == ALL:
        found = dossiers.reports().filter(**{name: value for name, value in wanted.items() if value})
    else:
        found = report_queue.queue(state=state, kind=kind, about=about, claimed_by=user if mine else None)
    return found.exclude(reported=user)


def reports_order(state: str) -> tuple[str, ...]:
    """The most urgent first, or the latest of those that are decided."""
    return ("-pk",) if state in (ALL, Report.State.UPHELD, Report.State.DENIED) else QUEUE_ORDER


def report_by_id(public_id: str, reader: User) -> Report:
    """Raises Refusal: a report about the reader is not there for the reader."""
    found = dossiers.reports().filter(public_id=public_id).exclude(reported=reader).first()
    if found is None:
        raise Refusal(404, "no_such_report", gettext_noop("Report “%(id)s” not found."), id=public_id[:20])
    return found


def log(action: str, by: str, player: str) -> QuerySet[ModerationDecision]:
    """The log, narrowed to an action, to a moderator (public id), and to players by id or the beginning of a name."""
    found = dossiers.decisions()
    if action:
        found = found.filter(action=action)
    if by:
        found = found.filter(by__public_id=by)
    return found.filter(user__in=named(player).values("pk")) if player else found


def appeals(state: str) -> QuerySet[Appeal]:
    """Without a state those that wait."""
    of_decision = ("by", "user", "report", "sanction", "undoes", "undone_by")
    seen = ("decided_by", *(f"decision__{name}" for name in of_decision))
    return Appeal.objects.select_related(*seen).filter(state=state or Appeal.State.OPEN)


def appeals_order(state: str) -> tuple[str, ...]:
    """Those that have waited longest, or those that were judged last, first."""
    return ("at_ms", "pk") if state in ("", Appeal.State.OPEN) else ("-decided_ms", "-pk")


def signals(reader: User, kind: str, state: str) -> QuerySet[Flag]:
    """Without a state the new ones."""
    found = dossiers.flags_for(reader).filter(state=state or Flag.State.NEW)
    return found.filter(kind=kind) if kind else found


def named(text: str) -> QuerySet[User]:
    """Whose id it is, or whose name begins with it."""
    return User.objects.filter(Q(public_id=text) | Q(name_key__startswith=name_key(text))).order_by("name_key")
