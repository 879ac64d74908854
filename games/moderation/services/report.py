"""Filing reports, of chat lines too.

A report waits (open, or claimed by a moderator) until `games.moderation.services.decide` ends it: upheld by any
measure, or denied. A claim lapses after CLAIM_MS without action by its moderator.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop

from accounts.models import User
from games.chat import selectors as chat
from games.chat.models import ChatLine
from games.moderation.models import Report
from games.moderation.report_priority import priority
from games.moderation.selectors import roles
from games.moderation.selectors.report_queue import accuracies
from games.moderation.services import evidence
from games.record import selectors
from games.record.models import Game
from games.requests import texts
from games.requests.refusals import Refusal
from games.study import selectors as studies
from games.study.models import Study
from games.time.clocks import DAY_MS
from pyramido_site.infrastructure.public_ids import NO_ID, PublicId
from pyramido_site.infrastructure.site_clock import now_ms

Kind, About, State = Report.Kind, Report.About, Report.State

FITS: Final = {
    About.GAME: tuple(Kind),
    About.LINE: (Kind.HARASSMENT, Kind.COLLUSION, Kind.OTHER),
    About.PROFILE: tuple(kind for kind in Kind if kind != Kind.STALLING),
    About.STUDY: (Kind.HARASSMENT, Kind.OTHER),
}
"""The kinds of report that are allowed for each subject."""

KINDS_OF_LINES: Final = {
    "insult": Kind.HARASSMENT,
    "hate": Kind.HARASSMENT,
    "privacy": Kind.HARASSMENT,
    "cheating": Kind.COLLUSION,
    "spam": Kind.OTHER,
    "other": Kind.OTHER,
}
"""Reason given where a line is reported → kind of the report."""

MOST_A_DAY = 10
"""Greatest number of reports that a user may file in 24 hours, less one for each denied report in excess of upheld
ones.
"""
LEAST_A_DAY = 2
JUDGED_BY_MS = 90 * DAY_MS
"""Period (ms) of decided reports from which a reporter's accuracy is computed."""


def file(
    reporter: User,
    kind: str,
    about: str,
    *,
    reported: User | None = None,
    game: PublicId = NO_ID,
    line: PublicId = NO_ID,
    link: str = "",
    text: str = "",
) -> Report:
    """File a report with the server's evidence; repeating it while the report waits changes nothing.

    About a line: `game` and `line`; each line is reported once. About a game: `game`, and `reported` unless exactly one
    other user sits there. About a player: `reported`. About a study: its `link`. Raise Refusal if the matter cannot be
    reported, is unclear or out of the reporter's sight, or the reporter has filed too many.
    """
    kind, about = _kind_of(kind, about)
    text = texts.note(text, Report.TEXT_LENGTH)
    if kind == Kind.OTHER and about not in (About.LINE, About.STUDY) and not text:
        raise Refusal(422, "empty", gettext_noop("Say what the report is about."), field="text")
    table, said = _matter(reporter, about, game, line)
    shared = _shared(link) if about == About.STUDY else None
    person = _person(reporter, reported if shared is None else shared.owner, table, said)
    study = shared.public_id if shared else NO_ID
    game, line = table.public_id if table else NO_ID, said.public_id if said else NO_ID
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=reporter.pk)  # serializes the reporter's reports
        waiting = Report.objects.filter(reporter=reporter, state__in=Report.WAITING)
        same = {"line": line} if said else {"reported": person, "kind": kind, "game": game, "line": "", "study": study}
        known = waiting.filter(**same).first()
        if known is not None:
            return known
        check_flood(reporter)
        made = Report.objects.create(
            kind=kind, about=about, reporter=reporter, reported=person, game=game, line=line, study=study, text=text,
            evidence=evidence.of(reporter, person, table, said, shared), at_ms=now_ms(),
        )  # fmt: skip
        weigh([person.pk])
    made.refresh_from_db(fields=["priority"])
    return made


def report_line(user: User, public_id: PublicId, line_id: PublicId, reason: str) -> Report:
    """Report a chat line; a user reports each line once, and repeating it changes nothing. Raise Refusal if the line is
    the user's own or out of sight, or the user has filed too many reports.
    """
    return file(user, KINDS_OF_LINES[reason], Report.About.LINE, game=public_id, line=line_id)


def _kind_of(kind: str, about: str) -> tuple[Report.Kind, Report.About]:
    if about not in About.values:
        raise Refusal(400, "malformed", gettext_noop("This cannot be reported."), field="about")
    if kind not in FITS[About(about)]:
        raise Refusal(400, "malformed", gettext_noop("You cannot report it for this reason."), field="kind")
    return Kind(kind), About(about)


def _matter(reporter: User, about: Report.About, game: PublicId, line: PublicId) -> tuple[Game | None, ChatLine | None]:
    """Return the game and the line that a report is about. Raise Refusal if the reporter cannot see them."""
    if about in (About.PROFILE, About.STUDY):
        return None, None
    table = selectors.game_by_id(game)
    if about == About.GAME:
        return table, None
    said = chat.readable_line(game, reporter, line)
    return table, said


def _shared(link: str) -> Study:
    shared = studies.study_by_link(link)
    if shared is None:
        raise Refusal(404, "no_such_study", gettext_noop("No study is shared by this link."), field="link")
    return shared


def _person(reporter: User, reported: User | None, table: Game | None, said: ChatLine | None) -> User:
    if said is not None:
        if said.user_id == reporter.pk:
            raise Refusal(422, "own_line", gettext_noop("You cannot report your own message."))
        return said.user
    if table is not None:
        sitting = [seat.user for seat in table.seats.all() if seat.user is not None]
        others = [user for user in sitting if user.pk != reporter.pk]
        if reported is None and len(others) == 1:
            return others[0]
        if reported is not None and reported.pk not in {user.pk for user in sitting}:
            raise Refusal(422, "not_there", gettext_noop("This player is not in this game."), field="reported")
    if reported is None:
        raise Refusal(422, "nobody", gettext_noop("Choose the player to report."), field="reported")
    if reported.pk == reporter.pk:
        raise Refusal(422, "oneself", gettext_noop("You cannot report yourself."), field="reported")
    if reported.deleted_ms is not None:
        raise Refusal(422, "account_gone", gettext_noop("This account no longer exists."), field="reported")
    return reported


# --- reporters' accuracy --------------------------------------------------------------------------------------------


def most_a_day(user: User) -> int:
    """Return how many reports the user may file in 24 hours."""
    upheld, denied = accuracies([user.pk], now_ms() - JUDGED_BY_MS)[user.pk]
    return max(LEAST_A_DAY, MOST_A_DAY - max(0, denied - upheld))


def check_flood(reporter: User) -> None:
    """Raise Refusal 429 `throttled` if the reporter has filed too many reports. Moderators, who also open reports from
    flags, have no limit.
    """
    if roles.is_moderator(reporter):
        return
    now, most = now_ms(), most_a_day(reporter)
    lately = Report.objects.filter(reporter=reporter, at_ms__gt=now - DAY_MS).order_by("-at_ms")
    times = list(lately.values_list("at_ms", flat=True)[:most])
    if len(times) < most:
        return
    wait_ms = max(1, times[-1] + DAY_MS - now)
    template = gettext_noop(
        "You have sent %(most)s reports in 24 hours, the maximum. The moderators review every one of them."
    )
    raise Refusal(429, "throttled", template, limit="reports", retry_after_ms=wait_ms, most=most)


def weigh(reported_ids: Collection[int]) -> None:
    """Compute the priority of the waiting reports about these users again. Runs in the caller's transaction."""
    rows = Report.objects.filter(reported__in=reported_ids, state__in=Report.WAITING).order_by("pk")
    waiting = list(rows.select_for_update(no_key=True))
    tallies = accuracies({report.reporter_id for report in waiting})
    reporters: dict[int, set[int]] = {}
    for report in waiting:
        reporters.setdefault(report.reported_id, set()).add(report.reporter_id)
    changed = []
    for report in waiting:
        now = priority(report.kind, *tallies[report.reporter_id], len(reporters[report.reported_id]) - 1)
        if report.priority != now:
            report.priority = now
            changed.append(report)
    Report.objects.bulk_update(changed, ["priority"])


# --- the queue ------------------------------------------------------------------------------------------------------


def of_the_same_matter(report: Report) -> QuerySet[Report]:
    """Return the waiting reports about the same matter (including this one, if it waits); they are decided together. A
    report of kind `other`, explained only by its text, shares its matter with no other report.
    """
    same = Q(reported=report.reported_id, game=report.game, line=report.line, study=report.study)
    if not (report.line or report.study) and report.kind == Kind.OTHER:
        same &= Q(pk=report.pk)
    elif not (report.line or report.study):
        same &= Q(kind=report.kind)
    return Report.objects.filter(same, state__in=Report.WAITING).order_by("pk")
