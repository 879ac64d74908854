"""One finished game moves the standings of those who played it. Pure: the database is `ratings.services.fold`'s."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from ratings import maths

Who = TypeVar("Who", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a participant stands in a pool: what the games so far have made of the start."""

    value: int = maths.START
    """In hundredths."""
    games: int = 0
    wins: int = 0
    """Games won alone. First places that are shared are draws, and everything else is lost."""
    draws: int = 0
    streak: int = 0
    """Won (positive) or lost (negative) games in a row up to now; 0 after a draw."""
    best_streak: int = 0
    """The most games won in a row."""
    peak: int | None = None
    """The highest value that was not provisional; the first time it was reached is `peak_ms`."""
    peak_ms: int | None = None
    last_ms: int | None = None
    """When the last game ended."""


@dataclass(frozen=True, slots=True)
class Chair(Generic[Who]):
    """A seat of a finished game. The same AI level may sit on several, each of which is a game of its own for it."""

    number: int
    who: Who
    rank: int
    removed: bool = False
    """Whether the site took the person off it: the game moves no rating between this seat and any other."""


@dataclass(frozen=True, slots=True)
class Move:
    """What one game did to the standing of whoever sat on a seat."""

    before: int
    expectation: int
    """Mean over the others, in millionths."""
    score: int
    """Mean over the others, in millionths."""
    k: int
    """0: the game moves nothing, because it is annulled or the seat is compared with no other."""
    after: Standing


def fold(
    chairs: Sequence[Chair[Who]], standings: Mapping[Who, Standing], finished_ms: int, *, annulled: bool = False
) -> list[Move]:
    """What a game moves, in the order of `chairs` (two or more); `standings` are those before it.

    All expectations and K come from before the game, so the order of the seats means nothing. Where one participant
    has several seats their changes are added, one after the other. A removed chair is compared with no other: the game
    is rated among those who stay, as if they had played alone.
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
        expected = maths.mean_expectation(first.value, [standings[other.who].value for other in others])
        score = maths.mean_score(chair.rank, [other.rank for other in others])
        k = 0 if annulled else maths.k_factor(first.games)
        before = moving[chair.who]
        after = before
        if not annulled:
            value = before.value + maths.change(k, score, expected)
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
    if not maths.is_provisional(games) and (before.peak is None or value > before.peak):
        after = replace(after, peak=value, peak_ms=at_ms)
    return after
