"""Positions of all games in several phases, to draw them: by chance, from the rules alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from engine import registry
from engine.core import Rules

JSON = dict[str, Any]
MOVES = (0, 3, 14, 37, 70, 2000)
"""After how many actions there is a position; the last of them is the end."""


@cache
def games(seats: int, seed: int = 1) -> tuple[tuple[Rules[Any, Any], tuple[Any, ...]], ...]:
    """Return the rules of each game, with states of one game of it from the beginning to the end."""
    return tuple((rules, tuple(_states(rules, seats, seed))) for rules in registry.games())


def _states(rules: Rules[Any, Any], seats: int, seed: int) -> Iterator[Any]:
    rng = Random(seed)
    state = rules.start(rules.options_from_json({"seats": seats}), bytes([seed]) * 32)
    for number in range(MOVES[-1]):
        if number in MOVES:
            yield state
        movers = rules.to_move(state)
        if not movers:
            break
        state = rules.apply(state, movers[0], rules.random_action(state, movers[0], rng))
    assert not rules.to_move(state)
    yield state


def views(seats: int, audience: int | None = None) -> list[tuple[Rules[Any, Any], JSON]]:
    return [(rules, rules.view(state, audience)) for rules, states in games(seats) for state in states]
