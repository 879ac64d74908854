"""AI players by name. A player receives a view and nothing else."""

from __future__ import annotations

import re
from random import Random
from typing import Any, Protocol

from engine.ai.at_random import AtRandom
from engine.ai.greedy import Greedy
from engine.ai.search import Search
from engine.core import JSON, Malformed, gettext_noop


class Player(Protocol):
    """A player of every game that has a mind (`engine.ai.minds`)."""

    def choose(self, view: JSON, rng: Random) -> Any:
        """Return a legal action of the view's seat, which must owe one.

        Equal views and states of `rng` lead to equal actions, unless the player's thinking is limited by time.
        """
        ...


PLAYERS: dict[str, Player] = {
    "random": AtRandom(),
    "greedy": Greedy(),
}
"""The players without a budget, weakest first. In addition, there is `search:` with any budget."""

_SEARCH = re.compile(r"search:([1-9][0-9]{0,5})(ms)?")


def get(name: str) -> Player:
    """Return the player `random`, `greedy`, `search:300ms` (processor milliseconds per turn) or `search:400` (playouts
    per turn).

    Raise Malformed for any other name.
    """
    if name in PLAYERS:
        return PLAYERS[name]
    if found := _SEARCH.fullmatch(name):
        size = int(found[1])
        return Search(cpu_ms=size) if found[2] else Search(playouts=size)
    raise Malformed(
        "unknown_player",
        gettext_noop("Unknown player “%(name)s”. Available: %(known)s."),
        field="players",
        name=name[:40],
        known=", ".join([*PLAYERS, "search:300ms", "search:400"]),
    )
