"""Final ranks (docs/rules.md A7), for all games; what breaks ties is in the `ranking.py` of each game."""

from __future__ import annotations

from collections.abc import Sequence


def ranks(standings: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Ranks from 1 for standings in which more is better; equal standings share a rank."""
    return tuple(1 + sum(other > mine for other in standings) for mine in standings)


OUT, IN = 0, 1


def final_rank_key(out: int | None, *keys: int) -> tuple[int, ...]:
    """The sort key of a seat: seats that are out rank below those still in, a later loss above an earlier one
    (docs/rules.md A7). `out` is the seat's position, from 1, in the order in which seats went out (None: still in).
    """
    return (OUT, out) if out is not None else (IN, *keys)
