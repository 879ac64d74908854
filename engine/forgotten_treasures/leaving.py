"""A player who leaves for good: what becomes of the turn, the domino in hand and the game (docs/rules.md A7)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core import JSON
from engine.forgotten_treasures.stages import begin_turn, end_game, score_if_all_in, with_explorer
from engine.forgotten_treasures.state import State
from engine.turn_order import next_seats


def drop_out(state: State, seat: int, facts: list[JSON] | None) -> State:
    """Return the state after an explorer has left for good (docs/rules.md A7)."""
    explorer = state.explorers[seat]
    place = 1 + sum(e.out is not None for e in state.explorers)
    if facts is not None:
        facts.append({"type": "out", "seat": seat})
    in_turn = state.mover == seat
    state = replace(state, explorers=with_explorer(state, seat, replace(explorer, out=place)))
    if in_turn:
        state = cut_short(state, facts)
    if state.legend is not None:
        return end_game(state, "out")
    if len(state.playing) == 1:
        return end_game(state, "last_explorer")
    if state.submissions is not None:
        submissions = (*state.submissions[:seat], None, *state.submissions[seat + 1 :])
        return score_if_all_in(replace(state, submissions=submissions), facts)
    if in_turn:
        return begin_turn(state, next_seats(state.order, seat), facts)
    return state


def cut_short(state: State, facts: list[JSON] | None) -> State:
    """Finish a turn by rule if its player will not: if a domino is still to be turned up, turn it up; if the player has
    one in hand, it goes out of play (docs/rules.md A7).
    """
    if state.phase == "reveal":
        space = state.face_up.index(False)
        face_up = (*state.face_up[:space], True, *state.face_up[space + 1 :])
        if facts is not None:
            facts.append({"type": "turned", "space": space + 1, "domino": state.piles[space][0]})
        state = replace(state, face_up=face_up)
    if state.hand:
        if facts is not None:
            facts.append({"type": "lost", "domino": state.hand})
        state = replace(state, hand=0, lost=(*state.lost, state.hand))
    return state
