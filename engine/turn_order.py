"""Turn order (docs/rules.md A6), for both Pyramido games."""

from __future__ import annotations

from collections.abc import Sequence


def order_from(starter: int, seats: int) -> tuple[int, ...]:
    """The seats in turn order from the starting player, once around (docs/rules.md A6)."""
    return tuple((starter + i) % seats for i in range(seats))


def next_seats(order: Sequence[int], seat: int) -> list[int]:
    """The seats of `order` after `seat`, once around, `seat` itself last."""
    at = order.index(seat) + 1
    return [*order[at:], *order[:at]]


def next_starter(points: Sequence[tuple[int, int]], order: Sequence[int]) -> int:
    """The starting player of the next stage, from (seat, points in the stage) of the seats still in (docs/rules.md
    A6).
    """
    fewest = min(n for _, n in points)
    tied = {seat for seat, n in points if n == fewest}
    return next(seat for seat in order if seat in tied)
