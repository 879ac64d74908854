"""Parts of the state that an action does not change are the same objects after it, so that making frames skips them."""

from __future__ import annotations

from random import Random

import pytest

from games.time import timing
from tests.games import play, timed
from tests.games.timed import Now

pytestmark = pytest.mark.django_db(transaction=True)


def test_within_a_turn_the_clocks_and_unchanged_parts_stay_the_same_objects(now: Now) -> None:
    game, _ = timed.under_way(timed.per_move(), game="forgotten-treasures")
    rng, seen = Random(5), set()
    for _ in range(40):
        before = play.position(game)
        now.ms += 1000
        play.step(game, rng)
        after = play.position(game)
        within = timing.owed_turns(before) == timing.owed_turns(after)
        assert (after.clocks is before.clocks) == within
        was, is_now = timing.table_state(before), timing.table_state(after)
        assert (was["clocks"] is is_now["clocks"]) == within
        shown, shows = before.view(None), after.view(None)
        spaces = (before.state.piles, before.state.face_up, before.state.spaces)
        untouched = spaces == (after.state.piles, after.state.face_up, after.state.spaces)
        assert (shown["spaces"] is shows["spaces"]) == untouched
        assert shown["options"] is shows["options"]
        seen.add((within, untouched))
    assert seen == {(True, False), (False, True)}
    timed.checked(game)
