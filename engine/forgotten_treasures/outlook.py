"""Expected points of a seat (docs/ai.md), estimated from what the seat may know.

The weights were tuned by self-play; only + − × ÷ are used, so that all machines compute the same values.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.forgotten_treasures.site import Sketch, wasted

Seen = Sequence[Sequence[Sequence[int]]]
"""Areas by colour; the second number of an area is its icons."""

LAST_STAGE = 4

TURNS = (0, 10, 6, 3, 1)
"""Turns in each stage."""
LATER = (0, 10, 4, 1, 0)
"""Turns after the end of each stage."""

GROWTH = (0.32, 0.26, 0.2, 0.1, 0.05)
"""The share of all future icons that joins the largest, second largest … of the colours' largest areas."""

LATER_GROWTH = 5.0
"""Estimated icons that a later stage adds in this way."""

REACH = 0.45
"""Estimated share of the future gems that can be of one colour."""

MYTHICAL = (0.0, 3.6, 2.8, 2.2, 1.0)
"""Value (points) of a mythical gem by stage: it scores whenever it is unused, and two of them pay a unit."""

WASTED_CELL = 6.0
"""Cost (points) of a cell that no domino can fill: half a turn."""


class Outlook:
    """Expected points of a pyramid from the end of its open stage on, from its areas as they will be visible then and
    as they last, and the number of turns left in the stage.

    One unit on an area scores its icons, and two more units the same again. Hence each colour has a list of units, for
    this stage and the later ones, in descending order of points. A gem in hand is worth the best unit of its colour. A
    future gem costs the value of the last unit that all of the seat's gems will pay for, and brings what its unit is
    worth beyond that.
    """

    def __init__(self, stage: int, now: Seen, lasting: Seen, left: int) -> None:
        self.stage = stage
        self.to_come = left + LATER[stage]
        self.units = _units(now, 2.0 * left, 1)
        if stage < LAST_STAGE:
            for units, later in zip(self.units, _units(lasting, LATER_GROWTH, LAST_STAGE - stage), strict=True):
                units += later
                units.sort(reverse=True)
        self.pool = sorted((unit for units in self.units for unit in units), reverse=True)

    def worth(self, held: int) -> float:
        """Expected points with these gems."""
        *own, mythical = held.to_bytes(6, "little")
        count = sum(own) + mythical // 2 + self.to_come
        price = max(1.0, self.pool[count]) if count < len(self.pool) else 1.0
        total = MYTHICAL[self.stage] * mythical + price * self.to_come
        fade = 1 / (REACH * self.to_come) if self.to_come else 1.0
        for units, mine in zip(self.units, own, strict=True):
            total += sum(units[:mine])
            part = 1.0 if self.to_come else 0.0
            for unit in units[mine:]:
                if unit <= price or part <= 0:
                    break
                total += (unit - price) * part
                part -= fade
        return total


def hope(pyramid: Sketch, held: int) -> float:
    """Expected points from the end of the stage on."""
    waste = wasted(pyramid.site.width, pyramid.free)
    left = (pyramid.free.bit_count() - waste) // 2
    return Outlook(pyramid.site.stage, pyramid.now, pyramid.lasting, left).worth(held) - WASTED_CELL * waste


def _units(areas: Seen, growth: float, times: int) -> list[list[float]]:
    """The points of each unit by colour, best first."""
    sizes = [sorted([float(part[1]) for part in parts], reverse=True) or [0.0] for parts in areas]
    ranking = sorted(range(5), key=lambda c: -sizes[c][0])
    for rank, colour in enumerate(ranking):
        sizes[colour][0] += GROWTH[rank] * growth
    out = []
    for colour in range(5):
        units: list[float] = []
        for size in sizes[colour]:
            if size > 0:
                units += [size, size / 2, size / 2] * times
        units.sort(reverse=True)
        out.append(units)
    return out
