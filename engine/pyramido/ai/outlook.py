"""Expected points of an architect (docs/ai.md), estimated from what the architect may know.

The weights were tuned by self-play; only + − × ÷ are used, so that all machines compute the same values.
"""

from __future__ import annotations

from functools import lru_cache

from engine.pyramido.ai.building import LATTICES, Building, fillable, groups
from engine.pyramido.state import COLOURS, DOMINOES

_COUNTS = [0] * len(COLOURS)
for _domino in DOMINOES.ids:
    for _face in DOMINOES.faces[_domino]:
        _COUNTS[_face.colour] += _face.icons.bit_count()

GROWTH = [2.2 * count / sum(_COUNTS) for count in _COUNTS]
"""Estimated icons that a turn adds to a marked area with room, by colour."""

ROOM = (0.0, 0.5, 0.75, 0.9, 1.0)
"""Share of that growth by the number of free cells beside the area (4: four or more)."""

FIRST_ICONS = 1.2
"""Estimated icons on a block when its colour is marked."""

TO_BE_JOINED = 0.8
"""Probability that a colour, when marked, is marked beside its largest group."""

TO_BE_MARKED = 0.9
"""Probability that a turn marks a colour without a marker."""

LATER = (
    (1.2, 1.2, 1.2, 1.1, 1.0, 0.9),
    (1.5, 1.1, 0.8, 0.4, 0.2, 0.1),
    (1.6, 0.4, 0.1, 0.0, 0.0, 0.0),
    (0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
)
"""Points per icon that stays visible in later stages. One row for each open stage; in a row, colours in descending
order of the icons of their best group.
"""

NOT_BESIDE = 0.4
"""Weight of a group's icons if no cell of the next stage touches the group, so that no block can be joined to it there.
"""

SECOND_GROUP = 0.25
"""Weight of a colour's second group, which may be joined to the first."""

CARDS = ((0.0, 7.0, 12.0, 16.0), (0.0, 7.0, 12.0, 16.0), (0.0, 7.0, 8.5, 8.5), (0.0, 0.0, 0.0, 0.0))
"""Value of unused cards by the open stage and their number: each can mark one more area in a late stage."""

GAPS = 15.0
"""Cost (points) of a stage that dominoes can no longer fill, if two cards are left; three times as much otherwise."""


def expected_total(building: Building) -> float:
    """Expected points at the end of the game."""
    stage, turns = building.lattice.stage, building.free.bit_count() / 2
    value = building.points + _this_stage(building, turns) + CARDS[stage - 1][len(building.cards)]
    if stage < 4:
        value += _later(building, stage)
    if not fillable(building.free):
        value -= GAPS if len(building.cards) > 1 else 3 * GAPS
    return value


def _this_stage(building: Building, turns: float) -> float:
    missing = sum(group is None for group in building.marked)
    chance = TO_BE_MARKED * turns / missing if missing else 0.0
    if chance > 1:
        chance = 1.0
    total = 0.0
    least = 99.0
    for colour, group in enumerate(building.marked):
        if group is not None:
            room = (group[0] & building.free).bit_count()
            icons = group[1] + GROWTH[colour] * turns * ROOM[room if room < 4 else 4]
            if icons < least:
                least = icons
            total += icons
            continue
        if not turns:
            continue
        best = 0.0
        for reach, count in building.loose[colour]:
            room = (reach & building.free).bit_count()
            icons = count * ROOM[room if room < 4 else 4]
            if icons > best:
                best = icons
        icons = FIRST_ICONS + TO_BE_JOINED * best + GROWTH[colour] * (turns - 1) / 2
        total += chance * icons
        if chance == 1 and icons < least:
            least = icons
    return total + least if least < 99 else total  # Mino's bonus: the smallest marked area counts twice


def _later(building: Building, stage: int) -> float:
    rings, icons = building.lattice.rings, building.icons
    wide = building.lattice.columns > building.lattice.rows
    found = [_stays(seen & rings, icons & seen & rings, stage, wide) for seen in building.colours]
    found.sort(reverse=True)
    weights = LATER[stage - 1]
    return sum([icons * weight for icons, weight in zip(found, weights, strict=True)])


@lru_cache(1 << 15)
def _stays(seen: int, icons: int, stage: int, wide: bool) -> float:
    """The icons of a colour that later stages may count: those of its best group, and part of the second's."""
    lattice = LATTICES[(5, 4) if wide else (4, 5)][stage]
    best = second = 0.0
    for reach, icons_of_it in groups(seen, icons, lattice):
        count = icons_of_it if reach else NOT_BESIDE * icons_of_it
        if count > best:
            best, second = count, best
        elif count > second:
            second = count
    return best + SECOND_GROUP * second
