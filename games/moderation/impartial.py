"""Who may not decide about a report: whoever has a part in it."""

from __future__ import annotations

from django.utils.translation import gettext_noop

from accounts.models import User
from games.errors import Refusal
from games.models import Game, Report, Seat


def sits(user: User, game: Game) -> bool:
    """At a game whose seats are prefetched; who has left it, too."""
    return any(seat.user_id == user.pk for seat in game.seats.all())


def why_not(by: User, report: Report | None = None, game: str = "") -> Refusal | None:
    """Why `by` may not decide about a report, or about a game by its public id; None if nothing stands against it."""
    if report is not None and report.reported_id == by.pk:
        return Refusal(403, "partial", gettext_noop("This report is about you: another moderator decides."))
    if report is not None and report.reporter_id == by.pk:
        return Refusal(403, "partial", gettext_noop("You have filed this report yourself: another moderator decides."))
    played = {game, report.game if report is not None else ""} - {""}
    if played and Seat.objects.filter(game__public_id__in=played, user=by).exists():
        return Refusal(403, "partial", gettext_noop("You play in this game, or did: another moderator decides."))
    return None


def check(by: User, report: Report | None = None, game: str = "") -> None:
    """Raises Refusal 403 `partial`."""
    refusal = why_not(by, report, game)
    if refusal is not None:
        raise refusal
