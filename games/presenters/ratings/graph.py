"""The graph of a rating over time: coordinates of its line, dots and axis labels. Pure.

Horizontal coordinates are shares of the width, so that the graph fills its place at a constant text size; vertical ones
are pixels. All are strings, because numbers would be localized.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from ratings.elo import POINT, rounded

HEIGHT, TOP, BOTTOM = 240, 28, 204
LEFT, RIGHT = 12, 97
"""Horizontal limits (per cent) of the time axis."""
STEPS = (10, 20, 50, 100, 200, 500, 1000)
MOST_LINES = 5
MOST_DOTS = 60
"""With more games, dots would hide the line."""
DATES = 3


@dataclass(frozen=True, slots=True)
class Moment:
    """A rating after a game, in hundredths of a point."""

    at: datetime
    value: int
    provisional: bool


@dataclass(frozen=True, slots=True)
class Dot:
    """A dot of the graph."""

    x: str
    y: str
    moment: Moment

    @property
    def points(self) -> int:
        """The rating in whole points."""
        return rounded(self.moment.value, POINT)


@dataclass(frozen=True, slots=True)
class Level:
    """A horizontal line of the graph, at a whole number of points."""

    y: str
    points: int


@dataclass(frozen=True, slots=True)
class Date:
    """A label of the time axis."""

    x: str
    at: datetime
    anchor: str


@dataclass(frozen=True, slots=True)
class Graph:
    """The graph of a rating."""

    moments: Sequence[Moment]
    line: str
    """The points of a polyline, on a field of 1000 by `HEIGHT`."""
    dots: list[Dot]
    levels: list[Level]
    dates: list[Date]

    @property
    def first(self) -> Moment:
        """The first rating."""
        return self.moments[0]

    @property
    def last(self) -> Moment:
        """The latest rating."""
        return self.moments[-1]

    @property
    def now(self) -> int:
        """The latest rating, in whole points."""
        return rounded(self.last.value, POINT)

    @property
    def high(self) -> int:
        """The highest rating, in whole points."""
        return rounded(max(moment.value for moment in self.moments), POINT)

    @property
    def low(self) -> int:
        """The lowest rating, in whole points."""
        return rounded(min(moment.value for moment in self.moments), POINT)

    @property
    def within_days(self) -> bool:
        """Whether all games were played within two days, so that labels need the hour."""
        return (self.last.at - self.first.at).total_seconds() < 2 * 86400

    @property
    def over_years(self) -> bool:
        """Whether the games span about a year or more, so that labels need the year."""
        return (self.last.at - self.first.at).days > 330

    @property
    def provisional(self) -> bool:
        """Whether a dot shows a provisional rating."""
        return any(dot.moment.provisional for dot in self.dots)


def drawn(moments: Sequence[Moment]) -> Graph:
    """Return the graph of two or more ratings, in the order in which the games were rated."""
    levels = _levels([moment.value for moment in moments])
    start, end = min(moment.at for moment in moments), max(moment.at for moment in moments)
    span = (end - start).total_seconds()

    def x(at: datetime) -> float:
        return (LEFT + RIGHT) / 2 if span == 0 else LEFT + (RIGHT - LEFT) * (at - start).total_seconds() / span

    def y(value: int) -> float:
        low, high = levels[0] * POINT, levels[-1] * POINT
        return BOTTOM - (BOTTOM - TOP) * (value - low) / (high - low)

    places = [(x(moment.at), y(moment.value)) for moment in moments]
    dots = [Dot(f"{px:.2f}%", f"{py:.1f}", moment) for (px, py), moment in zip(places, moments, strict=True)]
    instants = [start] if span == 0 else [start + (end - start) * part / (DATES - 1) for part in range(DATES)]
    anchors = ("middle",) if span == 0 else ("start", "middle", "end")
    return Graph(
        moments,
        " ".join(f"{10 * px:.1f},{py:.1f}" for px, py in places),
        dots if len(dots) <= MOST_DOTS else [],
        [Level(f"{y(points * POINT):.1f}", points) for points in levels],
        [Date(f"{x(at):.2f}%", at, anchor) for at, anchor in zip(instants, anchors, strict=True)],
    )


def _levels(values: Sequence[int]) -> list[int]:
    """Return whole points in even steps, two or more, from below the lowest value to above the highest."""
    low, high = min(values), max(values)
    for step in STEPS:
        first, last = low // (step * POINT), -(-high // (step * POINT))
        last = max(last, first + 1)
        if last - first < MOST_LINES:
            break
    return [step * number for number in range(first, last + 1)]
