"""Who wins a game of Silver & Gold: Pyramids, and what breaks ties (docs/rules.md D4)."""

from __future__ import annotations

from engine import ranking
from engine.silver_gold_pyramids.state import DECK, Explorer, State


def ranks(state: State) -> tuple[int, ...]:
    """The rank of each seat, from 1 (docs/rules.md D4, A7)."""
    return ranking.ranks([_rank_key(explorer) for explorer in state.explorers])


def _rank_key(explorer: Explorer) -> tuple[int, ...]:
    """The sort key for ranks, higher is better: total, then the lowest number among the finished cards (docs/rules.md
    D4).
    """
    lowest = min(explorer.finished_numbers) if explorer.finished_numbers else len(DECK.cards)
    return ranking.final_rank_key(explorer.out, explorer.total, -lowest)
