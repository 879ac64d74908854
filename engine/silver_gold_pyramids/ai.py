"""What players need beyond the rules (`engine.ai.minds.Mind`): the choices worth a thought, weighed."""

from __future__ import annotations

from itertools import combinations
from math import fsum
from operator import itemgetter

from engine.silver_gold_pyramids.actions import Action, Extra, Keep, Mark, Replace, names
from engine.silver_gold_pyramids.cards import name
from engine.silver_gold_pyramids.chooser import may_submit
from engine.silver_gold_pyramids.imagine import imagine
from engine.silver_gold_pyramids.marking import Step, first_marks
from engine.silver_gold_pyramids.outlook import Outlook, prospects, steps_left
from engine.silver_gold_pyramids.state import Explorer, State

__all__ = ["imagine", "prospects", "weigh"]

TRIED_FURTHER = 3
"""Of the cells that a red cross may be paid with and that show another cross, so many are followed up."""

Chain = tuple[Extra, ...]


def weigh(state: State, seat: int) -> list[tuple[float, Action]]:
    """Each choice of the seat with the points to expect after it, whatever the others do; empty when it has none.

    A mark is a whole step: every first mark is there once, with the best chain found for its crosses.
    """
    explorer = state.explorers[seat]
    if state.submissions is not None and not may_submit(state, seat):
        return []
    outlook = Outlook(state, seat, steps_left(state))
    match state.phase:
        case "keep":
            return [
                (outlook.worth(dict.fromkeys(pair, 0), explorer.sheet), Keep(pair))
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
        step = Step(explorer, state.round)
        step.mark(number, cells)
        worth, chain = _best_chain(step, outlook)
        found.append((worth, Mark(number, names(cells), chain)))
    return found


def _best_chain(step: Step, outlook: Outlook) -> tuple[float, Chain]:
    """The best way found to pay the crosses owed: every first cell is tried, the best ones are followed up."""
    left = step.open() if step.owed else []
    if not left:
        return outlook.worth(step.marked, step.sheet), ()
    ends: list[tuple[float, Chain]] = []
    open_ends: list[tuple[float, Step, Extra]] = []
    for number, cell in left:
        longer = step.copy()
        longer.extra(number, cell)
        worth, extra = outlook.worth(longer.marked, longer.sheet), Extra(number, name(cell))
        if longer.owed:
            open_ends.append((worth, longer, extra))
        else:
            ends.append((worth, (extra,)))
    open_ends.sort(key=itemgetter(0), reverse=True)
    for _, longer, extra in open_ends[:TRIED_FURTHER]:
        worth, rest = _best_chain(longer, outlook)
        ends.append((worth, (extra, *rest)))
    return max(ends, key=itemgetter(0))


def _replacements(state: State, explorer: Explorer, outlook: Outlook) -> list[tuple[float, Action]]:
    """The reserve's cards, and the unseen top of the deck at the mean of all it may be."""
    mine = {card.number: card.marked for card in explorer.cards}

    def worth(number: int) -> float:
        return outlook.worth({**mine, number: 0}, explorer.sheet)

    found: list[tuple[float, Action]] = [(worth(number), Replace(number)) for number in state.reserve]
    if state.deck:
        unseen = sorted([*state.deck, *(number for other in state.explorers for number in other.dealt)])
        found.append((fsum(map(worth, unseen)) / len(unseen), Replace(0)))
    return found
