"""The first seats of a table, and dictionaries by seat."""

from __future__ import annotations

from typing import Final, TypeVar

from engine.newtypes import SeatNumber

T = TypeVar("T")

SEAT_0: Final = SeatNumber(0)
SEAT_1: Final = SeatNumber(1)
SEAT_2: Final = SeatNumber(2)


def by_seat(numbered: dict[int, T]) -> dict[SeatNumber, T]:
    """Return the dictionary with its keys as seats."""
    return {SeatNumber(number): one for number, one in numbered.items()}
