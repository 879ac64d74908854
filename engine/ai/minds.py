"""The AI's knowledge of each game beyond its rules. A new game adds one line to MINDS."""

from __future__ import annotations

from random import Random
from typing import Any, Protocol

from engine.forgotten_treasures.ai import mind as forgotten_treasures
from engine.pyramido.ai import mind as pyramido
from engine.silver_gold_pyramids.ai import mind as silver_gold_pyramids


class Mind(Protocol):
    """Evaluation and planning for one game; implemented by each game's `ai.mind` module. States and actions are the
    game's own.

    All values are points. Those of `play_out` come from playing on; all others are estimates from one position.
    """

    def candidate_actions(self, state: Any, seat: int) -> list[tuple[float, Any]]:
        """The seat's candidate actions, each with the expected points at the end of the game after it.

        All are legal, and there is at least one if the seat owes an action. The list depends only on what the seat may
        know: it is the same for a state and for states imagined from the seat's view.
        """
        ...

    def expected_points(self, state: Any, seat: int) -> float:
        """Expected points of the seat at the end, from what the seat may know; when the game is over, its score."""
        ...

    def candidate_turns(self, state: Any, seat: int) -> list[tuple[float, tuple[Any, ...]]]:
        """Candidate whole turns: a turn is the seat's actions until another seat acts. Best first, each with the
        expected points after it. Here they are also called plans (not the plans of `engine.planned_turns`).

        Each action is legal when its turn comes, whatever is revealed before; a plan may stop early where a decision
        should depend on what is revealed. There is at least one if the seat owes an action. The list depends only on
        what the seat may know.
        """
        ...

    def play_out(self, state: Any, seat: int, rng: Random) -> float:
        """Play the rest of the game by the game's own quick policy, or play until the rest can be estimated. Return the
        seat's points at the end of the game, less those of the Legend in a solo game.

        `state` is an imagined one. The mean over many playouts is the value of a plan.
        """
        ...

    def ruins(self, state: Any, seat: int, action: Any) -> bool:
        """Whether the seat is sure to go out after this legal action, by the rules and from what it may know."""
        ...

    def share(self, state: Any) -> float:
        """The share of a turn's thinking time for this decision, 0 to 1; the shares of a turn add up to about 1."""
        ...


MINDS: dict[str, Mind] = {
    "forgotten-treasures": forgotten_treasures,
    "pyramido": pyramido,
    "silver-gold-pyramids": silver_gold_pyramids,
}
"""The mind of each game, by its key."""
