"""What the players know of each game beyond its rules. A new game adds one line to MINDS."""

from __future__ import annotations

from random import Random
from typing import Any, Protocol

from engine.core import JSON
from engine.silver_gold_pyramids import ai as silver_gold_pyramids


class Mind(Protocol):
    """One game, for the players; each game's `ai` module fulfils it. States and actions are the game's own."""

    def imagine(self, view: JSON, rng: Random) -> Any:
        """A state of which `view` is the view: what it leaves open is drawn at random, every case with its chance.

        It passes `rules.check` and plays on to an end like any other; its streams are fresh.
        """
        ...

    def weigh(self, state: Any, seat: int) -> list[tuple[float, Any]]:
        """The seat's actions worth a thought, each with the points to expect at the end after it.

        All are legal, and there is one at least when the seat owes something. Nothing that the seat may not know
        changes the list: of a state and of one imagined from the seat's view it is the same.
        """
        ...

    def prospects(self, state: Any, seat: int) -> float:
        """The points that the seat may expect at the end, from what it may know; when the game is over, its score."""
        ...


MINDS: dict[str, Mind] = {
    "silver-gold-pyramids": silver_gold_pyramids,
}
"""By game key."""
