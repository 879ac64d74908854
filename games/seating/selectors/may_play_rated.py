"""Who may play rated games."""

from __future__ import annotations

from django.utils.translation import gettext_noop

from accounts.models import User
from accounts.sanctions.selectors import Kind
from games.requests import sanctioned
from games.requests.refusals import Refusal
from games.seating.selectors.absence import games_owed


def check_may_play_rated(user: User) -> None:
    """Raise Refusal 403 if the user is a guest, is barred by moderators, or owes games."""
    if user.is_guest:
        raise Refusal(
            403, "guests_unrated", gettext_noop("Guests can only play unrated games. Sign up first."), field="rated"
        )
    sanctioned.check(user, Kind.UNRATED, "rated")
    owed = games_owed(user)
    if owed:
        raise Refusal(
            403,
            "absent_too_often",
            gettext_noop(
                "You have run out of time or aborted rated games too often. Finish %(games)s games to play rated again."
            ),
            field="rated",
            games=owed,
        )
