"""Impartiality: moderators may not decide in matters in which they take part."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from django.db.models import Q
from django.utils.translation import gettext_noop

from accounts.models import User
from games.moderation.models import Report
from games.record.models import Game, Seat
from games.requests.refusals import Refusal
from games.time.clocks import DAY_MS
from pyramido_site.infrastructure.public_ids import PublicId
from pyramido_site.infrastructure.site_clock import now_ms

RECENT_MS: Final = 30 * DAY_MS
"""How long (ms) a game counts as shared after its end."""


def sits(user: User, game: Game) -> bool:
    """Return whether the user has, or had, a seat in a game. Its seats must be prefetched."""
    return any(seat.user_id == user.pk for seat in game.seats.all())


def shares_game_with(by: User, users: Collection[int]) -> set[int]:
    """Return which of `users` (row ids) share a game with `by` that is running or ended less than 30 days ago. Games
    that a player has left count. One query.
    """
    lately = Q(game__status=Game.Status.RUNNING) | Q(game__finished_ms__gt=now_ms() - RECENT_MS)
    own = Seat.objects.filter(lately, user=by).values("game")
    found = Seat.objects.filter(game__in=own, user__in=users).exclude(user=by)
    return set(User.objects.filter(pk__in=found.values("user")).values_list("pk", flat=True))


def players_of(game: PublicId) -> list[int]:
    """Return row ids of the users who sit, or sat, at the game with this public id."""
    seats = Seat.objects.filter(game__public_id=game, user__isnull=False)
    return list(User.objects.filter(pk__in=seats.values("user")).values_list("pk", flat=True))


def why_not(by: User, user: User, report: Report | None = None, games: Collection[PublicId] = ()) -> Refusal | None:
    """Return the refusal if `by` may not decide about `user`, about a report, or in a matter of these games (public
    ids); None if there is no objection.
    """
    if report is not None and report.reported_id == by.pk:
        return Refusal(403, "partial", gettext_noop("This report is about you. Another moderator must decide."))
    if report is not None and report.reporter_id == by.pk:
        return Refusal(403, "partial", gettext_noop("You filed this report. Another moderator must decide."))
    played = {*games, report.game if report is not None else ""} - {""}
    if played and Seat.objects.filter(game__public_id__in=played, user=by).exists():
        return Refusal(
            403, "partial", gettext_noop("You are or were a player in this game. Another moderator must decide.")
        )
    if shares_game_with(by, [user.pk]):
        template = gettext_noop(
            "You have played with this player in the last %(days)s days. Another moderator must decide."
        )
        return Refusal(403, "partial", template, days=RECENT_MS // DAY_MS)
    return None
