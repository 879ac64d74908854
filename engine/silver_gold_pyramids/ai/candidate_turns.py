"""Many different candidate turns for the search (`engine.ai.minds.Mind.candidate_turns`), valued by the tables of
`quick`.
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
    FARTHEST,
    UNSEEN_CARD_VALUE,
    card_share_by_distance,
    sheet_number,
    sheet_values,
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


def candidate_turns(state: State, seat: int) -> list[Plan]:
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
        points = 0.0
        for number in pair:
            points += future.new_card_value(number)
            future.add(number)
        found.append((points, (Keep(pair),)))
    return found


def _replacements(state: State, seat: int) -> list[Plan]:
    future = future_of(state, seat)
    found: list[Plan] = [(future.new_card_value(number), (Replace(number),)) for number in state.reserve]
    if state.deck:
        found.append((UNSEEN_CARD_VALUE, (Replace(0),)))
    return found


class _Judge:
    """Expected points after a step, by the tables of `quick`."""

    def __init__(self, state: State, seat: int) -> None:
        future = future_of(state, seat)
        self.left = steps_left(state)
        self.round = state.round
        self.torches = state.explorers[seat].sheet.torches & ~(1 << state.round)
        self.points = future.points
        self.values = sheet_values(self.left)
        self.finished = [future.finished_value(colour) for colour in range(len(future.counts))]

    def expected_points(self, cards: Mapping[int, int], sheet: Sheet) -> float:
        distances = [(number, distance(number, marked)) for number, marked in cards.items()]
        points = self.points + self.values[sheet_number(sheet, self.round)]
        for at, (number, distance_left) in enumerate(distances):
            other = distances[1 - at][1] if len(distances) == 2 else FARTHEST
            points += self.finished[COLOUR[number]] * card_share_by_distance(self.left, other)[distance_left]
        return points


def _marks(state: State, seat: int) -> list[Plan]:
    assert state.shape is not None
    explorer, judge = state.explorers[seat], _Judge(state, seat)
    candidates: list[tuple[float, Mark, object]] = []
    for number, cells in first_marks(explorer, state.shape):
        marking = Marking(explorer, state.round)
        marking.mark(number, cells)
        for points, chain, end in chains(marking, judge, CHAINS):
            left = tuple(distance(one, marked) for one, marked in end.marked.items())
            candidates.append((points, Mark(number, cell_names(cells), chain), (left, end.sheet)))
    candidates.sort(key=lambda one: -one[0])
    found: list[Plan] = []
    alike: dict[object, int] = {}
    for points, mark, kind in candidates:
        alike[kind] = alike.get(kind, 0) + 1
        if alike[kind] <= ALIKE:
            found.append((points, (mark,)))
    return found[:MOST]
