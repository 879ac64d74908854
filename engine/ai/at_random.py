"""The random player."""

from __future__ import annotations

from random import Random
from typing import Any

from engine import registry
from engine.ai.minds import MINDS
from engine.core import JSON


class AtRandom:
    """The weakest player: a random legal action, as `Rules.random_action` draws it. If it is one that ruins the seat
    (`Mind.ruins`), any other that does not, if there is one.
    """

    def choose(self, view: JSON, rng: Random) -> Any:
        """Return a random legal action of the view's seat."""
        rules, mind, seat = registry.get(view["game"], view["version"]), MINDS[view["game"]], view["seat"]
        state = rules.imagine(view, rng)
        action = rules.random_action(state, seat, rng)
        if not mind.ruins(state, seat, action):
            return action
        others = [other for other in rules.legal_actions(state, seat) if not mind.ruins(state, seat, other)]
        return others[int(rng.random() * len(others))] if others else action
