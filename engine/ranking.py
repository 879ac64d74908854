"""Final ranks (docs/rules.md A7), for all games; what breaks ties is in the `ranking.py` of each game."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from engine.core import Outcome


def ranks(standings: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Ranks from 1 for standings in which more is better; equal standings share a rank."""
    return tuple(1 + sum(other > mine for other in standings) for mine in standings)


OUT, IN = 0, 1


def final_rank_key(out: int | None, *keys: int) -> tuple[int, ...]:
    """The sort key of a seat: seats that are out rank below those still in, and a seat that went out later ranks above
    one that went out earlier (docs/rules.md A7). `out` is the seat's position, from 1, in the order in which seats went
    out (None: still in).
    """
    return (OUT, out) if out is not None else (IN, *keys)


def rank_below(outcome: Outcome, taken_over: Collection[int], out: Collection[int]) -> Outcome:
    """Return the outcome with seats that were taken over ranked below the other seats still in and above those that are
    out (docs/rules.md A7). The order within each of the three groups stays.
    """
    if not taken_over:
        return outcome
    places = [(2 if seat in out else 1 if seat in taken_over else 0, rank) for seat, rank in enumerate(outcome.ranks)]
    return replace(outcome, ranks=tuple(1 + sum(other < place for other in places) for place in places))
