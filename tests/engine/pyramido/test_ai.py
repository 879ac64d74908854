"""Pyramido for AI players: the information a view leaves open, and the weighing of an architect's choices."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.pyramido.ai.imagination import imagine
from engine.pyramido.state import DOMINOES, State
from tests.engine.ai.tables import position_after
from tests.engine.pyramido.build import RULES, start, tidy_action
from tests.sampling import examples

seeds = st.integers(0, 2**32)
steps = st.integers(0, 160)


def tidy_moment(seats: int, seed: int, steps: int) -> State:
    """Return an unfinished state of a game without gaps."""
    rng = Random(seed)
    state = start(seats, seed)
    for _ in range(steps):
        after = RULES.apply(state, state.mover or 0, tidy_action(state, state.mover or 0, rng))
        if after.outcome is not None:
            break
        state = after
    return state


@settings(max_examples=examples(60))
@given(seats=st.sampled_from((2, 3, 4)), seed=seeds, steps=steps, tidy=st.booleans(), leave=st.booleans())
def test_nothing_but_the_order_of_the_piles_is_imagined(
    seats: int, seed: int, steps: int, tidy: bool, leave: bool
) -> None:
    """With the true piles put in, the imagined state equals the true one, in long games and short ones."""
    state = (
        tidy_moment(seats, seed, steps) if tidy else position_after((RULES, {"seats": seats}), seed, steps, leave)[0]
    )
    if tidy and leave:
        state = RULES.drop_out(state, Random(seed).randrange(seats))
    for seat in (None, *range(seats)):
        imagined = imagine(RULES.view(state, seat), Random(seed))
        twin = replace(imagined, piles=state.piles)
        if state.outcome is not None:
            twin = replace(twin, may_resurface=state.may_resurface)
        assert repr(twin) == repr(state)
        assert sorted(d for pile in imagined.piles for d in pile) == sorted(d for pile in state.piles for d in pile)


def test_every_hidden_domino_may_come_next() -> None:
    state = start()
    view = RULES.view(state, 0)
    tops = {imagine(view, Random(n)).piles[0][1] for n in range(900)}
    assert tops == set(DOMINOES.ids) - set(state.quarry) - {pile[0] for pile in state.piles}
