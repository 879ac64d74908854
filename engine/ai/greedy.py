"""One decision ahead."""

from __future__ import annotations

from operator import itemgetter
from random import Random
from typing import Any

from engine import registry
from engine.ai.minds import MINDS
from engine.core import JSON


class Greedy:
    """Takes the action after which the most points are to be expected, the first of equals."""

    def choose(self, view: JSON, rng: Random) -> Any:
        state = registry.get(view["game"], view["version"]).imagine(view, rng)
        weighed = MINDS[view["game"]].weigh(state, view["seat"])
        return max(weighed, key=itemgetter(0))[1]
