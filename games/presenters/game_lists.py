"""What the pages read beyond `games.record.selectors`: lists with everything that one line of them shows."""

from __future__ import annotations

import sys
from collections.abc import Mapping
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
from games.record.projections import AUTOMATIC_KINDS
from games.record.tables import seat_is_free
from games.seating.selectors import titles as seating
from games.time import terms
from games.time.clocks import Unlimited
from pyramido_site.infrastructure.site_clock import now_ms
from pyramido_site.infrastructure.utc import utc_datetime

FINISHED_SHOWN = 20
FINISHED_ORDER = ("-finished_ms", "-id")
LOBBY_SHOWN = 60
LOBBY_ORDER = ("-opened_at", "-id")


@dataclass(frozen=True, slots=True)
class Entry:
    """One table in a list, as one person sees it. `seat` is that person's, or None."""

    game: Game
    shown: ShownGame
    seats: tuple[Seat, ...]
    seat: Seat | None

    @property
    def kind(self) -> ShownKind | None:
        return self.shown.kind_of(self.game.options)

    @property
    def host(self) -> User | None:
        """Whoever lets others in; at tables where people were paired it is nobody."""
        return next((seat.user for seat in self.seats if seat.user_id == self.game.host_id), None)

    @property
    def hosting(self) -> bool:
        """Whether the person is the host of a table that waits for players."""
        return self.seat is not None and self.seat.user_id == self.game.host_id

    @property
    def levels(self) -> tuple[ShownLevel, ...]:
        return self.shown.levels

    @property
    def substitute(self) -> ShownLevel | None:
        """Who plays on for people who leave."""
        return ShownLevel(self.game.substitute) if self.game.substitute else None

    @property
    def again(self) -> str:
        """The form that opens tables, with the same chosen; "" where this kind is offered no more."""
        if self.kind is None:
            return ""
        time = times.ShownControl(self.agreed.time_control)
        others = {seat.ai for seat in self.seats if seat.user_id is None and seat.kind not in AUTOMATIC_KINDS}
        people = sum(seat.user_id is not None for seat in self.seats)
        if people > 1 or len(others) != 1:
            return self.kind.open_with("", time.value if time.timed and time.value in times.OFFERED else "")
        return self.kind.open_with(*others)

    @property
    def others(self) -> list[Seat]:
        return [seat for seat in self.seats if seat is not self.seat]

    @property
    def free(self) -> int:
        return sum(map(seat_is_free, self.seats))

    @property
    def held(self) -> dict[int, Invitation]:
        """The invitations that hold seats of a waiting table."""
        if self.game.status != Game.Status.OPEN:
            return {}
        return {one.seat: one for one in self.game.invitations.all()}

    @property
    def takeable(self) -> int:
        """How many seats are free and held for nobody."""
        return self.free - len(self.held)

    @property
    def alone(self) -> bool:
        """Whether no other person sits there."""
        return sum(seat.user_id is not None for seat in self.seats) == 1

    @property
    def expires_in(self) -> str:
        """Until a waiting table closes, in words; "" once the game has begun."""
        ms = self.game.expires_ms if self.game.status == Game.Status.OPEN else None
        return "" if ms is None else times.left(ms - now_ms())

    @property
    def my_turn(self) -> bool:
        """Not where the computer plays on for the person, or while the game is paused."""
        return self.seat is not None and to_move(
            self.seat.number, self.seat.ai, self.game.to_move, self.game.table_state
        )

    @property
    def my_answer(self) -> str:
        """What the others ask for that the person has to agree to or decline: `pause`, `take_back`, or ""."""
        return "" if self.seat is None else asked_of(self.seat.number, self.seat.ai, self.game.table_state)

    @property
    def agreed(self) -> terms.Terms:
        return terms.of(self.game.terms)

    @property
    def time(self) -> str:
        """The time control in words."""
        return times.in_words(self.agreed.time_control)

    @property
    def time_explained(self) -> str:
        return times.explained(self.agreed.time_control)

    @property
    def timed(self) -> bool:
        return not isinstance(self.agreed.time_control, Unlimited)

    @property
    def paused(self) -> bool:
        return bool(self.game.table_state and self.game.table_state["paused_ms"] is not None)

    @property
    def away(self) -> list[Seat]:
        """Whoever is on vacation."""
        return [seat for seat in self.seats if self.game.table_state and seat.number in self.game.table_state["away"]]

    @property
    def deadline_ms(self) -> int | None:
        """Where the person is to move, when that time runs out; else when the first of the others' does."""
        clocks = (self.game.table_state or {}).get("clocks") or []
        running = {seat: clock["deadline_ms"] for seat, clock in enumerate(clocks) if clock and clock["deadline_ms"]}
        if self.my_turn and self.seat is not None:
            return running.get(self.seat.number)
        return min(running.values(), default=None)

    @property
    def deadline(self) -> datetime | None:
        ms = self.deadline_ms
        return None if ms is None else utc_datetime(ms)

    @property
    def time_left(self) -> str:
        """Until the deadline, in words; "" without one."""
        ms = self.deadline_ms
        return "" if ms is None else times.left(ms - now_ms())

    @property
    def hurried(self) -> bool:
        """Whether the person's own time is running out."""
        ms = self.deadline_ms
        return self.my_turn and ms is not None and ms - now_ms() < times.little_ms(self.agreed.time_control)

    @property
    def moved_at(self) -> datetime | None:
        """When anything last happened in the game."""
        ms = self.game.last_event_ms
        return None if ms is None else utc_datetime(ms)

    @property
    def result(self) -> list[tuple[Seat, int]]:
        """Each seat with its score, best first; empty while the game goes on."""
        outcome = self.game.outcome
        if outcome is None:
            return []
        pairs = [(seat, outcome["scores"][seat.number]) for seat in self.seats]
        return sorted(pairs, key=lambda pair: (pair[0].rank or 0, pair[0].number))

    @property
    def won(self) -> bool:
        return self.seat is not None and self.seat.rank == 1


def to_move(number: int, ai: str, bits: int, table_state: Mapping[str, Any] | None) -> bool:
    """Whether the person on a seat owes a move now, from the seat's and the game's columns."""
    return not ai and bool(bits >> number & 1) and (table_state or {}).get("paused_ms") is None


def asked_of(number: int, ai: str, table_state: Mapping[str, Any] | None) -> str:
    """What the person on a seat has been asked for and has not answered, or ""."""
    asked = (table_state or {}).get("asked")
    if not asked or ai or number == asked["seat"] or number in asked["agreed"] or (table_state or {})["left"][number]:
        return ""
    return str(asked["what"])


def entry(game: Game, user: User | None) -> Entry:
    """From a game of `selectors.games_with_seats()`."""
    seats = tuple(game.seats.all())
    own = None if user is None else next((seat for seat in seats if seat.user_id == user.pk), None)
    return Entry(game, game_of(game), seats, own)


def open_tables(user: User | None, only: ShownGame | None = None) -> QuerySet[Game]:
    """Tables that wait for players, newest first; those of one game, if it is given."""
    games = selectors.open_games(user)
    return games if only is None else games.filter(game_key=only.key)


@dataclass(frozen=True, slots=True)
class Title:
    """What the latest winner of a kind of table is called. `holder` is None while nobody has won one."""

    game: ShownGame
    kind: ShownKind
    holder: User | None


def titles(only: ShownGame | None = None) -> list[Title]:
    """All titles, or those of one game."""
    return [
        Title(game, kind, seating.latest_winner(game.key, kind.options))
        for game in all_games()
        if only is None or game.key == only.key
        for kind in game.kinds
        if kind.title
    ]


@dataclass(frozen=True, slots=True)
class MyGames:
    """One's own tables that are not finished. The running games begin with the nearest deadline; those without one
    follow, in `mine_to_move` (games in which the person owes something) from what has waited longest.
    """

    mine_to_move: list[Entry]
    others_to_move: list[Entry]
    waiting: list[Entry]

    def __bool__(self) -> bool:
        return bool(self.mine_to_move or self.others_to_move or self.waiting)


def _running(user: User) -> list[Entry]:
    """The user's running games, those that have waited longest first."""
    games = selectors.games_of(user).filter(status=Game.Status.RUNNING)
    return [entry(game, user) for game in games.order_by("last_event_ms", "id")]


def my_games(user: User) -> MyGames:
    games, running = selectors.games_of(user), _running(user)
    return MyGames(
        mine_to_move=sorted((one for one in running if owes(one)), key=_urgency),
        others_to_move=sorted((one for one in reversed(running) if not owes(one)), key=_urgency),
        waiting=[entry(game, user) for game in games.filter(status=Game.Status.OPEN)],
    )


def owes(one: Entry) -> bool:
    """Whether the game waits for the person."""
    return one.my_turn or bool(one.my_answer)


def _urgency(one: Entry) -> int:
    deadline = one.deadline_ms
    return sys.maxsize if deadline is None else deadline


def waiting_count(user: User, but: str = "") -> int:
    """How many games wait for this player, the game with the public id `but` not counted."""
    seats = Seat.objects.filter(user=user, ai="", game__status=Game.Status.RUNNING).exclude(game__public_id=but)
    rows = seats.values_list("number", "game__to_move", "game__table_state")
    return sum(to_move(number, "", bits, now) or bool(asked_of(number, "", now)) for number, bits, now in rows)


def next_game(user: User) -> str | None:
    """The public id of the most urgent game that waits for the player."""
    return next(iter(waiting_games(user)), None)


def waiting_games(user: User) -> list[str]:
    """The public ids of the games that wait for the player, the most urgent first."""
    return [one.game.public_id for one in sorted((one for one in _running(user) if owes(one)), key=_urgency)]


@dataclass(frozen=True, slots=True)
class Record:
    """How often somebody finished a kind of table, and won it."""

    kind: ShownKind
    finished: int
    won: int


def records_of(user: User) -> list[tuple[ShownGame, list[Record]]]:
    """The games that somebody has finished, each with its kinds of tables, in the order in which they are offered."""
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
    """SQLite counts equal options apart whose keys were stored in another order; here they come together."""
    same = [
        (finished, won) for key, options, finished, won in counted if (key, options) == (kind.rules.key, kind.options)
    ]
    return Record(kind, sum(finished for finished, _ in same), sum(won for _, won in same))


def finished_games(user: User) -> QuerySet[Game]:
    """The latest first."""
    return selectors.games_of(user).filter(status=Game.Status.FINISHED).order_by(*FINISHED_ORDER)
