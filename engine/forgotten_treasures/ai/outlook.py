"""Expected points of a seat (docs/ai.md), estimated from what the seat may know.

The weights were tuned by self-play; only + − × ÷ are used, so that all machines compute the same values.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.forgotten_treasures.ai.plot import Sketch, wasted

Seen = Sequence[Sequence[Sequence[int]]]
"""For each colour its areas: (quadrants, icons, …). Only the icons are used here."""

LAST_STAGE = 4

TURNS = (0, 10, 6, 3, 1)
"""A player's turns in each stage, by stage. In this and the other tables by stage, index 0 is unused."""

LATER = (0, 10, 4, 1, 0)
"""A player's turns in all later stages together, by stage."""

GROWTH = (0.32, 0.26, 0.2, 0.1, 0.05)
"""Estimated share of the icons still to be placed in a stage that will join the largest area of a colour: 0.32 for the
colour whose largest area is the largest of all, 0.26 for the next, and so on.
"""

LATER_GROWTH = 5.0
"""Estimated icons that a later stage adds to the lasting areas, shared out by GROWTH."""

REACH = 0.45
"""Estimated share of the future gems that can be of one colour."""

MYTHICAL = (0.0, 3.6, 2.8, 2.2, 1.0)
"""Value (points) of a mythical gem by stage: it scores whenever it is unused, and two of them pay a unit."""

WASTED_CELL = 6.0
"""Cost (points) of a cell that no domino can fill: half a turn."""


class Outlook:
    """Expected points of a pyramid from the end of its open stage on. They are estimated from three things: its areas
    as they will be visible then, the parts of them that stay visible to the end (`lasting`), and the number of turns
    left in the stage.

    The first unit paid for an area scores its icons; two more units double the area, and score half of its icons each.
    So each colour has a list of the units that could be paid in this stage and the later ones, most points first. The
    gems in hand pay the best units of their colours.
    Sort the units of all colours by points, and let n be the number of gems in hand and to come. The first n units are
    paid. The points of the next one are the *price*: any future gem is worth at least these. A colour may still have
    better units that its own gems in hand do not pay. A future gem of that colour is then worth such a unit instead of
    the price; the further down the unit is in the list of its colour, the less probable that is.

    An example: stage 4, red areas of 6 and 4 icons, one red gem in hand and one turn left. Two more icons are to be
    placed, of which 0.64 are expected to join the larger area. So the units of red are 6.64 and 4 (each area once),
    3.32 and 3.32 (the larger area doubled), 2 and 2. The gem in hand is worth 6.64. Two gems leave the third unit
    unpaid, so the price is 3.32, and the gem to come is worth 3.32, plus 4 − 3.32 if it is red. For the first future
    gem of a colour that difference is not discounted. Together 6.64 + 3.32 + 0.68 = 10.64 points.
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

    def expected_points(self, held: int) -> float:
        """Expected points with these gems."""
        *own, mythical = held.to_bytes(6, "little")
        count = sum(own) + mythical // 2 + self.to_come
        price = max(1.0, self.pool[count]) if count < len(self.pool) else 1.0
        total = MYTHICAL[self.stage] * mythical + price * self.to_come
        # `part` (below) is the probability that a future gem pays a better unit: 1 for the first future gem of a
        # colour, less by `fade` for each further one.
        fade = 1 / (REACH * self.to_come) if self.to_come else 1.0
        for units, own_count in zip(self.units, own, strict=True):
            total += sum(units[:own_count])
            part = 1.0 if self.to_come else 0.0
            for unit in units[own_count:]:
                if unit <= price or part <= 0:
                    break
                total += (unit - price) * part
                part -= fade
        return total


def expected_from_stage_end(pyramid: Sketch, held: int) -> float:
    """Expected points of a pyramid from the end of its open stage on, with the gems held."""
    waste = wasted(pyramid.plot.width, pyramid.free)
    left = (pyramid.free.bit_count() - waste) // 2
    return Outlook(pyramid.plot.stage, pyramid.now, pyramid.lasting, left).expected_points(held) - WASTED_CELL * waste


def _units(areas: Seen, growth: float, times: int) -> list[list[float]]:
    """By colour, the points of the units, best first, when `growth` icons have been added to the areas. Each unit is
    listed `times` times, once for each stage that scores the areas.
    """
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
