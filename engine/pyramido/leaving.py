"""A player who leaves for good: what becomes of the turn, the quarry and the game (docs/rules.md A7)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core import JSON
from engine.pyramido.state import State
from engine.pyramido.turns import begin_turn, end_game, replenish, with_out
from engine.turn_order import next_seats


def drop_out(state: State, seat: int, facts: list[JSON] | None) -> State:
    """Return the state after an architect has left for good; an empty quarry space is filled from the left of its two
    piles (docs/rules.md A7).
    """
    in_turn = state.mover == seat
    state = with_out(state, seat, facts)
    if in_turn and state.space is not None:
        state = replace(replenish(state, state.space, facts), space=None, may_resurface=False)
    if len(state.playing) == 1:
        return end_game(state, "last_architect")
    if in_turn:
        return begin_turn(state, next_seats(state.order, seat), facts)
    return state
