"""Hand-made states for the tests of the rules."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from engine.forgotten_treasures import gems
from engine.forgotten_treasures.actions import Place, Reveal, Take
from engine.forgotten_treasures.rules import ForgottenTreasures
from engine.forgotten_treasures.state import State
from engine.pyramid import Area

RULES = ForgottenTreasures()


def start(seats: int = 2, legend: str | None = None, seed: int = 0) -> State:
    options = {"seats": seats} | ({"legend": legend} if legend else {})
    return RULES.start(RULES.options_from_json(options), Random(seed).randbytes(32))


def areas(*sizes: tuple[str, int]) -> tuple[Area, ...]:
    """Return areas (colour, icons) in a row, two quadrants apart: their corners are (0, 0), (2, 0), (4, 0) …"""
    return tuple(Area(gems.COLOURS.index(colour), n, 1 << 2 * i) for i, (colour, n) in enumerate(sizes))


def with_explorer(state: State, seat: int, **changes: Any) -> State:
    explorers = list(state.explorers)
    explorers[seat] = replace(explorers[seat], **changes)
    return replace(state, explorers=tuple(explorers))


def turn(state: State, rng: Random) -> State:
    """Play one explorer's whole turn at random."""
    seat = state.mover
    assert seat is not None
    for kind in (Take, Reveal, Place):
        action = RULES.random_action(state, seat, rng)
        assert type(action) is kind
        state = RULES.apply(state, seat, action)
    return state


def until_scoring(state: State, rng: Random) -> State:
    """Play random turns to the next scoring phase in which a player has a choice."""
    while state.phase != "score":
        seat = RULES.to_move(state)[0]
        state = RULES.apply(state, seat, RULES.random_action(state, seat, rng))
    return state


def finish_scoring(state: State, rng: Random) -> State:
    while state.phase == "score":
        seat = RULES.to_move(state)[0]
        state = RULES.apply(state, seat, RULES.random_action(state, seat, rng))
    return state
