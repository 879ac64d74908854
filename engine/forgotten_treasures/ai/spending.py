"""Spending gems at the end of a stage: which areas to activate, and which gems to keep (docs/rules.md B3)."""

from __future__ import annotations

from functools import lru_cache

from engine.forgotten_treasures import best_allocation, gems, scoring
from engine.forgotten_treasures.actions import Score
from engine.forgotten_treasures.ai.outlook import LAST_STAGE, TURNS, Outlook
from engine.forgotten_treasures.ai.plot import sketch
from engine.forgotten_treasures.state import KEEP, Explorer
from engine.pyramid import Area

MOST = 24
"""The most candidate submissions."""


def submissions(explorer: Explorer, stage: int) -> list[tuple[float, Score]]:
    """The best candidate submissions (at most MOST), at most one for each combination of gems spent per kind, with the
    expected points from this stage and the later ones; best first.
    """
    if stage == LAST_STAGE:
        best = best_allocation.best(explorer, stage)
        return [(float(scoring.submit(explorer, stage, best).row.points), best)]
    outlook = _next(explorer, stage)
    known: dict[int, tuple[float, dict[gems.Kind, int]]] = {}

    def kept(left: int) -> tuple[float, dict[gems.Kind, int]]:
        if left not in known:
            known[left] = _kept(outlook, left)
        return known[left]

    areas = explorer.areas
    mythical = gems.count(explorer.gems, gems.MYTHICAL)
    reached: list[tuple[int, int, best_allocation.Choice]] = [(0, 0, ())]
    for colour in range(len(gems.COLOURS)):
        own = gems.count(explorer.gems, colour)
        options = best_allocation.of_colour([a for a in areas if a.colour == colour and a.icons], own + mythical // 2)
        step = []
        for spent, points, picks in reached:
            for units, gain, choice in options:
                extra = max(0, units - own)
                if gems.count(spent, gems.MYTHICAL) + 2 * extra <= mythical:
                    price = min(units, own) * gems.ONE[colour] + 2 * extra * gems.ONE[gems.MYTHICAL]
                    step.append((spent + price, points + gain, (*picks, *choice)))
        reached = step
    found = []
    for spent, points, picks in reached:
        left = explorer.gems - spent
        later, discard = kept(left)
        found.append((points + gems.count(left, gems.MYTHICAL) + later, picks, discard))
    found.sort(key=lambda one: -one[0])
    return [
        (expected, Score(best_allocation.activate(explorer, picks)[0], discard))
        for expected, picks, discard in found[:MOST]
    ]


def _next(explorer: Explorer, stage: int) -> Outlook:
    """The outlook for the next stage and the later ones."""
    coming = sketch(explorer.pyramid, explorer.pyramid.boxes()[0]).next_stage
    return Outlook(stage + 1, coming.now, coming.lasting, TURNS[stage + 1])


@lru_cache(maxsize=1024)
def last_points(areas: tuple[Area, ...], held: int) -> int:
    """The most points possible in the last scoring."""
    explorer = Explorer(gems=held, complete=True, areas=areas)
    return scoring.submit(explorer, LAST_STAGE, best_allocation.best(explorer, LAST_STAGE)).row.points


def after_stage(explorer: Explorer, stage: int, left: int) -> float:
    """Expected points from the later stages, with these gems left after the scoring of this one."""
    return 0.0 if stage == LAST_STAGE else _next(explorer, stage).expected_points(left)


def _kept(outlook: Outlook, left: int) -> tuple[float, dict[gems.Kind, int]]:
    """Expected points of the gems after discarding the least useful ones down to the limit, and the discards."""
    discard: dict[gems.Kind, int] = {}
    while gems.total(left) > KEEP:
        kind = max(gems.kinds(left), key=lambda kind: outlook.expected_points(left - gems.ONE[kind]))
        left -= gems.ONE[kind]
        discard[gems.KINDS[kind]] = discard.get(gems.KINDS[kind], 0) + 1
    return outlook.expected_points(left), discard
