"""Who wins a game of Pyramido, and what breaks ties (docs/rules.md C5)."""

from __future__ import annotations

from engine import ranking
from engine.pyramido.state import Architect, State


def ranks(state: State) -> tuple[int, ...]:
    """The rank of each seat, from 1 (docs/rules.md C5, A7)."""
    return ranking.ranks([_rank_key(architect) for architect in state.architects])


def _rank_key(architect: Architect) -> tuple[int, ...]:
    """The sort key for ranks, higher is better: total, cards left, best stage (docs/rules.md C5)."""
    best = max((score.points for score in architect.scores), default=0)
    return ranking.final_rank_key(architect.out, architect.total, len(architect.cards), best)
