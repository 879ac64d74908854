"""Who wins a game of Forgotten Treasures, and what breaks ties (docs/rules.md B4)."""

from __future__ import annotations

from engine import ranking
from engine.forgotten_treasures import gems
from engine.forgotten_treasures.state import Explorer, State


def ranks(state: State, reason: str) -> tuple[int, ...]:
    """The rank of each seat, from 1, and of the Legend where it plays, when the game ends for `reason` (docs/rules.md
    B4, A7). The Legend loses only to a player who completes the game with more points.
    """
    if state.legend is not None:
        player_wins = reason == "completed" and state.explorers[0].total > state.legend.total
        return (1, 2) if player_wins else (2, 1)
    return ranking.ranks([_rank_key(explorer) for explorer in state.explorers])


def _rank_key(explorer: Explorer) -> tuple[int, ...]:
    """The sort key for ranks, higher is better: total, gems left, best stage (docs/rules.md B4)."""
    best = max((score.points for score in explorer.scores), default=0)
    return ranking.final_rank_key(explorer.out, explorer.total, gems.total(explorer.gems), best)
