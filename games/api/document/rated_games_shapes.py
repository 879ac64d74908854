"""The answers of the API about ratings as it documents them (docs/formats/api.md)."""

from __future__ import annotations

from typing import TypedDict

from accounts.api.shapes import Player
from games.api.document.game_schemas import GameKey, Pace, Population
from games.api.document.shapes import Hundredths, Instant, Millionths, SeatNumber


class RatingChange(TypedDict):
    seat: SeatNumber
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
    results: list[RatingChange]


class Rating(TypedDict):
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
    peak_at: Instant | None
    last_at: Instant | None


class PooledRating(Rating):
    game: GameKey
    pace: Pace
    population: Population


class PlayerRatings(TypedDict):
    results: list[PooledRating]


class RatingPoint(TypedDict):
    game: str
    at: Instant
    rating: Hundredths
    moved: Hundredths
    provisional: bool


class RatingHistory(TypedDict):
    next: str | None
    previous: str | None
    results: list[RatingPoint]


class Placed(Rating):
    place: int


class Leaderboard(TypedDict):
    total: int
    next: str | None
    previous: str | None
    results: list[Placed]


class PastPlace(TypedDict):
    place: int
    player: Player | None
    ai: str | None
    rating: Hundredths
    games: int


class PastLeaderboard(TypedDict):
    month: str
    months: list[str]
    next: str | None
    previous: str | None
    results: list[PastPlace]


class Neighbours(TypedDict):
    results: list[Placed]
