"""Who may play rated games: all users except guests, users barred by moderators, and users who time out or abort too
often; the latter may again once they have finished enough games.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from operator import itemgetter
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, Window
from django.db.models.functions import RowNumber
from django.utils.translation import gettext_noop

from accounts.models import User
from accounts.sanctions import selectors as sanctions
from accounts.sanctions.selectors import Kind
from games.record.models import Event, Game, Seat
from games.requests import sanctioned
from games.requests.refusals import Refusal
from games.time.clocks import DAY_MS

ABSENCES = 3
"""Number of absences not yet made good that excludes a user from rated games."""

ABORTS = 3
"""Number of rated games aborted within 24 hours that counts as one absence."""

LOOKED_AT = 60
"""Number of latest ended games that are considered."""

ENDED = Q(departure="", game__status=Game.Status.FINISHED) | Q(departure="timed_out")
"""Filter for seats whose user finished the game or timed out."""


def debt_after(absent: Iterable[bool]) -> int:
    """Return the debt that a history leaves: how many games a user must finish before rated play, 0 if none. `absent`
    says of each ended game, oldest first, whether the user timed out. Each finished game makes one absence good.
    """
    debt, is_excluded = 0, False
    for timed_out in absent:
        debt = debt + 1 if timed_out else max(0, debt - 1)
        is_excluded = debt >= ABSENCES or (is_excluded and debt > 0)
    return debt if is_excluded else 0


def absences_by_aborts(aborted_ms: Iterable[int]) -> list[int]:
    """Return the times of the absences that aborts of rated games add up to. Whenever three aborts lie within 24 hours,
    the time of the third is an absence; the three do not count towards another one. `aborted_ms` are the times of a
    user's aborts, in rising order.
    """
    lately: list[int] = []
    found = []
    for at_ms in aborted_ms:
        lately = [*(one for one in lately if one > at_ms - DAY_MS), at_ms]
        if len(lately) == ABORTS:
            found.append(at_ms)
            lately = []
    return found


def games_owed(user: User) -> int:
    """Return how many games the user must finish before rated play. A game that the user resigned does not count as
    finished. Two queries.
    """
    latest = Seat.objects.filter(ENDED, user=user).order_by("-game__last_event_ms", "-game_id")
    ended = list(latest.values_list("game__last_event_ms", "departure")[:LOOKED_AT])[::-1]
    return debt_after(_history(ended, [at_ms for _, at_ms in _aborts([user.pk])]))


def excluded(users: Any) -> set[int]:
    """Return which of these users (a subquery or ids) owe games or are barred from rated play by moderators. Four
    queries; they read the games only of users who were absent often enough.
    """
    barred = sanctions.holding().filter(kind=Kind.UNRATED, user__in=users).order_by()
    absent = Seat.objects.filter(departure="timed_out", user__in=users).order_by().values("user_id")
    times = Counter(dict(absent.annotate(n=Count("pk")).values_list("user_id", "n")))
    aborts: defaultdict[int, list[int]] = defaultdict(list)
    for aborter, aborted_ms in _aborts(users):
        aborts[aborter].append(aborted_ms)
    times.update({user: len(absences_by_aborts(aborted)) for user, aborted in aborts.items()})
    often = [user for user, absences in times.items() if absences >= ABSENCES]
    nth = Window(
        RowNumber(), partition_by=F("user_id"), order_by=[F("game__last_event_ms").desc(), F("game_id").desc()]
    )
    latest = Seat.objects.filter(ENDED, user__in=often).annotate(nth=nth).filter(nth__lte=LOOKED_AT)
    ended: defaultdict[int | None, list[tuple[int | None, str]]] = defaultdict(list)
    for user_id, at_ms, left in latest.order_by("user_id", "-nth").values_list(
        "user_id", "game__last_event_ms", "departure"
    ):
        ended[user_id].append((at_ms, left))
    owing = {user for user in often if debt_after(_history(ended[user], aborts[user]))}
    return owing | set(barred.values_list("user_id", flat=True))


def _aborts(users: Any) -> list[tuple[int, int]]:
    """Return user and time of each rated game that one of these users aborted, by time. Leaves out games aborted
    because the user did not begin in time: that is an absence already.
    """
    by_seat = Event.objects.filter(
        game=OuterRef("game_id"), seq=OuterRef("game__seq"), seat=OuterRef("number"), kind="aborted"
    )
    seats = Seat.objects.filter(
        Exists(by_seat), user__in=users, departure="", game__rated=True, game__status=Game.Status.ABORTED
    )
    rows = seats.order_by("game__last_event_ms", "game_id").values_list("user_id", "game__last_event_ms")
    return [(user or 0, at_ms or 0) for user, at_ms in rows]


def _history(ended: Iterable[tuple[int | None, str]], aborted_ms: Iterable[int]) -> list[bool]:
    """Return the input of `debt_after`, made of the ended games (time and departure) and the aborts, oldest first."""
    games = [(at_ms or 0, left == "timed_out") for at_ms, left in ended]
    absences = [(at_ms, True) for at_ms in absences_by_aborts(aborted_ms)]
    return [absent for _, absent in sorted([*games, *absences], key=itemgetter(0))[-LOOKED_AT:]]


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
