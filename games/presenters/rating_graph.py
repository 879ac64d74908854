"""A rating over time as a drawing: where its line, its points and the labels of its axes lie. Pure.

Widths are shares of the drawing, so that it is as wide as its place and its text as large everywhere; heights are
pixels. All are texts, which no language writes with a comma.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from ratings.maths import POINT, rounded

HEIGHT, TOP, BOTTOM = 240, 28, 204
LEFT, RIGHT = 12, 97
"""Per cent, between which time runs."""
STEPS = (10, 20, 50, 100, 200, 500, 1000)
MOST_LINES = 5
MOST_DOTS = 60
"""With more games the points would hide the line."""
DATES = 3


@dataclass(frozen=True, slots=True)
class Moment:
    """A rating after a game, in hundredths."""

    at: datetime
    value: int
    provisional: bool


@dataclass(frozen=True, slots=True)
class Dot:
    x: str
    y: str
    moment: Moment

    @property
    def points(self) -> int:
        return rounded(self.moment.value, POINT)


@dataclass(frozen=True, slots=True)
class Level:
    """A line across the graph, at a whole number of points."""

    y: str
    points: int


@dataclass(frozen=True, slots=True)
class Date:
    x: str
    at: datetime
    anchor: str


@dataclass(frozen=True, slots=True)
class Graph:
    moments: Sequence[Moment]
    line: str
    """The points of a polyline, on a field of 1000 by `HEIGHT`."""
    dots: list[Dot]
    levels: list[Level]
    dates: list[Date]

    @property
    def first(self) -> Moment:
        return self.moments[0]

    @property
    def last(self) -> Moment:
        return self.moments[-1]

    @property
    def now(self) -> int:
        """Whole points, like the next two."""
        return rounded(self.last.value, POINT)

    @property
    def high(self) -> int:
        return rounded(max(moment.value for moment in self.moments), POINT)

    @property
    def low(self) -> int:
        return rounded(min(moment.value for moment in self.moments), POINT)

    @property
    def within_days(self) -> bool:
        """Whether all of it was played within two days, so that the hour says more than the date."""
        return (self.last.at - self.first.at).total_seconds() < 2 * 86400

    @property
    def over_years(self) -> bool:
        return (self.last.at - self.first.at).days > 330

    @property
    def provisional(self) -> bool:
        return any(dot.moment.provisional for dot in self.dots)


def drawn(moments: Sequence[Moment]) -> Graph:
    """The graph of two or more moments, in the order in which the games counted."""
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
    """Whole points in even steps, two or more, from below the lowest value to above the highest."""
    low, high = min(values), max(values)
    for step in STEPS:
        first, last = low // (step * POINT), -(-high // (step * POINT))
        last = max(last, first + 1)
        if last - first < MOST_LINES:
            break
    return [step * number for number in range(first, last + 1)]
