"""Who plays no rated games: people who run out of time again and again, until they have finished as many, and those
whom moderators do not let.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.db.models import Count, F, Q, Window
from django.db.models.functions import RowNumber
from django.utils.translation import gettext_noop

from accounts import sanctions
from accounts.models import User
from accounts.sanctions import Kind
from games.errors import Refusal
from games.models import Game, Seat
from games.moderation import held

ABSENCES = 3
"""So many that have not been made good shut somebody out."""

LOOKED_AT = 60
"""Games that are looked at, the latest."""

ENDED = Q(left="", game__status=Game.Status.FINISHED) | Q(left="timed_out")
"""Of a seat whose person has finished the game, or was absent."""


def owed_games(absent: Iterable[bool]) -> int:
    """How many games somebody must finish before rated play, 0 if none: from the ended games, oldest first, and whether
    that person timed out of each. Every game that is finished makes one absence good.
    """
    debt, shut_out = 0, False
    for timed_out in absent:
        debt = debt + 1 if timed_out else max(0, debt - 1)
        shut_out = debt >= ABSENCES or (shut_out and debt > 0)
    return debt if shut_out else 0


def games_owed(user: User) -> int:
    """How many games the user has to finish before rated play; one that the user resigned was not. One query."""
    ended = Seat.objects.filter(ENDED, user=user)
    latest = ended.order_by("-game__moved_ms", "-game_id").values_list("left", flat=True)[:LOOKED_AT]
    return owed_games([left == "timed_out" for left in reversed(latest)])


def shut_out(users: Any) -> set[int]:
    """Those of many users (a subquery or ids) who owe games, or may play no rated ones by the moderators' decision. Two
    queries, which read the games of nobody but those who have been absent so often.
    """
    barred = sanctions.holding().filter(kind=Kind.UNRATED, user__in=users).order_by()
    absent = Seat.objects.filter(left="timed_out", user__in=users).order_by().values("user_id")
    often = absent.annotate(n=Count("pk")).filter(n__gte=ABSENCES).values("user_id")
    nth = Window(RowNumber(), partition_by=F("user_id"), order_by=[F("game__moved_ms").desc(), F("game_id").desc()])
    latest = Seat.objects.filter(ENDED, user__in=often).annotate(nth=nth).filter(nth__lte=LOOKED_AT)
    histories: defaultdict[int, list[bool]] = defaultdict(list)
    for user, left in latest.order_by("user_id", "-nth").values_list("user_id", "left"):
        if user is not None:
            histories[user].append(left == "timed_out")
    owing = {user for user, absences in histories.items() if owed_games(absences)}
    return owing | set(barred.values_list("user_id", flat=True))


def check_may_play_rated(user: User) -> None:
    """Raises Refusal for guests, for those whom moderators do not let, and for those who have games to finish."""
    if user.is_guest:
        raise Refusal(403, "guests_unrated", gettext_noop("Guests play unrated: sign up first."), field="rated")
    held.check(user, Kind.UNRATED, "rated")
    owed = games_owed(user)
    if owed:
        raise Refusal(
            403,
            "absent_too_often",
            gettext_noop("You ran out of time too often: finish %(games)s games, then you may play rated ones again."),
            field="rated",
            games=owed,
        )
