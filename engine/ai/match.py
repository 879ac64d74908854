"""Whole games between players who see only their views."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from engine.ai.players import Player
from engine.core import JSON, Rules


def play(rules: Rules[Any, Any], options: JSON, players: Sequence[Player], name: str) -> Any:
    """The last state of a game with a player on each seat. The name gives the shuffles and the players' own chance."""
    assert len(players) == len(rules.seat_kinds(options))
    state = rules.start(options, Random(name).randbytes(32))
    chances = [Random(f"{name}, seat {seat}") for seat in range(len(players))]
    while seats := rules.to_move(state):
        seat = seats[0]
        state = rules.apply(state, seat, players[seat].choose(rules.view(state, seat), chances[seat]))
    return state
