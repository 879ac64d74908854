"""Players are notified when the game waits for them, not of steps within a turn, and no notification is missing."""

from __future__ import annotations

from random import Random

import pytest

from games.notices import selectors as notices
from games.notices.services.tell_players import tell_players
from games.time import timing
from tests.games import play

pytestmark = pytest.mark.django_db(transaction=True)


def test_steps_within_a_turn_send_nothing_and_suppress_nothing() -> None:
    game, _ = play.table(2)
    tell_players(game.public_id)
    rng, seen = Random(3), set()
    for _ in range(40):
        before, told = play.position(game), play.fresh(game).told_seq == play.fresh(game).seq
        play.step(game, rng)
        row = play.fresh(game)
        same = timing.owed_turns(before) == timing.owed_turns(play.position(game))
        assert (row.told_seq == row.seq) == (told and same)
        seen.add((told, same))
        if rng.random() < 0.5:
            tell_players(game.public_id)
            assert play.fresh(game).told_seq == row.seq
    assert seen == {(True, True), (True, False), (False, True), (False, False)}


def test_a_game_that_rests_is_found_and_one_that_never_does_after_many_events(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(notices, "MOST_UNTOLD", 40)
    game, _ = play.table(2)
    tell_players(game.public_id)
    play.play_until(game, Random(1), lambda at: play.fresh(game).told_seq < at.seq)
    last_event_ms = play.fresh(game).last_event_ms
    assert last_event_ms is not None
    assert notices.untold_games(last_event_ms - 1, 10) == []
    assert notices.untold_games(last_event_ms, 10) == [game.public_id]
    told = play.fresh(game).told_seq
    play.play_until(game, Random(1), lambda at: at.seq > told + notices.MOST_UNTOLD)
    assert notices.untold_games(0, 10) == [game.public_id]
