"""What the pages read beyond `games.selectors`: lists with everything that one line of them shows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db.models import Count, Q

from accounts.models import User
from games import selectors
from games.models import Game, Seat
from games.pages.shown_games import ShownGame, ShownKind, all_games, game_of
from games.pages.shown_levels import ShownLevel
from games.projections import AUTOMATIC_KINDS
from games.services.sit_down import HOST
from games.tables import seat_is_free

FINISHED_SHOWN = 20
LOBBY_SHOWN = 60


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
        return self.seats[0].user

    @property
    def hosting(self) -> bool:
        """Whether the person is the host of a table that waits for players."""
        return self.seat is not None and self.seat.number == HOST

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
        others = {seat.ai for seat in self.seats if seat.number != HOST and seat.kind not in AUTOMATIC_KINDS}
        people = any(seat.user_id is not None for seat in self.seats[1:])
        return self.kind.open_address if people or len(others) != 1 else self.kind.open_with(*others)

    @property
    def others(self) -> list[Seat]:
        return [seat for seat in self.seats if seat is not self.seat]

    @property
    def free(self) -> int:
        return sum(map(seat_is_free, self.seats))

    @property
    def my_turn(self) -> bool:
        """Not where the computer plays on for the person."""
        return self.seat is not None and not self.seat.ai and bool(self.game.to_move >> self.seat.number & 1)

    @property
    def moved_at(self) -> datetime | None:
        """When anything last happened in the game."""
        ms = self.game.moved_ms
        return None if ms is None else datetime.fromtimestamp(ms / 1000, UTC)

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


def entry(game: Game, user: User | None) -> Entry:
    """From a game of `selectors.games_with_seats()`."""
    seats = tuple(game.seats.all())
    own = None if user is None else next((seat for seat in seats if seat.user_id == user.pk), None)
    return Entry(game, game_of(game), seats, own)


def open_tables(user: User | None, only: ShownGame | None = None, most: int = LOBBY_SHOWN) -> list[Entry]:
    """Tables that wait for players, newest first; those of one game, if it is given."""
    games = selectors.open_games()
    if only is not None:
        games = games.filter(game=only.key)
    return [entry(game, user) for game in games[:most]]


@dataclass(frozen=True, slots=True)
class Title:
    """What the latest winner of a kind of table is called. `holder` is None while nobody has won one."""

    game: ShownGame
    kind: ShownKind
    holder: User | None


def titles(only: ShownGame | None = None) -> list[Title]:
    """All titles, or those of one game."""
    return [
        Title(game, kind, selectors.latest_winner(game.key, kind.options))
        for game in all_games()
        if only is None or game.key == only.key
        for kind in game.kinds
        if kind.title
    ]


@dataclass(frozen=True, slots=True)
class MyGames:
    """The four lists of one's own tables. `mine_to_move` begins with what has waited longest."""

    mine_to_move: list[Entry]
    others_to_move: list[Entry]
    waiting: list[Entry]
    finished: list[Entry]

    def __bool__(self) -> bool:
        return bool(self.mine_to_move or self.others_to_move or self.waiting or self.finished)


def my_games(user: User) -> MyGames:
    games = selectors.games_of(user)
    running = [entry(game, user) for game in games.filter(status=Game.Status.RUNNING).order_by("moved_ms", "id")]
    finished = games.filter(status=Game.Status.FINISHED).order_by("-finished_ms", "-id")[:FINISHED_SHOWN]
    return MyGames(
        mine_to_move=[one for one in running if one.my_turn],
        others_to_move=[one for one in reversed(running) if not one.my_turn],
        waiting=[entry(game, user) for game in games.filter(status=Game.Status.OPEN)],
        finished=[entry(game, user) for game in finished],
    )


def waiting_count(user: User) -> int:
    """In how many games it is this player's turn."""
    seats = Seat.objects.filter(user=user, ai="", game__status=Game.Status.RUNNING)
    return sum(to_move >> number & 1 for number, to_move in seats.values_list("number", "game__to_move"))


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
        .values_list("game__game", "game__options")
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


def finished_games(user: User) -> list[Entry]:
    games = selectors.games_of(user).filter(status=Game.Status.FINISHED).order_by("-finished_ms", "-id")
    return [entry(game, user) for game in games[:FINISHED_SHOWN]]
