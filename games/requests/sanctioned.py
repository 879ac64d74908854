"""Refusals of users under a sanction that does not close the account."""

from __future__ import annotations

from accounts.models import Sanction, User
from accounts.notifications import sanction_words
from accounts.sanctions import selectors as sanctions
from accounts.sanctions.selectors import Kind
from games.requests.refusals import Refusal

CODES = {Kind.MUTE: "muted", Kind.UNRATED: "unrated", Kind.SUSPENSION: "account_closed", Kind.BAN: "account_closed"}


def refusal(sanction: Sanction, field: str | None = None) -> Refusal:
    """Return a 403 that names the sanction, its end and its reason."""
    template, params = sanction_words.words(sanction)
    refused = Refusal(403, CODES[Kind(sanction.kind)], template, field=field)
    refused.params = params
    return refused


def check(user: User, kind: Kind, field: str) -> None:
    """Raise Refusal 403 if the user is under a sanction of this kind."""
    sanction = sanctions.of_kind(user, kind)
    if sanction is not None:
        raise refusal(sanction, field)
