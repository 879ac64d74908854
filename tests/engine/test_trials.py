"""What can be tried beside the rules: the engine plays every position, so that a change of the rules is noticed."""

from __future__ import annotations

import pytest

from engine import trials
from engine.core import JSON, GameError
from engine.lesson import LEARNER

ALL = [(game, trial) for game, found in trials.TRIALS.items() for trial in found]
REFUSED = {
    ("forgotten-treasures", "first-stage"): ["not_connected"],
    ("forgotten-treasures", "later-stages"): ["outside_stage"],
    ("pyramido", "resurface"): ["block_is_marked", "pile_not_behind"],
    ("pyramido", "several-stages"): ["outside_stage"],
    ("silver-gold-pyramids", "where-to-mark"): ["wall", "not_beside"],
    ("silver-gold-pyramids", "crosses"): ["wall"],
}
"""Why the rules refuse what the board offers."""


def test_there_are_five_to_eight_for_each_game_at_least_two() -> None:
    assert 5 <= len(ALL) <= 8
    assert all(len(found) >= 2 for found in trials.TRIALS.values())
    assert len({(game, trial.key) for game, trial in ALL}) == len(ALL)


@pytest.mark.parametrize(("game", "trial"), ALL, ids=lambda one: getattr(one, "key", one))
def test_it_can_be_tried(game: str, trial: trials.Trial) -> None:
    at = trials.position(game, trial.key)
    assert LEARNER in at.to_move
    done = trials.tried(game, trial.key, trials.example(game, trial.key))
    assert done.position.seq > at.seq and done.events[0].seat == LEARNER
    assert trials.position(game, trial.key) is at, "nothing has changed"


@pytest.mark.parametrize(("game", "trial"), ALL, ids=lambda one: getattr(one, "key", one))
def test_what_the_rules_refuse_is_offered(game: str, trial: trials.Trial) -> None:
    view, offered = trials.position(game, trial.key).view(LEARNER), trials.offered(game, trial.key)
    assert {**offered, "decision": view["decision"]} == view
    codes = []
    for action in trials.refused(game, trial.key):
        with pytest.raises(GameError) as refused:
            trials.tried(game, trial.key, action)
        assert refused.value.game == game
        codes.append(refused.value.code)
    assert codes == REFUSED.get((game, trial.key), [])
    more = listed(offered["decision"]) - listed(view["decision"])
    assert len(more) == len(codes) and not listed(view["decision"]) - listed(offered["decision"])


def listed(decision: JSON) -> set[str]:
    """What a decision offers, one by one."""
    cards = [card for card in decision.get("cards", []) if "shapes" in card]
    shapes = [[card["number"], shape] for card in cards for shape in card["shapes"]]
    offered = {name: decision.get(name, []) for name in ("placements", "blocks", "piles")} | {"shapes": shapes}
    return {f"{name} {one}" for name, found in offered.items() for one in found}


def test_nothing_else_can_be_tried() -> None:
    for ask in (trials.position, trials.offered, trials.refused, trials.example):
        with pytest.raises(LookupError):
            ask("pyramido", "nothing")
    with pytest.raises(LookupError):
        trials.tried("chess", "mark", {})
