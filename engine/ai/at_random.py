"""Any legal action."""

from __future__ import annotations

from random import Random
from typing import Any

from engine import registry
from engine.ai.minds import MINDS
from engine.core import JSON


class AtRandom:
    """The weakest player: one of the legal actions, as `Rules.random_action` draws it."""

    def choose(self, view: JSON, rng: Random) -> Any:
        state = MINDS[view["game"]].imagine(view, rng)
        return registry.get(view["game"], view["version"]).random_action(state, view["seat"], rng)
