"""The search player: compares whole turns in many imagined games that match its view.

A *plan* is a candidate turn (`Mind.candidate_turns`). Imagined games are drawn from the view (`Rules.imagine`). In
each, every remaining plan is carried out and the rest of the game is played (`Mind.play_out`), with the same random
numbers for all plans. When a round's share of the budget is used, the worse half of the plans is dropped (successive
halving: Karnin, Koren and Somekh, 2013). The first action of the best plan is played; the next decision of the turn is
searched anew, with what has been revealed by then.
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
"""The most plans to compare: those with the most expected points."""

PRIOR_GAMES = 5.0
"""The number of imagined games that a plan's expected points count for: without them, luck would decide the first
rounds.
"""

Budget = Callable[[int], bool]
"""Charge the budget for an imagined game with this number of plans; return whether another one is within it."""


class Search:
    """A player with a budget per turn: `playouts`, or `cpu_ms` of processor time.

    Each plan of a round is tried at least once. With `playouts`, equal views and random states lead to equal actions on
    all machines.
    """

    def __init__(self, *, playouts: int = 0, cpu_ms: int = 0) -> None:
        assert (playouts > 0) != (cpu_ms > 0)
        self.playouts = playouts
        self.cpu_ms = cpu_ms

    def choose(self, view: JSON, rng: Random) -> Any:
        """Return the first action of the best plan found."""
        begun = time.thread_time()
        rules, mind, seat = registry.get(view["game"], view["version"]), MINDS[view["game"]], view["seat"]
        state = rules.imagine(view, rng)
        plans = mind.candidate_turns(state, seat)[:WIDTH]
        race = Race(rules, mind, view, plans, rng)
        share = mind.share(state)
        rounds = max(1, (len(plans) - 1).bit_length())
        for number in range(1, rounds + 1):
            if race.decided:
                break
            if self.cpu_ms:
                race.run(self._while_time_lasts(begun + self.cpu_ms / 1000 * share * number / rounds))
            else:
                race.run(self._while_playouts_last(int(self.playouts * share / rounds)))
            race.halve()
        return race.best[0]

    @staticmethod
    def _while_time_lasts(deadline_s: float) -> Budget:
        return lambda plans: time.thread_time() < deadline_s

    @staticmethod
    def _while_playouts_last(playouts: int) -> Budget:
        left = playouts

        def charge(plans: int) -> bool:
            nonlocal left
            left -= plans
            return left >= plans

        return charge


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
        self.totals = [PRIOR_GAMES * expected for expected, _ in plans]

    @property
    def decided(self) -> bool:
        """Whether all plans begin with the same action."""
        return all(plan[0] == self.plans[0][0] for plan in self.plans)

    @property
    def best(self) -> Any:
        """The best plan so far; on a tie, the first."""
        return self.plans[max(range(len(self.plans)), key=self.totals.__getitem__)]

    def run(self, charge: Budget) -> None:
        """Try the plans in one imagined game, and in more as the budget allows."""
        while True:
            self._imagined_game()
            if not charge(len(self.plans)):
                return

    def _imagined_game(self) -> None:
        world = self.rules.imagine(self.view, self.rng)
        chance = self.rng.getrandbits(64)
        for number, plan in enumerate(self.plans):
            state = world
            for action in plan:
                state = self.rules.apply(state, self.seat, action)
            self.totals[number] += self.mind.play_out(state, self.seat, Random(chance))

    def halve(self) -> None:
        """Drop the worse half of the plans."""
        order = sorted(range(len(self.plans)), key=lambda number: (-self.totals[number], number))
        stay = sorted(order[: (len(order) + 1) // 2])
        self.plans = [self.plans[number] for number in stay]
        self.totals = [self.totals[number] for number in stay]
