"""The update of ratings by one finished game: what it changes in the standings of its participants. Pure;
`ratings.services.rate_batch` accesses the database.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from ratings import elo

Who = TypeVar("Who", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Standing:
    """A participant's standing in a pool: the result of all games so far, beginning with the start value."""

    value: int = elo.START
    """In hundredths."""
    games: int = 0
    wins: int = 0
    """Games with the first rank alone. A shared first rank is a draw, any other rank a loss."""
    draws: int = 0
    streak: int = 0
    """Consecutive wins (positive) or losses (negative) up to now; 0 after a draw."""
    best_streak: int = 0
    """The longest streak of wins."""
    peak: int | None = None
    """The highest value that was not provisional, first reached at `peak_ms`."""
    peak_ms: int | None = None
    last_ms: int | None = None
    """The end of the last game."""


@dataclass(frozen=True, slots=True)
class Chair(Generic[Who]):
    """A seat of a finished game. An AI level may have several seats; each counts as a separate game for it."""

    number: int
    who: Who
    rank: int
    removed: bool = False
    """Whether the site removed the person: the game moves no rating between this seat and any other."""


@dataclass(frozen=True, slots=True)
class Move:
    """The effect of one game on the standing of a seat's participant."""

    before: int
    expectation: int
    """Mean over the others, in millionths."""
    score: int
    """Mean over the others, in millionths."""
    k: int
    """0 if the game changes nothing, because it is annulled or the seat is compared with no other."""
    after: Standing


def fold(
    chairs: Sequence[Chair[Who]], standings: Mapping[Who, Standing], finished_ms: int, *, annulled: bool = False
) -> list[Move]:
    """Return the effects of a game in the order of `chairs` (at least two); `standings` are those before it.

    All expectations and K are taken from before the game, so the order of seats does not matter. If one participant has
    several seats, the changes are added one after the other. Removed chairs are compared with no others: the rest is
    rated as if they had played alone.
    """
    moving = {chair.who: standings[chair.who] for chair in chairs}
    stayed = [chair for chair in chairs if not chair.removed]
    best = min((chair.rank for chair in stayed), default=1)
    leaders = sum(chair.rank == best for chair in stayed)
    moves = []
    for chair in chairs:
        others = [] if chair.removed else [other for other in stayed if other is not chair]
        first = standings[chair.who]
        if not others:
            moves.append(Move(moving[chair.who].value, 0, 0, 0, moving[chair.who]))
            continue
        expected = elo.mean_expectation(first.value, [standings[other.who].value for other in others])
        score = elo.mean_score(chair.rank, [other.rank for other in others])
        k = 0 if annulled else elo.k_factor(first.games)
        before = moving[chair.who]
        after = before
        if not annulled:
            value = before.value + elo.change(k, score, expected)
            after = _played(before, value, chair.rank == best, leaders > 1, finished_ms)
        moving[chair.who] = after
        moves.append(Move(before.value, expected, score, k, after))
    return moves


def _played(before: Standing, value: int, first: bool, shared: bool, at_ms: int) -> Standing:
    won, drawn = first and not shared, first and shared
    streak = 0 if drawn else max(before.streak, 0) + 1 if won else min(before.streak, 0) - 1
    games = before.games + 1
    after = replace(
        before,
        value=value,
        games=games,
        wins=before.wins + won,
        draws=before.draws + drawn,
        streak=streak,
        best_streak=max(before.best_streak, streak),
        last_ms=at_ms,
    )
    if not elo.is_provisional(games) and (before.peak is None or value > before.peak):
        after = replace(after, peak=value, peak_ms=at_ms)
    return after
