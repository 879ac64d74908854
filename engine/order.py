"""Who plays when, and who ends where (docs/rules.md A6, A7, shared by both Pyramido games)."""

from __future__ import annotations

from collections.abc import Sequence


def order_from(starter: int, seats: int) -> tuple[int, ...]:
    """Rising seat order from the starting player, once around (docs/rules.md A6)."""
    return tuple((starter + i) % seats for i in range(seats))


def next_seats(order: Sequence[int], seat: int) -> list[int]:
    """The seats of `order` after `seat`, once around, `seat` itself last."""
    at = order.index(seat) + 1
    return [*order[at:], *order[:at]]


def next_starter(points: Sequence[tuple[int, int]], order: Sequence[int]) -> int:
    """Who starts the next stage, from (seat, points in the stage) of those still in (docs/rules.md A6)."""
    fewest = min(n for _, n in points)
    tied = {seat for seat, n in points if n == fewest}
    return next(seat for seat in order if seat in tied)


def ranks(standings: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Ranks from 1 by standings of which more is better; equal standings share a rank."""
    return tuple(1 + sum(other > mine for other in standings) for mine in standings)


OUT, IN = 0, 1


def final_rank_key(out: int | None, *keys: int) -> tuple[int, ...]:
    """Everybody still in ranks above everybody out, a later loss above an earlier one (docs/rules.md A7)."""
    return (OUT, out) if out is not None else (IN, *keys)
