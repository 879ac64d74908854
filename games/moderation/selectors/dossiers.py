"""What moderators may read about a user and about a game. A running game is shown as to a spectator, and its chat is
hidden from moderators who play in it. Each function takes a bounded number of queries, whatever there is to show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from django.contrib.auth.models import Group
from django.db.models import Count, Q, QuerySet

from accounts.models import Sanction, User
from accounts.sanctions import selectors as sanctions
from games.chat.models import ChatLine
from games.fair_play.models import Flag
from games.moderation.models import Appeal, ModerationDecision, Report
from games.moderation.selectors import impartial, roles
from games.moderation.selectors.report_queue import accuracies
from games.record import positions, selectors
from games.record.models import Game, Seat
from games.record.tables import JSON
from games.time import terms, timing
from pyramido_site.infrastructure.public_ids import NO_ID, PublicId
from pyramido_site.infrastructure.site_clock import now_ms
from ratings import selectors as rating_selectors
from ratings.models import Rating

LATEST = 10
"""Rows of each list in a dossier."""
AROUND = 12
"""Lines shown before and after a named chat line."""
LINES = 30
"""Lines shown of a room if no line is named."""

State = Report.State


def reports() -> QuerySet[Report]:
    """Return all reports, with their users."""
    return Report.objects.select_related("reporter", "reported", "claimed_by", "decided_by")


def decisions() -> QuerySet[ModerationDecision]:
    """Return all decisions, with everything that an entry of the log shows."""
    return ModerationDecision.objects.select_related(
        "by", "user", "report", "sanction", "undoes", "undone_by__by", "appeal"
    )


def decisions_on(report: Report) -> QuerySet[ModerationDecision]:
    """Return the decisions that were made on a report, oldest first."""
    return decisions().filter(report=report).order_by("pk")


def logged(decision: ModerationDecision) -> ModerationDecision:
    """Return the decision, read again with everything that an entry of the log shows."""
    return decisions().get(pk=decision.pk)


def waiting_for(reader: User) -> int:
    """Return how many reports and appeals wait for moderators, without reports about `reader`."""
    filed = Report.objects.filter(state__in=Report.WAITING).exclude(reported=reader)
    return filed.count() + Appeal.objects.filter(state=Appeal.State.OPEN).count()


def flags_for(reader: User) -> QuerySet[Flag]:
    """Return all flags except those about `reader`."""
    found = Flag.objects.select_related("user", "other", "seen_by")
    return found.exclude(Q(user=reader) | Q(other=reader, other__isnull=False))


def seen_flag(flag: Flag, reader: User) -> Flag:
    """Return the flag, read again as `flags_for` does. Raise Flag.DoesNotExist if it is about `reader`."""
    return flags_for(reader).get(pk=flag.pk)


def flags_about(user: User, reader: User) -> list[Flag]:
    """Return the strongest flags about `user` that are not dismissed and that `reader` may see, strongest first."""
    about = flags_for(reader).filter(Q(user=user) | Q(other=user)).exclude(state=Flag.State.DISMISSED)
    return list(about.order_by("-strength", "-pk")[:LATEST])


def ranks(users: Collection[User]) -> dict[int, int]:
    """Return `roles.rank_kept` by row id of the user. One query for any number of users."""
    role_of = {codename: role for role, codenames in roles.PERMISSIONS.items() for codename in codenames[-1:]}
    held = Q(permissions__content_type__app_label="games", permissions__codename__in=role_of)
    found = Group.objects.filter(held, user__in=[user.pk for user in users])
    rows = found.values_list("user", "permissions__codename")
    best = dict.fromkeys((user.pk for user in users), roles.PLAYER)
    for user_id, codename in rows:
        best[user_id] = max(best[user_id], role_of[codename])
    for user in users:
        if user.is_superuser:
            best[user.pk] = roles.ADMINISTRATOR
    return best


@dataclass(frozen=True, slots=True)
class Dossier:
    """All that moderators read about an account. `against` are the latest reports about it, `filed` its own; each list
    is cut to LATEST, the counts are not.
    """

    user: User
    upheld: int
    denied: int
    against: list[Report]
    against_by_state: Counter[str]
    filed: list[Report]
    filed_count: int
    decisions: list[ModerationDecision]
    sanctions: list[Sanction]
    games: list[Game]
    played: JSON
    """Numbers of games: `running`, `finished`, `won`, `resigned`, `timed_out`."""
    ratings: list[Rating]
    flags: list[Flag]
    names: list[str]
    """Former names of the account, before moderators renamed it."""

    @property
    def waiting(self) -> int:
        """How many reports about the account are open or claimed."""
        return self.against_by_state[State.OPEN] + self.against_by_state[State.CLAIMED]


def dossier(user: User, reader: User) -> Dossier:
    """Return what `reader` may read about `user`. Readers see neither reports nor flags about themselves."""
    own = user.pk == reader.pk
    against = reports().filter(reported=user)
    filed = reports().filter(reporter=user).exclude(reported=reader)
    states = Report.objects.filter(reported=user).values_list("state").annotate(count=Count("pk")).order_by()
    upheld, denied = accuracies([user.pk])[user.pk]
    renamed = ModerationDecision.objects.filter(user=user, action=ModerationDecision.Action.RENAME).order_by("pk")
    return Dossier(
        user,
        upheld,
        denied,
        [] if own else list(against.order_by("-pk")[:LATEST]),
        Counter() if own else Counter(dict(states)),
        list(filed.order_by("-pk")[:LATEST]),
        filed.count(),
        list(decisions().filter(user=user).order_by("-pk")[:LATEST]),
        sanctions.of_user(user)[:LATEST],
        list(_games(user)),
        _played(user),
        rating_selectors.ratings_of(user.pk),
        [] if own else flags_about(user, reader),
        list(dict.fromkeys(str(data["old"]) for data in renamed.values_list("data", flat=True) if data.get("old"))),
    )


def _games(user: User) -> QuerySet[Game]:
    begun = selectors.games_of(user).filter(status__in=(Game.Status.RUNNING, Game.Status.FINISHED))
    return begun.order_by("-started_ms", "-id")[:LATEST]


def _played(user: User) -> JSON:
    over = Q(game__status=Game.Status.FINISHED)
    return Seat.objects.filter(user=user).aggregate(
        running=Count("pk", filter=Q(game__status=Game.Status.RUNNING)),
        finished=Count("pk", filter=over),
        won=Count("pk", filter=over & Q(rank=1, ai="")),
        resigned=Count("pk", filter=Q(departure="resigned")),
        timed_out=Count("pk", filter=Q(departure="timed_out")),
    )


# --- a game -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeatTime:
    """The clock of a user's seat. `used_ms` is the counted time of the whole game; None, like `left_ms`, without a time
    control.
    """

    seat: Seat
    left_ms: int | None
    used_ms: int | None
    running: bool


@dataclass(frozen=True, slots=True)
class GameFile:
    """A game as the desk shows it. `rooms` is None for readers who may not read its chat."""

    game: Game
    table: JSON
    times: list[SeatTime]
    rooms: dict[str, list[ChatLine]] | None = field(default_factory=dict)


def game_file(public_id: PublicId, reader: User, line: PublicId = NO_ID) -> GameFile | None:
    """Return the game with its clocks and chat (around `line`, if named), or None if the game is gone."""
    game = selectors.games_with_seats().filter(public_id=public_id).first() if public_id else None
    if game is None:
        return None
    shut = game.status == Game.Status.RUNNING and impartial.sits(reader, game)
    rooms = None if shut else {room: _said(game, room, line) for room in ChatLine.Room.values}
    return GameFile(game, selectors.table_of(game, None), _times(game), rooms)


def _times(game: Game) -> list[SeatTime]:
    seats = [seat for seat in game.seats.all() if seat.user_id is not None]
    entry = None if game.seq is None else positions.load_for_display(game)
    if entry is None:
        return []
    clocks, calendar = timing.read(entry.position), terms.of(entry.position.terms).calendar
    at_ms = now_ms()
    times = []
    for seat in seats:
        clock = clocks[seat.number]
        if clock is None:
            times.append(SeatTime(seat, None, None, running=False))
            continue
        ran = calendar.counted(clock.since_ms, at_ms) if clock.since_ms is not None else 0
        times.append(SeatTime(seat, max(0, clock.left_ms - ran), clock.used_ms + ran, clock.running))
    return times


def _said(game: Game, room: str, line: PublicId) -> list[ChatLine]:
    """Return lines of a room in the order in which they were written."""
    said = ChatLine.objects.filter(game=game, room=room).select_related("user")
    at = ChatLine.objects.filter(game=game, public_id=line).values_list("at_ms", "pk").first() if line else None
    if at is None:
        return list(reversed(said.order_by("-pk")[:LINES]))
    before = said.filter(pk__lte=at[1]).order_by("-pk")[: AROUND + 1]
    after = said.filter(pk__gt=at[1]).order_by("pk")[:AROUND]
    return [*reversed(before), *after]


def titles_of(games: Iterable[str]) -> dict[str, str]:
    """Return the keys of games by the public ids of their tables. One query."""
    return dict(Game.objects.filter(public_id__in=set(games) - {""}).values_list("public_id", "game_key"))
