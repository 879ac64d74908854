"""Who plays no rated games: people who run out of time or abort again and again, until they have finished as many, and
those whom moderators do not let.
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
from accounts.sanctions import services as sanctions
from accounts.sanctions.services import Kind
from games.record.models import Event, Game, Seat
from games.requests import sanctioned
from games.requests.refusals import Refusal
from games.time.clocks import DAY

ABSENCES = 3
"""So many that have not been made good shut somebody out."""

ABORTS = 3
"""So many rated games that somebody aborts within 24 hours are an absence."""

LOOKED_AT = 60
"""Games that are looked at, the latest."""

ENDED = Q(departure="", game__status=Game.Status.FINISHED) | Q(departure="timed_out")
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


def absences_by_aborts(aborted_ms: Iterable[int]) -> list[int]:
    """When somebody's aborts of rated games, at these times in rising order, made an absence: with every third within
    24 hours, each counted once.
    """
    lately: list[int] = []
    found = []
    for at_ms in aborted_ms:
        lately = [*(one for one in lately if one > at_ms - DAY), at_ms]
        if len(lately) == ABORTS:
            found.append(at_ms)
            lately = []
    return found


def games_owed(user: User) -> int:
    """How many games the user has to finish before rated play; one that the user resigned was not. Two queries."""
    latest = Seat.objects.filter(ENDED, user=user).order_by("-game__last_event_ms", "-game_id")
    ended = list(latest.values_list("game__last_event_ms", "departure")[:LOOKED_AT])[::-1]
    return owed_games(_history(ended, [at_ms for _, at_ms in _aborts([user.pk])]))


def shut_out(users: Any) -> set[int]:
    """Those of many users (a subquery or ids) who owe games, or may play no rated ones by the moderators' decision.
    Four queries, which read the games of nobody but those who have been absent so often.
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
    owing = {user for user in often if owed_games(_history(ended[user], aborts[user]))}
    return owing | set(barred.values_list("user_id", flat=True))


def _aborts(users: Any) -> list[tuple[int, int]]:
    """Who of these users has aborted a rated game, and when, in the order of time; not those who did not begin in time,
    which is an absence by itself.
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
    """For `owed_games`, from the ended games (when, and how they were left) and the aborts, oldest first."""
    games = [(at_ms or 0, left == "timed_out") for at_ms, left in ended]
    absences = [(at_ms, True) for at_ms in absences_by_aborts(aborted_ms)]
    return [absent for _, absent in sorted([*games, *absences], key=itemgetter(0))[-LOOKED_AT:]]


def check_may_play_rated(user: User) -> None:
    """Raises Refusal for guests, for those whom moderators do not let, and for those who have games to finish."""
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
