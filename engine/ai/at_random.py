"""The random player."""

from __future__ import annotations

from random import Random
from typing import Any

from engine import registry
from engine.core import JSON


class AtRandom:
    """The weakest player: a random legal action, as `Rules.random_action` draws it."""

    def choose(self, view: JSON, rng: Random) -> Any:
        """Return a random legal action of the view's seat."""
        rules = registry.get(view["game"], view["version"])
        return rules.random_action(rules.imagine(view, rng), view["seat"], rng)
