"""What the pages read beyond `games.selectors`: lists with everything that one line of them shows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db.models import Count, Q

from accounts.models import User
from games import selectors
from games.models import Game, Seat
from games.pages import shown_games
from games.projections import AUTOMATIC_KINDS

FINISHED_SHOWN = 20
LOBBY_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Entry:
    """One table in a list, as one person sees it. `seat` is that person's, or None."""

    game: Game
    seats: tuple[Seat, ...]
    seat: Seat | None

    @property
    def name(self) -> Any:
        return shown_games.name_of(self.game.game)

    @property
    def kind(self) -> str:
        return shown_games.kind_of(self.game.options)

    @property
    def host(self) -> User | None:
        return self.seats[0].user

    @property
    def others(self) -> list[Seat]:
        return [seat for seat in self.seats if seat is not self.seat]

    @property
    def free(self) -> int:
        return sum(seat.user_id is None and seat.kind not in AUTOMATIC_KINDS for seat in self.seats)

    @property
    def my_turn(self) -> bool:
        return self.seat is not None and bool(self.game.to_move >> self.seat.number & 1)

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
    return Entry(game, seats, own)


def open_tables(user: User | None, most: int = LOBBY_SHOWN) -> list[Entry]:
    """Tables that wait for players, newest first."""
    return [entry(game, user) for game in selectors.open_games()[:most]]


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
    seats = Seat.objects.filter(user=user, game__status=Game.Status.RUNNING)
    return sum(to_move >> number & 1 for number, to_move in seats.values_list("number", "game__to_move"))


@dataclass(frozen=True, slots=True)
class Record:
    """How often somebody finished a kind of game, and won it."""

    finished: int
    won: int


@dataclass(frozen=True, slots=True)
class Records:
    """`solo` is play against the Legend, by mode; `table` is play with others."""

    table: Record
    solo: dict[str, Record]

    @property
    def finished(self) -> int:
        return self.table.finished + sum(record.finished for record in self.solo.values())


def records_of(user: User) -> Records:
    rows = (
        Seat.objects.filter(user=user, game__status=Game.Status.FINISHED)
        .values("game__options__legend")
        .annotate(finished=Count("pk"), won=Count("pk", filter=Q(rank=1)))
    )
    found = {row["game__options__legend"]: Record(row["finished"], row["won"]) for row in rows}
    return Records(
        table=found.get(None, Record(0, 0)),
        solo={mode: found.get(mode, Record(0, 0)) for mode in shown_games.LEGENDS},
    )


def finished_games(user: User) -> list[Entry]:
    games = selectors.games_of(user).filter(status=Game.Status.FINISHED).order_by("-finished_ms", "-id")
    return [entry(game, user) for game in games[:FINISHED_SHOWN]]
