"""Sanctions in words: what each means, until when, and why."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.urls import reverse
from django.utils import formats
from django.utils.translation import gettext, gettext_noop

from accounts.notifications import preferences
from accounts.sanctions.models import Sanction
from accounts.sanctions.selectors import Kind

_UNTIL: Final = {
    Kind.WARNING: gettext_noop("Warning from the moderators: %(reason)s"),
    Kind.MUTE: gettext_noop("You are muted until %(until)s. Reason: %(reason)s"),
    Kind.UNRATED: gettext_noop("You cannot play rated games until %(until)s. Reason: %(reason)s"),
    Kind.SUSPENSION: gettext_noop("This account is suspended until %(until)s. Reason: %(reason)s"),
    Kind.BAN: gettext_noop("This account is closed until %(until)s. Reason: %(reason)s"),
}
_FOR_GOOD: Final = {
    Kind.WARNING: _UNTIL[Kind.WARNING],
    Kind.MUTE: gettext_noop("You are muted permanently. Reason: %(reason)s"),
    Kind.UNRATED: gettext_noop("You can no longer play rated games. Reason: %(reason)s"),
    Kind.SUSPENSION: gettext_noop("This account is suspended. Reason: %(reason)s"),
    Kind.BAN: gettext_noop("This account is closed permanently. Reason: %(reason)s"),
}


class Moment:
    """A time, formatted with its zone in the language active when it is shown."""

    def __init__(self, at_ms: int, zone: ZoneInfo) -> None:
        self.at = datetime.fromtimestamp(at_ms / 1000, zone)

    def __str__(self) -> str:
        return f"{formats.date_format(self.at, 'DATETIME_FORMAT')} ({self.at.tzinfo})"


def words(sanction: Sanction) -> tuple[str, dict[str, Any]]:
    """Return the English sentence and its parameters: `gettext(sentence) % params`."""
    params: dict[str, Any] = {"reason": sanction.reason}
    if sanction.until_ms is None:
        return _FOR_GOOD[Kind(sanction.kind)], params
    zone = preferences.zone_of(preferences.of(sanction.user_id))
    return _UNTIL[Kind(sanction.kind)], {**params, "until": Moment(sanction.until_ms, zone)}


def sentence(sanction: Sanction) -> str:
    """Return the sentence in the active language."""
    template, params = words(sanction)
    return gettext(template) % params


def how_to_appeal(link: str | None) -> str:
    """Return how a user who can no longer sign in appeals, in the active language.

    Without a `link` it refers to the sign-in page.
    """
    if link is None:
        sign_in = f"{settings.SITE_URL}{reverse('account_login')}"
        return gettext(
            "To appeal or download your data, sign in at %(link)s as usual: you will then be shown the decision."
        ) % {"link": sign_in}
    return gettext("Read the decision, appeal against it, or download your data: %(link)s") % {"link": link}
