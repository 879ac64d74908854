"""The greedy player, which looks one decision ahead."""

from __future__ import annotations

from operator import itemgetter
from random import Random
from typing import Any

from engine import registry
from engine.ai.minds import MINDS
from engine.core import JSON


class Greedy:
    """Chooses the action with the most expected points; on a tie, the first."""

    def choose(self, view: JSON, rng: Random) -> Any:
        """Return the best action by `Mind.candidate_actions`."""
        state = registry.get(view["game"], view["version"]).imagine(view, rng)
        candidates = MINDS[view["game"]].candidate_actions(state, view["seat"])
        return max(candidates, key=itemgetter(0))[1]
