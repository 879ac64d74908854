"""What moderators make of a flag: they dismiss it, or open a report as a player would. A flag alone sanctions no
one.
"""

from __future__ import annotations

from typing import Final

from django.db import transaction
from django.utils.translation import gettext, gettext_noop

from accounts.models import User
from games.fair_play.models import Flag
from games.fair_play.services.settle_flag import settle_flag
from games.moderation.models import Report
from games.moderation.selectors import roles
from games.moderation.services import authority
from games.moderation.services import report as reports
from games.requests.refusals import Refusal

Kind, State = Flag.Kind, Flag.State

REPORTED_AS: Final = {
    Kind.SHARED: Report.Kind.MULTIPLE,
    Kind.ONE_SIDED: Report.Kind.COLLUSION,
    Kind.FORFEITS: Report.Kind.COLLUSION,
    Kind.GIFTS: Report.Kind.COLLUSION,
    Kind.ENGINE: Report.Kind.AUTOMATED,
    Kind.STALLING: Report.Kind.OTHER,
    Kind.ABUSE: Report.Kind.HARASSMENT,
}
"""The kind of report that a flag leads to. Profiles cannot be reported for stalling, which is about a game, so it
becomes `other`.
"""


@transaction.atomic
def set_state(by: User, flag_id: str, state: str) -> Flag:
    """Set a flag to `dismissed` or back to `new`. Raise Refusal if `by` may not decide about its users, or a report was
    opened from it.
    """
    if state not in (State.NEW, State.DISMISSED):
        raise Refusal(400, "malformed", gettext_noop("A flag can only be new or dismissed."), field="state")
    flag = _locked(by, flag_id)
    for about in (flag.user, flag.other):
        if about is not None:
            authority.check_impartial(by, about)
    if flag.state == State.ACTED:
        raise Refusal(409, "acted", gettext_noop("A report was opened from this flag."))
    return settle_flag(flag, by, State(state))


@transaction.atomic
def open_report(by: User, flag_id: str, text: str = "") -> Report:
    """File a report about the flagged player in the name of `by`, who then leaves it to another moderator. Raise
    Refusal if `by` may not see the flag, or the report cannot be filed.
    """
    flag = _locked(by, flag_id)
    about = gettext("Flag: %(kind)s.") % {"kind": Kind(flag.kind).label}
    text = f"{about} {text}".strip()
    made = reports.file(by, REPORTED_AS[Kind(flag.kind)], Report.About.PROFILE, reported=flag.user, text=text)
    settle_flag(flag, by, State.ACTED)
    return made


def _locked(by: User, flag_id: str) -> Flag:
    """Return the flag, locked. Raise Refusal if `by` is no moderator, or there is no such flag, or it is about `by`."""
    if not roles.is_moderator(by):
        raise Refusal(403, "role_too_low", gettext_noop("Your role does not allow this."))
    found = Flag.objects.select_for_update(no_key=True).filter(public_id=flag_id).first()
    if found is None or by.pk in (found.user_id, found.other_id):
        raise Refusal(404, "no_such_signal", gettext_noop("Flag “%(id)s” not found."), id=flag_id[:20])
    return found
