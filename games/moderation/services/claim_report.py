"""Claiming a report from the queue and releasing it; a claim lapses."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_noop

from accounts.models import User
from games.moderation.models import Report
from games.moderation.selectors import roles
from games.moderation.services import authority
from games.requests.refusals import Refusal
from games.time.clocks import HOUR_MS
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.site_clock import now_ms

CLAIM_MS = HOUR_MS


@transaction.atomic
def claim(by: User, report_id: PublicId) -> Report:
    """Claim the report for one hour from now; claiming it again prolongs the claim. Raise Refusal if there is no such
    report, `by` has a part in it, or it is decided or claimed by another moderator.
    """
    report = _at_the_desk(by, report_id)
    authority.check_impartial(by, report.reported, report)
    check_free(by, report)
    report.state, report.claimed_by, report.claimed_ms = Report.State.CLAIMED, by, now_ms()
    report.save(update_fields=["state", "claimed_by", "claimed_ms"])
    return report


@transaction.atomic
def release(by: User, report_id: PublicId) -> Report:
    """Release a claim, so that others may take the report; a senior moderator may release any claim. Raise Refusal if
    there is no such report or the claim is another moderator's.
    """
    report = _at_the_desk(by, report_id)
    if report.state == Report.State.CLAIMED:
        if not roles.is_senior(by):
            check_free(by, report)
        report.state, report.claimed_by, report.claimed_ms = Report.State.OPEN, None, None
        report.save(update_fields=["state", "claimed_by", "claimed_ms"])
    return report


def lapse_claims() -> int:
    """Reopen reports whose claims have lapsed, and return how many. A sweep calls it."""
    lapsed = Report.objects.filter(state=Report.State.CLAIMED, claimed_ms__lte=now_ms() - CLAIM_MS)
    found = lapsed.values_list("pk", flat=True)
    freed = {"state": Report.State.OPEN, "claimed_by": None, "claimed_ms": None}
    return sum(lapsed.filter(pk=pk).update(**freed) for pk in list(found))


def check_free(by: User, report: Report) -> None:
    """Raise Refusal 409 if the report has been decided or another moderator has claimed it."""
    if report.state not in Report.WAITING:
        raise Refusal(409, "decided", gettext_noop("This report has already been decided."))
    held = report.state == Report.State.CLAIMED and (report.claimed_ms or 0) > now_ms() - CLAIM_MS
    if held and report.claimed_by_id != by.pk:
        raise Refusal(409, "claimed", gettext_noop("Another moderator is looking at this report."))


def _at_the_desk(by: User, report_id: PublicId) -> Report:
    if not roles.is_moderator(by):
        raise Refusal(403, "role_too_low", gettext_noop("Your role does not allow this."))
    report = locked(report_id)
    if report.reported_id == by.pk:  # moderators do not learn of reports about themselves
        raise _no_such(report_id)
    return report


def locked(report_id: PublicId) -> Report:
    """Return the report, locked until the end of the transaction. Raise Refusal 404 `no_such_report` if there is
    none.
    """
    report = Report.objects.select_for_update(no_key=True).filter(public_id=report_id).first()
    if report is None:
        raise _no_such(report_id)
    return report


def _no_such(report_id: PublicId) -> Refusal:
    return Refusal(404, "no_such_report", gettext_noop("Report “%(report)s” not found."), report=report_id[:20])
