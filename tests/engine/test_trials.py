"""What can be tried beside the rules: the engine plays every position, so that a change of the rules is noticed."""

from __future__ import annotations

import pytest

from engine import trials
from engine.core import GameError
from engine.lesson import LEARNER

ALL = [(game, trial) for game, found in trials.TRIALS.items() for trial in found]
REFUSED = {
    ("forgotten-treasures", "first-stage"): ["not_connected"],
    ("forgotten-treasures", "later-stages"): ["outside_stage"],
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
    legal = view["decision"].get("placements", [])
    more = [one for one in offered["decision"].get("placements", []) if one not in legal]
    assert {**offered, "decision": view["decision"]} == view
    codes = []
    for x, y, rotation in more:
        with pytest.raises(GameError) as refused:
            trials.tried(game, trial.key, {"type": "place", "x": x, "y": y, "rotation": rotation})
        assert refused.value.game == game
        codes.append(refused.value.code)
    assert codes == REFUSED.get((game, trial.key), [])


def test_nothing_else_can_be_tried() -> None:
    for ask in (trials.position, trials.offered, trials.example):
        with pytest.raises(LookupError):
            ask("pyramido", "nothing")
    with pytest.raises(LookupError):
        trials.tried("chess", "mark", {})
