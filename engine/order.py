"""Turn order and final ranks (docs/rules.md A6, A7), for both Pyramido games."""

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


def ranks(standings: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Ranks from 1 for standings in which more is better; equal standings share a rank."""
    return tuple(1 + sum(other > mine for other in standings) for mine in standings)


OUT, IN = 0, 1


def final_rank_key(out: int | None, *keys: int) -> tuple[int, ...]:
    """The sort key of a seat: seats that are out rank below those still in, a later loss above an earlier one
    (docs/rules.md A7). `out` is the seat's position, from 1, in the order in which seats went out (None: still in).
    """
    return (OUT, out) if out is not None else (IN, *keys)
