"""The players by name. They get a view and nothing else."""

from __future__ import annotations

from random import Random
from typing import Any, Protocol

from engine.ai.at_random import AtRandom
from engine.ai.greedy import Greedy
from engine.core import JSON, Malformed, gettext_noop


class Player(Protocol):
    """Somebody who plays every game that has a mind (`engine.ai.minds`)."""

    def choose(self, view: JSON, rng: Random) -> Any:
        """A legal action of the view's seat, which owes one. The same view and `rng` give the same action."""
        ...


PLAYERS: dict[str, Player] = {
    "random": AtRandom(),
    "greedy": Greedy(),
}
"""Weakest first."""


def get(name: str) -> Player:
    """Raises Malformed."""
    if name not in PLAYERS:
        raise Malformed(
            "unknown_player",
            gettext_noop("There is no player “%(name)s” here; there are %(known)s."),
            field="players",
            name=name[:40],
            known=", ".join(PLAYERS),
        )
    return PLAYERS[name]
