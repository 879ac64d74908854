"""The allocation of gems with the most points now and, on a tie, the fewest gems spent (docs/rules.md B3). Exact.

Paying a unit with one gem of the colour is never worse than paying with two mythical gems: it spends fewer gems, and an
unused coloured gem scores nothing while an unused mythical gem scores 1. So each colour spends its own gems first, and
the only choice is how many mythical gems to spend on each colour. Two small dynamic programmes find it: one over units
within a colour, one over mythical gems across colours.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.forgotten_treasures import gems, scoring
from engine.forgotten_treasures.actions import Activation, Score
from engine.forgotten_treasures.scoring import LAST_STAGE
from engine.forgotten_treasures.state import KEEP, Explorer
from engine.pyramid import Area

Choice = tuple[tuple[Area, bool], ...]
"""Areas to activate, each with whether it is doubled."""


def best(explorer: Explorer, stage: int) -> Score:
    """Return a legal submission with the most points in this stage and, on a tie, the fewest gems spent; of several
    alike, always the same one.
    """
    areas = explorer.areas
    mythical = gems.count(explorer.gems, gems.MYTHICAL)
    # For each number of mythical gems spent so far, a tuple of three: the points, less 1 for each of these gems (an
    # unused one scores 1); the tie-break, −(number of all gems spent); the choices.
    reached: dict[int, tuple[int, int, tuple[Choice, ...]]] = {0: (0, 0, ())}
    for colour in range(len(gems.COLOURS)):
        own = gems.count(explorer.gems, colour)
        options = of_colour([a for a in areas if a.colour == colour and a.icons], own + mythical // 2)
        step: dict[int, tuple[int, int, tuple[Choice, ...]]] = {}
        for spent, (points, minus_spent, choices) in reached.items():
            for units, gain, choice in options:
                extra = 2 * max(0, units - own)
                if spent + extra <= mythical:
                    found = (points + gain - extra, minus_spent - min(units, own) - extra, (*choices, choice))
                    if spent + extra not in step or found[:2] > step[spent + extra][:2]:
                        step[spent + extra] = found
        reached = step
    _, _, choices = max(reached.values(), key=lambda r: r[:2])
    picks = [pick for choice in choices for pick in choice]
    activations, left = activate(explorer, picks)
    return Score(activations, discard(left, areas, stage))


def of_colour(areas: list[Area], units: int) -> list[tuple[int, int, Choice]]:
    """For each number of units that can be spent on these areas: the units, the most points, and how to get them."""
    nothing: Choice = ()
    table = [(0, nothing)] + [(-1, nothing)] * min(units, 3 * len(areas))  # −1: not reached
    for area in areas:
        for spent in range(len(table) - 1, 0, -1):
            for cost, double in ((1, False), (3, True)):
                if cost <= spent and table[spent - cost][0] >= 0:
                    gain = table[spent - cost][0] + area.icons * (2 if double else 1)
                    if gain > table[spent][0]:
                        table[spent] = (gain, (*table[spent - cost][1], (area, double)))
    return [(spent, *entry) for spent, entry in enumerate(table) if entry[0] >= 0]


def activate(explorer: Explorer, picks: Iterable[tuple[Area, bool]]) -> tuple[tuple[Activation, ...], int]:
    """Activate these areas (True: doubled), each paid in its colour as far as possible. Return also the gems left."""
    areas = explorer.areas
    left = explorer.gems
    activations = []
    for area, double in sorted(picks, key=lambda pick: areas.index(pick[0])):
        units = 3 if double else 1
        own = min(units, gems.count(left, area.colour))
        left -= scoring.price(area.colour, double, units - own)
        activations.append(Activation(*area.corner, double, units - own))
    return tuple(activations), left


def discard(left: int, areas: tuple[Area, ...], stage: int) -> dict[gems.Kind, int]:
    """Discard down to the limit: first gems beyond three of a colour, and among equals those of the colour with the
    fewest visible icons. Mythical gems go last, as they score again if unused.
    """
    out: dict[gems.Kind, int] = {}
    icons = [sum(a.icons for a in areas if a.colour == colour) for colour in range(len(gems.COLOURS))]
    while stage < LAST_STAGE and gems.total(left) > KEEP:
        coloured = [kind for kind in gems.kinds(left) if kind != gems.MYTHICAL]
        kind = min(coloured, key=lambda k: (gems.count(left, k) <= 3, icons[k]), default=gems.MYTHICAL)
        left -= gems.ONE[kind]
        out[gems.KINDS[kind]] = out.get(gems.KINDS[kind], 0) + 1
    return out
