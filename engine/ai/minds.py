"""What the players know of each game beyond its rules. A new game adds one line to MINDS."""

from __future__ import annotations

from random import Random
from typing import Any, Protocol

from engine.forgotten_treasures import ai as forgotten_treasures
from engine.pyramido import ai as pyramido
from engine.silver_gold_pyramids import ai as silver_gold_pyramids


class Mind(Protocol):
    """One game, for the players; each game's `ai` module fulfils it. States and actions are the game's own."""

    def weigh(self, state: Any, seat: int) -> list[tuple[float, Any]]:
        """The seat's actions worth a thought, each with the points to expect at the end after it.

        All are legal, and there is one at least when the seat owes something. Nothing that the seat may not know
        changes the list: of a state and of one imagined from the seat's view it is the same.
        """
        ...

    def prospects(self, state: Any, seat: int) -> float:
        """The points that the seat may expect at the end, from what it may know; when the game is over, its score."""
        ...

    def plans(self, state: Any, seat: int) -> list[tuple[float, tuple[Any, ...]]]:
        """Whole turns worth a thought, best first: the seat's actions until somebody else acts, with the points to
        expect.

        Every action is legal when its time comes, whatever is revealed on the way; a plan may stop where that should
        decide. There is one at least when the seat owes something, and nothing that the seat may not know changes the
        list.
        """
        ...

    def foresee(self, state: Any, seat: int, rng: Random) -> float:
        """One end that the game may come to, in points for the seat, less those of a rival who can be hindered.

        `state` is an imagined one. The game is played on quickly by a policy of the game's own; the mean of many such
        ends is what a plan is worth.
        """
        ...

    def share(self, state: Any) -> float:
        """The part of a turn's thinking that the decision owed deserves, 0 to 1; the parts of a turn make about 1."""
        ...


MINDS: dict[str, Mind] = {
    "forgotten-treasures": forgotten_treasures,
    "pyramido": pyramido,
    "silver-gold-pyramids": silver_gold_pyramids,
}
"""By game key."""
