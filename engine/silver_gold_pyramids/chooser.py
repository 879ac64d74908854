"""Legal actions, random ones, and states that a seat cannot tell apart."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from random import Random

from msgspec.structs import replace

from engine.chance import Stream
from engine.silver_gold_pyramids import marking
from engine.silver_gold_pyramids.actions import Action, Keep, Replace, Submission
from engine.silver_gold_pyramids.state import DEALT, KEPT, Explorer, State


def may_submit(state: State, seat: int) -> bool:
    """Whether the seat has anything to submit in this phase (a submission may be replaced until all are in)."""
    if state.submissions is None or not 0 <= seat < len(state.explorers) or state.explorers[seat].out is not None:
        return False
    return state.phase == "keep" or bool(state.explorers[seat].cards)


def legal_actions(state: State, seat: int) -> Iterable[Action]:
    """Every legal action; of a mark with chains of crosses a lazy and possibly very long walk."""
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
    """One legal action. Raises IndexError when the seat has none."""
    if state.phase == "mark":
        return _random_submission(state, state.explorers[seat], rng)
    legal = list(legal_actions(state, seat))
    return legal[int(rng.random() * len(legal))]


def _random_submission(state: State, explorer: Explorer, rng: Random) -> Submission:
    if state.phase == "keep":
        a, b = sorted(rng.sample(range(DEALT), KEPT))
        return Keep((explorer.dealt[a], explorer.dealt[b]))
    assert state.shape is not None
    return marking.random_mark(explorer, state.shape, state.round, rng)


def hidden_twin(state: State, seat: int | None, rng: Random) -> State:
    """What the seat may not know drawn anew: the deck, the others' dealt cards, the shapes to come, the seeds, and the
    others' secret submissions."""
    explorers = list(state.explorers)
    others = [number for number in range(len(explorers)) if number != seat]
    pool = [*state.deck, *(card for other in others for card in explorers[other].dealt)]
    rng.shuffle(pool)
    for other in others:
        n = len(explorers[other].dealt)
        explorers[other] = replace(explorers[other], dealt=tuple(pool[:n]))
        pool = pool[n:]
    to_come = list(state.expedition[1:])
    rng.shuffle(to_come)
    twin = replace(
        state,
        explorers=tuple(explorers),
        deck=tuple(pool),
        deck_stream=Stream(rng.randbytes(32), state.deck_stream.label, rng.randrange(1000)),
        expedition=(*state.expedition[:1], *to_come),
        expedition_stream=Stream(rng.randbytes(32), state.expedition_stream.label, rng.randrange(1000)),
    )
    if state.submissions is None:
        return twin
    submissions = tuple(
        mine
        if mine is None or other == seat or not may_submit(state, other)
        else _random_submission(twin, twin.explorers[other], rng)
        for other, mine in enumerate(state.submissions)
    )
    return replace(twin, submissions=submissions)
