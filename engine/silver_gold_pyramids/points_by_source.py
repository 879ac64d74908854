"""The points itemised by round and source (docs/rules.md D4)."""

from __future__ import annotations

from itertools import pairwise

from engine.core import Points, Source, gettext_noop
from engine.silver_gold_pyramids.scoring import SOURCES
from engine.silver_gold_pyramids.shapes import ROUNDS
from engine.silver_gold_pyramids.state import State

_NAMES = {
    "finished": gettext_noop("Explored pyramids"),
    "pyramids": gettext_noop("Pyramid points"),
    "gems": gettext_noop("Gems"),
    "torches": gettext_noop("Torches"),
    "skulls": gettext_noop("Skulls"),
}


def points(state: State) -> Points:
    """The points of a round are the change in the score card's points, so an erased skull is a gain."""
    sources = tuple(Source(key, _NAMES[key]) for key in SOURCES)
    nothing = (0,) * len(SOURCES)
    seats = []
    for seat, explorer in enumerate(state.explorers):
        worth = [nothing, *(then[seat] for then in state.rounds), explorer.by_source]
        rounds = [tuple(now - was for was, now in zip(before, after, strict=True)) for before, after in pairwise(worth)]
        seats.append((*rounds, *[nothing] * (ROUNDS - len(rounds))))
    return Points(gettext_noop("Round %(number)s"), sources, tuple(seats))
