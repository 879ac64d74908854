"""Any legal action."""

from __future__ import annotations

from random import Random
from typing import Any

from engine import registry
from engine.core import JSON


class AtRandom:
    """The weakest player: one of the legal actions, as `Rules.random_action` draws it."""

    def choose(self, view: JSON, rng: Random) -> Any:
        rules = registry.get(view["game"], view["version"])
        return rules.random_action(rules.imagine(view, rng), view["seat"], rng)
