"""Gem counts packed into one integer: eight bits per kind, in the order of KINDS, so that adding integers adds
counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

Colour = Literal["orange", "blue", "purple", "green", "red"]
Kind = Literal["orange", "blue", "purple", "green", "red", "mythical"]

COLOURS: tuple[Colour, ...] = ("orange", "blue", "purple", "green", "red")
MYTHICAL = 5
KINDS: tuple[Kind, ...] = (*COLOURS, "mythical")
LETTERS = "obpgrm"

ONE = tuple(1 << 8 * kind for kind in range(6))
"""One gem of each kind, packed; ONE[MYTHICAL] is one mythical gem."""

NUMBER_OF: dict[Kind, int] = {name: kind for kind, name in enumerate(KINDS)}
"""The number of each kind, by its name."""


def count(gems: int, kind: int) -> int:
    """The number of gems of a kind."""
    return gems >> 8 * kind & 255


def total(gems: int) -> int:
    """The number of gems of all kinds."""
    return sum(gems.to_bytes(6, "little"))


def coloured(gems: int) -> int:
    """The gems without the mythical ones."""
    return gems & (ONE[MYTHICAL] - 1)


def covers(gems: int, wanted: int) -> bool:
    """Whether `gems` has at least the wanted number of each kind."""
    return all(a >= b for a, b in zip(gems.to_bytes(6, "little"), wanted.to_bytes(6, "little"), strict=True))


def listed(gems: int) -> list[int]:
    """Each gem as its kind, in the order of KINDS."""
    return [kind for kind in range(6) for _ in range(count(gems, kind))]


def kinds(gems: int) -> list[int]:
    """The kinds with at least one gem."""
    return [kind for kind in range(6) if gems >> 8 * kind & 255]


def pack(kinds: Iterable[int]) -> int:
    """Return gems, listed by kind, as one integer."""
    return sum(ONE[kind] for kind in kinds)


def to_json(gems: int) -> dict[Kind, int]:
    """Return the counts by name, without zeros."""
    return {name: n for name, n in zip(KINDS, gems.to_bytes(6, "little"), strict=True) if n}


def from_json(counts: Mapping[Kind, int]) -> int:
    """Return counts by name as one integer. Raise TypeError for a count that is not an integer."""
    # Shifted, not multiplied: a text as count cannot be shifted, but could be multiplied to gigabytes.
    return sum(n << 8 * NUMBER_OF[name] for name, n in counts.items())


FULL_BAG = from_json({"orange": 9, "blue": 9, "purple": 9, "green": 9, "red": 9, "mythical": 18})
"""All 63 gems of the game (docs/rules.md B1)."""
