"""Candidate turns for the search (`engine.ai.minds.Mind.plans`): valued by the tables of `quick`, numerous and
diverse.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from engine.silver_gold_pyramids.actions import Action, Keep, Mark, Replace, cell_names
from engine.silver_gold_pyramids.ai.chains import chains
from engine.silver_gold_pyramids.ai.future import Future
from engine.silver_gold_pyramids.ai.outlook import COLOUR, distance, steps_left
from engine.silver_gold_pyramids.ai.playout import future_of
from engine.silver_gold_pyramids.ai.quick import (
    DECK_WORTH,
    FARTHEST,
    card_share_by_distance,
    sheet_number,
    sheet_worths,
)
from engine.silver_gold_pyramids.marking import Marking, first_marks
from engine.silver_gold_pyramids.scoring import Sheet
from engine.silver_gold_pyramids.state import State
from engine.silver_gold_pyramids.steps import owing

Plan = tuple[float, tuple[Action, ...]]

MOST = 24
"""The most marks to return."""

ALIKE = 2
"""The most marks to return of those with equal gains and equal distances to the tombs."""

CHAINS = 3
"""The most chains to return of one first mark."""


def plans(state: State, seat: int) -> list[Plan]:
    """The candidate turns, best first; each is one action. Empty if the seat owes none."""
    if state.submissions is not None and seat not in owing(state.submissions, state.explorers):
        return []
    match state.phase:
        case "keep":
            found = _keeps(state, seat)
        case "mark":
            return _marks(state, seat)
        case "replace" if state.replacing[0][0] == seat:
            found = _replacements(state, seat)
        case _:
            return []
    return sorted(found, key=lambda plan: -plan[0])


def _keeps(state: State, seat: int) -> list[Plan]:
    found: list[Plan] = []
    for pair in combinations(state.explorers[seat].dealt, 2):
        future = Future([], 0, 0, [], [])
        worth = 0.0
        for number in pair:
            worth += future.new_worth(number)
            future.add(number)
        found.append((worth, (Keep(pair),)))
    return found


def _replacements(state: State, seat: int) -> list[Plan]:
    future = future_of(state, seat)
    found: list[Plan] = [(future.new_worth(number), (Replace(number),)) for number in state.reserve]
    if state.deck:
        found.append((DECK_WORTH, (Replace(0),)))
    return found


class _Judge:
    """Expected points after a step, by the tables of `quick`."""

    def __init__(self, state: State, seat: int) -> None:
        future = future_of(state, seat)
        self.left = steps_left(state)
        self.round = state.round
        self.torches = state.explorers[seat].sheet.torches & ~(1 << state.round)
        self.points = future.points
        self.worths = sheet_worths(self.left)
        self.finished = [future.finished_worth(colour) for colour in range(len(future.counts))]

    def worth(self, cards: Mapping[int, int], sheet: Sheet) -> float:
        far = [(number, distance(number, marked)) for number, marked in cards.items()]
        worth = self.points + self.worths[sheet_number(sheet, self.round)]
        for at, (number, mine) in enumerate(far):
            other = far[1 - at][1] if len(far) == 2 else FARTHEST
            worth += self.finished[COLOUR[number]] * card_share_by_distance(self.left, other)[mine]
        return worth


def _marks(state: State, seat: int) -> list[Plan]:
    assert state.shape is not None
    explorer, judge = state.explorers[seat], _Judge(state, seat)
    weighed: list[tuple[float, Mark, object]] = []
    for number, cells in first_marks(explorer, state.shape):
        marking = Marking(explorer, state.round)
        marking.mark(number, cells)
        for worth, chain, end in chains(marking, judge, CHAINS):
            left = tuple(distance(one, marked) for one, marked in end.marked.items())
            weighed.append((worth, Mark(number, cell_names(cells), chain), (left, end.sheet)))
    weighed.sort(key=lambda one: -one[0])
    found: list[Plan] = []
    alike: dict[object, int] = {}
    for worth, mark, kind in weighed:
        alike[kind] = alike.get(kind, 0) + 1
        if alike[kind] <= ALIKE:
            found.append((worth, (mark,)))
    return found[:MOST]
