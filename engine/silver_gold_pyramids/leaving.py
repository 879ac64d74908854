"""A player who leaves for good: what becomes of the submission, the new card and the game (docs/rules.md A7)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.silver_gold_pyramids.state import Facts, State, tell, with_explorer
from engine.silver_gold_pyramids.steps import end_game, go_on, with_submission


def drop_out(state: State, seat: int, facts: Facts) -> State:
    """Return the state after an explorer has left for good: a submission is discarded, a replacement passed over
    (docs/rules.md A7).
    """
    place = 1 + sum(e.out is not None for e in state.explorers)
    tell(facts, "out", seat=seat)
    state = replace(state, explorers=with_explorer(state, seat, replace(state.explorers[seat], out=place)))
    if len(state.playing) == 1:
        return end_game(state, "last_explorer")
    if state.submissions is not None:
        state = with_submission(state, seat, None)
    return go_on(state, facts)
