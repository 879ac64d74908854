"""Whole games between players that see only their views."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from engine.ai.players import Player
from engine.core import JSON, Rules


def play(rules: Rules[Any, Any], options: JSON, players: Sequence[Player], seed: str) -> Any:
    """Play a game with these players and return its last state. `seed` determines the shuffles and the
    players' random choices.
    """
    assert len(players) == player_seats(rules, options)
    state = rules.start(options, Random(seed).randbytes(32))
    chances = [Random(f"{seed}, seat {seat}") for seat in range(len(players))]
    while seats := rules.to_move(state):
        seat = seats[0]
        if seat < len(players):
            action = players[seat].choose(rules.view(state, seat), chances[seat])
        else:
            (action,) = rules.legal_actions(state, seat)  # the Legend has no choice
        state = rules.apply(state, seat, action)
    return state


def player_seats(rules: Rules[Any, Any], options: JSON) -> int:
    """The number of seats for persons or AIs; they come before the Legend's."""
    return sum(kind != "legend" for kind in rules.seat_kinds(options))
