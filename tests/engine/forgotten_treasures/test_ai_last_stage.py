"""In stage 4 the players reach the maximum of points: compared with full enumeration, the others playing greedy."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

import pytest

from engine.ai import players
from engine.forgotten_treasures import best_allocation, gems, legal
from engine.forgotten_treasures.actions import Action, Score
from engine.forgotten_treasures.state import Explorer, State
from tests.engine.forgotten_treasures.build import RULES

TABLES: list[dict[str, Any]] = [{"seats": seats} for seats in (2, 3, 4)]
TABLES += [{"seats": 1, "legend": mode} for mode in ("a", "the")]
POSITIONS = 20
"""Positions for each of the five kinds of table."""

GREEDY = players.get("greedy")


def position(options: dict[str, Any], number: int) -> tuple[State, int]:
    """Return a seat's turn in stage 4, after a game at random except for the best possible scoring of each stage."""
    rng = Random(f"stage 4, {options}, {number}")
    state = RULES.start(options, rng.randbytes(32))
    at = rng.randrange(options["seats"])
    while not (state.stage == 4 and state.phase == "take" and state.mover == at):
        seat = RULES.to_move(state)[0]
        action: Action
        if state.phase == "score":
            action = best_allocation.best(state.explorers[seat], state.stage)
        else:
            action = RULES.random_action(state, seat, rng)
        state = RULES.apply(state, seat, action)
    return state, at


def others_play(state: State, seat: int) -> State:
    """Play on to the seat's own next decision, or to the end."""
    while (owed := [other for other in RULES.to_move(state) if other != seat]) and state.mover != seat:
        action: Any = RULES.random_action(state, owed[0], Random(0))
        if owed[0] != state.legend_seat:
            action = GREEDY.choose(RULES.view(state, owed[0]), Random(0))
        state = RULES.apply(state, owed[0], action)
    return state


def best_of_all(state: State, seat: int) -> int:
    """Return the maximum of the seat's points in the last stage, over each take, reveal, placing and submission. After
    the placing no other player's action changes it.
    """
    explorer = state.explorers[seat]
    if explorer.complete:
        return most_of_all(explorer)
    return max(best_of_all(RULES.apply(state, seat, action), seat) for action in RULES.legal_actions(state, seat))


@lru_cache(maxsize=64)
def most_of_all(explorer: Explorer) -> int:
    return max(points(explorer, score) for score in legal._allocations(explorer, 4))


def points(explorer: Explorer, score: Score) -> int:
    icons = {area.corner: area.icons for area in explorer.areas}
    gained = sum(icons[a.x, a.y] * (2 if a.double else 1) for a in score.activate)
    left = gems.count(explorer.gems, gems.MYTHICAL) - 2 * sum(a.mythical for a in score.activate)
    return gained + left


def test_the_points_counted_here_equal_the_rules() -> None:
    state, seat = position(TABLES[0], 0)
    chosen = None
    while state.outcome is None:
        mover = RULES.to_move(state)[0]
        chosen = GREEDY.choose(RULES.view(state, mover), Random(0))
        before = state
        state = RULES.apply(state, mover, chosen)
        if isinstance(chosen, Score) and mover == seat:
            expected = points(before.explorers[seat], chosen)
    assert state.explorers[seat].scores[-1].points == expected


@pytest.mark.parametrize("options", TABLES, ids=lambda options: "-".join(map(str, options.values())))
def test_in_stage_4_the_players_choices_are_optimal(options: dict[str, Any]) -> None:
    choices = 0
    for number in range(POSITIONS):
        state, seat = position(options, number)
        most = best_of_all(state, seat)
        for name in ("greedy", "search:30"):
            player, played = players.get(name), state
            while seat in RULES.to_move(played):
                choices += 1
                played = RULES.apply(played, seat, player.choose(RULES.view(played, seat), Random(number)))
                played = others_play(played, seat)
            assert played.explorers[seat].scores[-1].points == most, (name, number)
    assert choices > 6 * POSITIONS
