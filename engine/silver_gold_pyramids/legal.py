"""Listing legal actions, and choosing random ones."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from random import Random

from engine.silver_gold_pyramids import marking
from engine.silver_gold_pyramids.actions import Action, Keep, Replace, Submission
from engine.silver_gold_pyramids.state import DEALT, KEPT, Explorer, State


def may_submit(state: State, seat: int) -> bool:
    """Whether the seat may submit in this phase; it may replace a submission until all are in."""
    if state.submissions is None or not 0 <= seat < len(state.explorers):
        return False
    explorer = state.explorers[seat]
    return explorer.out is None and (state.phase == "keep" or bool(explorer.cards))


def legal_actions(state: State, seat: int) -> Iterable[Action]:
    """All legal actions; for marks an iterator, as chains of crosses can make very many."""
    if may_submit(state, seat):
        explorer = state.explorers[seat]
        if state.phase == "keep":
            return [Keep(pair) for pair in combinations(explorer.dealt, 2)]
        assert state.shape is not None
        return marking.marks(explorer, state.shape, state.round)
    if state.replacing and state.replacing[0][0] == seat:
        return [*(Replace(number) for number in state.reserve), *([Replace(0)] if state.deck else [])]
    return ()


def random_action(state: State, seat: int, rng: Random) -> Action:
    """Return a random legal action. Raise IndexError if the seat has none."""
    if state.phase == "mark":
        return marking.random_mark(state.explorers[seat], state.expedition[0], state.round, rng)
    legal = list(legal_actions(state, seat))
    return legal[int(rng.random() * len(legal))]


def random_submission(state: State, explorer: Explorer, rng: Random) -> Submission:
    """Return a random legal submission of an explorer who may submit."""
    if state.phase == "keep":
        a, b = sorted(rng.sample(range(DEALT), KEPT))
        return Keep((explorer.dealt[a], explorer.dealt[b]))
    assert state.shape is not None
    return marking.random_mark(explorer, state.shape, state.round, rng)
