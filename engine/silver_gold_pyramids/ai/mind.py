"""The AI's knowledge of the game (`engine.ai.minds.Mind`): candidate actions and their expected points."""

from __future__ import annotations

from itertools import combinations
from math import fsum

from engine.silver_gold_pyramids.actions import Action, Keep, Mark, Replace, cell_names
from engine.silver_gold_pyramids.ai.candidate_turns import candidate_turns
from engine.silver_gold_pyramids.ai.chains import chains
from engine.silver_gold_pyramids.ai.outlook import Outlook, expected_points, steps_left
from engine.silver_gold_pyramids.ai.playout import play_out
from engine.silver_gold_pyramids.legal import may_submit
from engine.silver_gold_pyramids.marking import Marking, first_marks
from engine.silver_gold_pyramids.state import Explorer, State

__all__ = ["candidate_actions", "candidate_turns", "expected_points", "play_out", "ruins", "share"]

KEEPING, MARKING, REPLACING = 1.0, 0.8, 0.2
"""Shares of a turn's thinking time. A turn is a step; in about one step of three the seat also chooses a new card."""


def candidate_actions(state: State, seat: int) -> list[tuple[float, Action]]:
    """The seat's candidate actions with the expected points after each, whatever the others do; empty if it owes none.

    A mark is a whole step: each first mark occurs once, with the best extra cells found for its crosses.
    """
    explorer = state.explorers[seat]
    if state.submissions is not None and not may_submit(state, seat):
        return []
    outlook = Outlook(state, seat, steps_left(state))
    match state.phase:
        case "keep":
            return [
                (outlook.expected_points(dict.fromkeys(pair, 0), explorer.sheet), Keep(pair))
                for pair in combinations(explorer.dealt, 2)
            ]
        case "mark":
            return _marks(state, explorer, outlook)
        case "replace" if state.replacing[0][0] == seat:
            return _replacements(state, explorer, outlook)
    return []


def _marks(state: State, explorer: Explorer, outlook: Outlook) -> list[tuple[float, Action]]:
    assert state.shape is not None
    found: list[tuple[float, Action]] = []
    for number, cells in first_marks(explorer, state.shape):
        marking = Marking(explorer, state.round)
        marking.mark(number, cells)
        points, chain, _ = chains(marking, outlook, 1)[0]
        found.append((points, Mark(number, cell_names(cells), chain)))
    return found


def _replacements(state: State, explorer: Explorer, outlook: Outlook) -> list[tuple[float, Action]]:
    """The cards of the reserve, and the unseen top of the deck at the mean of all cards it can be."""
    own = {card.number: card.marked for card in explorer.cards}

    def expected(number: int) -> float:
        return outlook.expected_points({**own, number: 0}, explorer.sheet)

    found: list[tuple[float, Action]] = [(expected(number), Replace(number)) for number in state.reserve]
    if state.deck:
        unseen = sorted([*state.deck, *(number for other in state.explorers for number in other.dealt)])
        found.append((fsum(map(expected, unseen)) / len(unseen), Replace(0)))
    return found


def ruins(state: State, seat: int, action: Action) -> bool:
    """No action does."""
    return False


def share(state: State) -> float:
    """The share of a turn's thinking time for this decision."""
    return {"keep": KEEPING, "mark": MARKING}.get(state.phase, REPLACING)
