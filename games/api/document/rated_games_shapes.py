"""Shapes of the API's answers about ratings (docs/formats/api.md)."""

from __future__ import annotations

from typing import Literal, TypedDict

from accounts.users.player_json import Player
from games.api.document.game_schemas import GameKey, Pace, Population
from games.api.document.scalars import Hundredths, Millionths, SeatIndex
from pyramido_site.infrastructure.json_bodies import Millis


class RatingChange(TypedDict):
    """How a game has moved the rating of a seat. `cause` is `result`, `annulment`, `reinstatement` or `refold`."""

    seat: SeatIndex
    player: Player | None
    ai: str | None
    before: Hundredths
    after: Hundredths
    expected: Millionths
    scored: Millionths
    k: int
    games: int
    provisional: bool
    cause: str
    annulled: bool
    reason: str


class RatingChanges(TypedDict):
    """Rating changes by seat."""

    results: list[RatingChange]


class Rating(TypedDict):
    """The rating of a participant: a player or a level of computer player. `streak` is negative for losses."""

    player: Player | None
    ai: str | None
    rating: Hundredths
    provisional: bool
    games: int
    wins: int
    draws: int
    losses: int
    streak: int
    best_streak: int
    peak: Hundredths
    peak_ms: Millis | None
    last_ms: Millis | None


class PooledRating(Rating):
    """A rating with its pool."""

    game: GameKey
    pace: Pace
    population: Population


class PlayerRatings(TypedDict):
    """A player's ratings."""

    results: list[PooledRating]


class RatingPoint(TypedDict):
    """A rating after a game; `moved` is the change. `game` is null if the game is private."""

    game: str | None
    at_ms: Millis
    rating: Hundredths
    moved: Hundredths
    provisional: bool


class RatingHistory(TypedDict):
    """A page of the history of a rating."""

    next: str | None
    previous: str | None
    results: list[RatingPoint]


class Placed(Rating):
    """A line of a leaderboard."""

    place: int


class Leaderboard(TypedDict):
    """A page of a leaderboard."""

    type: Literal["current"]
    total: int
    next: str | None
    previous: str | None
    results: list[Placed]


class PastPlace(TypedDict):
    """A line of a past leaderboard."""

    place: int
    player: Player | None
    ai: str | None
    rating: Hundredths
    games: int


class PastLeaderboard(TypedDict):
    """A page of a leaderboard at the end of `month`; `months` are the months that are kept."""

    type: Literal["month"]
    month: str
    months: list[str]
    next: str | None
    previous: str | None
    results: list[PastPlace]


class Neighbours(TypedDict):
    """The lines around the caller on a leaderboard."""

    results: list[Placed]
