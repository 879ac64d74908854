"""Thinks ahead: whole turns, tried in many games that could be this one.

What the view leaves open is imagined again and again (`Rules.imagine`). In each imagined game every plan for the turn
that is still in the race is carried out and played on to an end (`Mind.foresee`), by the same chance for all of them;
when a round's part of the budget is used, the worse half of the plans leaves the race (successive halving: Karnin,
Koren and Somekh, 2013). The best plan's first action is taken; the next decision of the turn is thought about anew,
knowing more.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Any

from engine import registry
from engine.ai.minds import MINDS, Mind
from engine.core import JSON, Rules

WIDTH = 10
"""At most so many plans enter the race, the best by their weights."""

WEIGHT_COUNTS = 5.0
"""A plan's weight counts like so many imagined games: the first rounds are too short to overrule it by luck."""

Going = Callable[[int], bool]
"""Whether there is budget left for another imagined game with so many plans."""


class Search:
    """`playouts`: how many times a turn may be played on to an end; or `cpu_ms`: processor milliseconds a turn.

    Every plan of a round is tried once in any case. With `playouts`, the same view and chance give the same action on
    every machine.
    """

    def __init__(self, *, playouts: int = 0, cpu_ms: int = 0) -> None:
        assert (playouts > 0) != (cpu_ms > 0)
        self.playouts = playouts
        self.cpu_ms = cpu_ms

    def choose(self, view: JSON, rng: Random) -> Any:
        begun = time.thread_time()
        rules, mind, seat = registry.get(view["game"], view["version"]), MINDS[view["game"]], view["seat"]
        state = rules.imagine(view, rng)
        plans = mind.plans(state, seat)[:WIDTH]
        race = Race(rules, mind, view, plans, rng)
        share = mind.share(state)
        rounds = max(1, (len(plans) - 1).bit_length())
        for number in range(1, rounds + 1):
            if race.decided:
                break
            if self.cpu_ms:
                race.run(self._until(begun + self.cpu_ms / 1000 * share * number / rounds))
            else:
                race.run(self._times(int(self.playouts * share / rounds)))
            race.halve()
        return race.best[0]

    @staticmethod
    def _until(deadline: float) -> Going:
        return lambda plans: time.thread_time() < deadline

    @staticmethod
    def _times(playouts: int) -> Going:
        left = playouts

        def going(plans: int) -> bool:
            nonlocal left
            left -= plans
            return left >= plans

        return going


class Race:
    """The plans still compared. All of them have been tried in the same imagined games."""

    def __init__(
        self, rules: Rules[Any, Any], mind: Mind, view: JSON, plans: list[tuple[float, Any]], rng: Random
    ) -> None:
        self.rules = rules
        self.mind = mind
        self.view = view
        self.seat: int = view["seat"]
        self.rng = rng
        self.plans = [plan for _, plan in plans]
        self.totals = [WEIGHT_COUNTS * weight for weight, _ in plans]

    @property
    def decided(self) -> bool:
        """Whether all plans begin alike."""
        return all(plan[0] == self.plans[0][0] for plan in self.plans)

    @property
    def best(self) -> Any:
        """The plan in front, the first of equals."""
        return self.plans[max(range(len(self.plans)), key=self.totals.__getitem__)]

    def run(self, going: Going) -> None:
        """One imagined game at least, and as many as there is budget for."""
        while True:
            self._imagined_game()
            if not going(len(self.plans)):
                return

    def _imagined_game(self) -> None:
        world = self.rules.imagine(self.view, self.rng)
        chance = self.rng.getrandbits(64)
        for number, plan in enumerate(self.plans):
            state = world
            for action in plan:
                state = self.rules.apply(state, self.seat, action)
            self.totals[number] += self.mind.foresee(state, self.seat, Random(chance))

    def halve(self) -> None:
        """The worse half leaves."""
        order = sorted(range(len(self.plans)), key=lambda number: (-self.totals[number], number))
        stay = sorted(order[: (len(order) + 1) // 2])
        self.plans = [self.plans[number] for number in stay]
        self.totals = [self.totals[number] for number in stay]
