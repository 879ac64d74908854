"""Lists of games for pages, with all that one row shows, beyond `games.record.selectors`."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Q, QuerySet

from accounts.models import User
from games.presenters import times
from games.presenters.computer_levels import ShownLevel
from games.presenters.game_kinds import ShownGame, ShownKind, all_games, game_of
from games.record import selectors
from games.record.models import Game, Invitation, Seat
from games.record.projections import LEGEND_KINDS, Projection
from games.record.tables import seat_is_free
from games.search.selectors.found_games import LATEST_ENDED_FIRST
from games.seating.selectors.open_tables import open_tables_for, shown_to
from games.seating.selectors.titles import latest_winner
from games.time import terms
from games.time.clocks import Unlimited
from pyramido_site.infrastructure.site_clock import now_ms
from pyramido_site.infrastructure.utc import utc_datetime

FINISHED_SHOWN = 20
LOBBY_SHOWN = 60
LOBBY_ORDER = ("-opened_at", "-id")


@dataclass(frozen=True, slots=True)
class Entry:
    """A table in a list, as one user sees it: `seat` is that user's, or None; `now` is what its log says."""

    game: Game
    shown: ShownGame
    seats: tuple[Seat, ...]
    seat: Seat | None
    now: Game | Projection

    @property
    def kind(self) -> ShownKind | None:
        """The kind of table, or None if it is no longer offered."""
        return self.shown.kind_of(self.game.options)

    @property
    def host(self) -> User | None:
        """The table's host; None at tables made by pairing."""
        return next((seat.user for seat in self.seats if seat.user_id == self.game.host_id), None)

    @property
    def hosting(self) -> bool:
        """Whether the user is the host of the table."""
        return self.seat is not None and self.seat.user_id == self.game.host_id

    @property
    def levels(self) -> tuple[ShownLevel, ...]:
        """The levels at which the computer plays the game."""
        return self.shown.levels

    @property
    def substitute(self) -> ShownLevel | None:
        """The level that plays on for users who leave, or None."""
        return ShownLevel(self.game.substitute) if self.game.substitute else None

    @property
    def again(self) -> str:
        """Address of the form that opens tables, with the same choices; "" if this kind is no longer offered."""
        if self.kind is None:
            return ""
        time = times.ShownControl(self.agreed.time_control)
        others = {seat.ai for seat in self.seats if seat.user_id is None and seat.kind not in LEGEND_KINDS}
        people = sum(seat.user_id is not None for seat in self.seats)
        if people > 1 or len(others) != 1:
            return self.kind.open_with("", time.value if time.timed and time.value in times.OFFERED else "")
        return self.kind.open_with(*others)

    @property
    def others(self) -> list[Seat]:
        """The seats of others."""
        return [seat for seat in self.seats if seat != self.seat]

    @property
    def free(self) -> int:
        """The number of free seats, including held ones."""
        return sum(map(seat_is_free, self.seats))

    @property
    def held(self) -> dict[int, Invitation]:
        """The invitations that hold seats of an open table, by seat."""
        if self.game.status != Game.Status.OPEN:
            return {}
        return {one.seat: one for one in self.game.invitations.all()}

    @property
    def takeable(self) -> int:
        """The number of free seats that are not held."""
        return self.free - len(self.held)

    @property
    def alone(self) -> bool:
        """Whether exactly one user sits there."""
        return sum(seat.user_id is not None for seat in self.seats) == 1

    @property
    def expires_in(self) -> str:
        """Time until an open table expires, in words; "" once the game has started."""
        ms = self.game.expires_ms if self.game.status == Game.Status.OPEN else None
        return "" if ms is None else times.left(ms - now_ms())

    @property
    def my_turn(self) -> bool:
        """Whether the user owes a move: not if an AI plays on for the user, nor while the game is paused."""
        return self.seat is not None and to_move(self.seat.number, self.seat.ai, self.now.to_move, self.now.table_state)

    @property
    def my_answer(self) -> str:
        """The request of other players that the user has to answer: `pause`, `take_back`, or ""."""
        return "" if self.seat is None else asked_of(self.seat.number, self.seat.ai, self.now.table_state)

    @property
    def agreed(self) -> terms.Terms:
        """The table's terms."""
        return terms.of(self.game.terms)

    @property
    def time(self) -> str:
        """The time control in a few words."""
        return times.in_words(self.agreed.time_control)

    @property
    def time_explained(self) -> str:
        """The time control with all that it means."""
        return times.explained(self.agreed.time_control)

    @property
    def timed(self) -> bool:
        """Whether the table has a time control."""
        return not isinstance(self.agreed.time_control, Unlimited)

    @property
    def paused(self) -> bool:
        """Whether the game is paused."""
        return bool(self.now.table_state and self.now.table_state["paused_ms"] is not None)

    @property
    def away(self) -> list[Seat]:
        """The seats of users on vacation."""
        return [seat for seat in self.seats if self.now.table_state and seat.number in self.now.table_state["away"]]

    @property
    def deadline_ms(self) -> int | None:
        """The user's deadline if the user is to move, else the earliest deadline of the others, or None."""
        clocks = (self.now.table_state or {}).get("clocks") or []
        running = {seat: clock["deadline_ms"] for seat, clock in enumerate(clocks) if clock and clock["deadline_ms"]}
        if self.my_turn and self.seat is not None:
            return running.get(self.seat.number)
        return min(running.values(), default=None)

    @property
    def deadline(self) -> datetime | None:
        """The same as a date and time."""
        ms = self.deadline_ms
        return None if ms is None else utc_datetime(ms)

    @property
    def time_left(self) -> str:
        """Time until the deadline, in words; "" without one."""
        ms = self.deadline_ms
        return "" if ms is None else times.left(ms - now_ms())

    @property
    def hurried(self) -> bool:
        """Whether the user's own time is running out."""
        ms = self.deadline_ms
        return self.my_turn and ms is not None and ms - now_ms() < times.little_ms(self.agreed.time_control)

    @property
    def moved_at(self) -> datetime | None:
        """When the last event happened, or None."""
        ms = self.now.last_event_ms
        return None if ms is None else utc_datetime(ms)

    @property
    def result(self) -> list[tuple[Seat, int]]:
        """Each seat with its score, best first; empty while the game is running."""
        outcome = self.game.outcome
        if outcome is None:
            return []
        pairs = [(seat, outcome["scores"][seat.number]) for seat in self.seats]
        return sorted(pairs, key=lambda pair: (pair[0].rank or 0, pair[0].number))

    @property
    def won(self) -> bool:
        """Whether the user has won, or shares the first place."""
        return self.seat is not None and self.seat.rank == 1


def to_move(number: int, ai: str, bits: int, table_state: Mapping[str, Any] | None) -> bool:
    """Return whether the user on a seat owes a move now, from columns of the seat and of the game."""
    return not ai and bool(bits >> number & 1) and (table_state or {}).get("paused_ms") is None


def asked_of(number: int, ai: str, table_state: Mapping[str, Any] | None) -> str:
    """Return the request that the user on a seat has yet to answer, or ""."""
    asked = (table_state or {}).get("asked")
    if not asked or ai or number == asked["seat"] or number in asked["agreed"] or (table_state or {})["left"][number]:
        return ""
    return str(asked["what"])


def entry(game: Game, user: User | None) -> Entry:
    """Return the entry of a game from `selectors.games_with_seats()`."""
    seats = tuple(game.seats.all())
    own = None if user is None else next((seat for seat in seats if seat.user_id == user.pk), None)
    late = selectors.seen_late(game, None if own is None or own.ai else own.number)
    if late is not None:
        seats = tuple(map(copy, seats))  # as the user sees them, not to be saved
        for seat in seats:
            seat.ai, seat.departure = late.position.ai[seat.number] or "", late.position.left[seat.number] or ""
    return Entry(game, game_of(game), seats, own, game if late is None else late.projection)


def open_tables(user: User | None, only: ShownGame | None = None) -> QuerySet[Game]:
    """Return open tables, newest first; with `only`, those of that game."""
    games = open_tables_for(user)
    return games if only is None else games.filter(game_key=only.key)


@dataclass(frozen=True, slots=True)
class Title:
    """A title held by the latest winner of a kind of table. `holder` is None if there is no winner yet."""

    game: ShownGame
    kind: ShownKind
    holder: User | None


def titles(only: ShownGame | None = None) -> list[Title]:
    """Return all titles, or those of one game."""
    return [
        Title(game, kind, latest_winner(game.key, kind.options))
        for game in all_games()
        if only is None or game.key == only.key
        for kind in game.kinds
        if kind.title
    ]


@dataclass(frozen=True, slots=True)
class MyGames:
    """A user's unfinished tables. Running games come by deadline; those without one follow, and in `mine_to_move`
    (games that wait for the user) they are ordered by longest wait.
    """

    mine_to_move: list[Entry]
    others_to_move: list[Entry]
    waiting: list[Entry]

    def __bool__(self) -> bool:
        return bool(self.mine_to_move or self.others_to_move or self.waiting)


def _running(user: User) -> list[Entry]:
    """Return the user's running games, longest wait first, as far as the user sees it."""
    games = selectors.games_of(user).filter(status=Game.Status.RUNNING)
    return sorted((entry(game, user) for game in games), key=lambda one: (one.now.last_event_ms or 0, one.game.pk))


def my_games(user: User) -> MyGames:
    """Return the user's unfinished tables."""
    games, running = selectors.games_of(user), _running(user)
    return MyGames(
        mine_to_move=sorted((one for one in running if owes(one)), key=_urgency),
        others_to_move=sorted((one for one in reversed(running) if not owes(one)), key=_urgency),
        waiting=[entry(game, user) for game in games.filter(status=Game.Status.OPEN)],
    )


def owes(one: Entry) -> bool:
    """Return whether the game waits for the user."""
    return one.my_turn or bool(one.my_answer)


def _urgency(one: Entry) -> int:
    deadline = one.deadline_ms
    return sys.maxsize if deadline is None else deadline


def waiting_count(user: User, but: str = "") -> int:
    """Return how many games wait for the user, without the game with the public id `but`."""
    seats = Seat.objects.filter(user=user, ai="", game__status=Game.Status.RUNNING).exclude(game__public_id=but)
    rows = seats.values_list("number", "game__to_move", "game__table_state")
    return sum(to_move(number, "", bits, now) or bool(asked_of(number, "", now)) for number, bits, now in rows)


def next_game(user: User) -> str | None:
    """Return the public id of the most urgent game that waits for the user, or None."""
    return next(iter(waiting_games(user)), None)


def waiting_games(user: User) -> list[str]:
    """Return public ids of the games that wait for the user, most urgent first."""
    return [one.game.public_id for one in sorted((one for one in _running(user) if owes(one)), key=_urgency)]


@dataclass(frozen=True, slots=True)
class Record:
    """How often a user has finished a kind of table, and won it."""

    kind: ShownKind
    finished: int
    won: int


def records_of(user: User) -> list[tuple[ShownGame, list[Record]]]:
    """Return the games that a user has finished, each with its kinds of tables, in the order in which they are
    offered.
    """
    rows = (
        Seat.objects.filter(user=user, game__status=Game.Status.FINISHED)
        .values_list("game__game_key", "game__options")
        .annotate(finished=Count("pk"), won=Count("pk", filter=Q(rank=1, ai="")))
    )
    counted = list(rows)
    records = [(game, [_record(kind, counted) for kind in game.kinds]) for game in all_games()]
    played = [(game, [record for record in kinds if record.finished]) for game, kinds in records]
    return [(game, kinds) for game, kinds in played if kinds]


def _record(kind: ShownKind, counted: list[Any]) -> Record:
    """Return the record of a kind. SQLite groups equal options separately if their keys were stored in different order;
    this adds them up.
    """
    same = [row[2:] for row in counted if row[:2] == (kind.rules.key, kind.options)]
    return Record(kind, sum(finished for finished, _ in same), sum(won for _, won in same))


def finished_games(user: User, viewer: User | None) -> QuerySet[Game]:
    """Return the user's finished games that the viewer may find, latest first."""
    games = selectors.games_of(user).filter(status=Game.Status.FINISHED).order_by(*LATEST_ENDED_FIRST)
    return games if viewer == user else shown_to(games, viewer)
