"""The AI's evaluation of decisions of a finished game. Reproducible on any machine.

The AI is given the view that the player had, so that luck does not count as merit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from engine.ai.minds import MINDS
from engine.ai.points_lost import FITTED
from engine.ai.search import Race
from engine.core import Illegal, Rules
from games.fair_play.detectors import engine_likeness
from games.fair_play.detectors.decisions import Taken
from games.fair_play.detectors.engine_likeness import Look
from games.fair_play.detectors.finding import Finding
from games.fair_play.detectors.gifts import COST, Costly, place

PLANS = 5
"""Number of best plans that a move is compared with."""
QUICK, THOROUGH = 8, 24
"""Number of games in which each plan is played on."""
ALTERNATIVES = 4
"""Number of similarly costly choices that a costly one is compared with."""
FEWEST = 2


def look(rules: Rules[Any, Any], one: Taken, game: str, imagined: int) -> Look | None:
    """Return how good a move was, by this many imagined games; None if there was hardly a choice."""
    mind, text = MINDS[rules.key], rules.action_to_text
    plans = mind.candidate_turns(one.state, one.seat)
    if len({text(plan[0]) for _, plan in plans}) < 3:
        return None
    played = text(one.action)
    compared = [plan for _, plan in plans[:PLANS]]
    if all(text(plan[0]) != played for plan in compared):
        compared.append(next((plan for _, plan in plans if text(plan[0]) == played), (one.action,)))
    left = imagined

    def one_more(_: int) -> bool:
        nonlocal left
        left -= 1
        return left > 0

    rng = Random(f"{game}:{one.seq}:{imagined}")  # noqa: S311 (reproducible)
    race = Race(rules, mind, rules.view(one.state, one.seat), [(0.0, plan) for plan in compared], rng)
    race.run(one_more)
    values: dict[str, float] = {}
    for plan, total in zip(race.plans, race.totals, strict=True):
        first = text(plan[0])
        values[first] = max(values.get(first, -1e9), total / imagined)
    best = max(values.values())
    return Look(best - values[played], best - sum(values.values()) / len(values), game, one.seq)


def likeness(user: int, rating: int, rules: Rules[Any, Any], decisions: Sequence[tuple[str, Taken]]) -> Finding | None:
    """Return the finding from as many looks as needed at one player's decisions in games of one key, each with its
    game.
    """
    fit = FITTED[rules.key]
    order = list(decisions)
    Random(f"looks {user}").shuffle(order)  # noqa: S311 (reproducible)
    share, looks = fit.share(rating, thorough=False), list[Look]()
    for game, one in order:
        if (found := look(rules, one, game, QUICK)) is not None:
            looks.append(found)
            if not engine_likeness.goes_on(looks, share):
                return None
            if len(looks) == engine_likeness.STAGES[-1]:
                break
    some = order[: engine_likeness.THOROUGH]
    thorough = [found for game, one in some if (found := look(rules, one, game, THOROUGH)) is not None]
    return engine_likeness.detect(user, thorough, rating, fit)


def costly(
    rules: Rules[Any, Any],
    one: Taken,
    users: dict[int, int],
    game: str,
    candidates: list[tuple[float, Any]] | None = None,
    expected: Callable[[Rules[Any, Any], Any, int], float] | None = None,
) -> Costly | None:
    """Return which of the opponents `users` (seat → user) a costly decision helped; None if it cost little, or there
    were no similar choices. `candidates` is the mind's candidate actions there, if known, and `expected` a faster
    equivalent of `expected_points`.
    """
    mind, text, expected = MINDS[rules.key], rules.action_to_text, expected or expected_points
    candidates = mind.candidate_actions(one.state, one.seat) if candidates is None else candidates
    played = text(one.action)
    points = next((points for points, action in candidates if text(action) == played), None)
    best = max((points for points, _ in candidates), default=0.0)
    if points is None or best - points < COST:
        return None
    others = [
        (abs(value - points), number, action)
        for number, (value, action) in enumerate(candidates)
        if best - value >= COST / 2 and text(action) != played
    ]
    nearest = [action for _, _, action in sorted(others, key=lambda other: other[:2])[:ALTERNATIVES]]
    if len(nearest) < FEWEST:
        return None
    values: dict[int, list[float]] = {seat: [] for seat in users}
    for number, action in enumerate([one.action, *nearest]):
        after = rules.apply(one.state, one.seat, action)
        for seat, found in values.items():
            found.append(expected(rules, after, seat))
        if number == FEWEST and all(len(set(found)) == 1 for found in values.values()):
            return None  # this decision does not affect the other players
    places = {users[seat]: place(found[0], found[1:]) for seat, found in values.items()}
    return Costly(game, one.seq, best - points, places)


def expected_points(rules: Rules[Any, Any], state: Any, seat: int) -> float:
    """Return the points that a seat may expect if its next turn starts from the current position."""
    mind = MINDS[rules.key]
    if rules.outcome(state) is None and seat not in rules.out(state):
        try:
            if seat not in rules.to_move(state):
                state = rules.next_turn(rules.view(state, seat), Random(0))  # noqa: S311 (weights ignore chance)
        except Illegal:
            return mind.expected_points(state, seat)
        return max(
            (points for points, _ in mind.candidate_actions(state, seat)), default=mind.expected_points(state, seat)
        )
    return mind.expected_points(state, seat)
