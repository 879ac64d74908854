"""AIs in the embedded shape: its worker threads, its thinking processes, and a shutdown in the middle of a thought."""

from __future__ import annotations

import time

import pytest

from tests.games.computer.ai_sites import (
    AI_SECONDS,
    PATIENT_AI_SECONDS,
    SLOW,
    TIMEOUT_S,
    gone,
    kill,
    move_pool,
    new_tables,
    thinking,
)
from tests.live import LiveSite
from tests.servers import wait_until

pytestmark = pytest.mark.slow(50)
one_of_two = pytest.mark.sampled(one_of=2, of="AIs in the embedded shape")

GAME = "pyramido"


@pytest.fixture
def site(own_site: LiveSite) -> LiveSite:
    own_site.settings = {"AI_SECONDS": str(PATIENT_AI_SECONDS)}
    return own_site


def group(site: LiveSite) -> int:
    assert site.process is not None
    return site.process.pid


@one_of_two
def test_slow_ais_do_not_delay_others_and_simpler_ones_decide_in_time(site: LiveSite) -> None:
    *slow, legend = new_tables(site, site.url, *[(GAME, [SLOW])] * 3, ("forgotten-treasures", None))
    site.start()
    legend.turn(legend.public_id)  # warm-up
    wait_until(legend.owes, TIMEOUT_S, "the Legend's first turn")
    for person in slow:
        person.until_the_ai_is_to_move()
    wait_until(lambda: len(move_pool(group(site))) == 2, TIMEOUT_S, "as many thoughts as threads")
    legend.turn(legend.public_id)
    wait_until(legend.owes, TIMEOUT_S, "the Legend's turn")
    assert not any(person.of_seat(1) for person in slow), "they still think"
    assert site.stop() == 0
    site.settings = {"AI_SECONDS": str(AI_SECONDS)}
    site.start()
    *others, last = slow
    for person in slow:
        wait_until(lambda person=person: bool(person.of_seat(1)), 4 * TIMEOUT_S, "the AI's decision")  # type: ignore[misc]
        if person in others:  # the rest of their AIs' turns would be as slow
            assert person.post("resign", {}).status_code == 200
    wait_until(last.owes, 4 * TIMEOUT_S, "the end of the AI's turn")
    assert "took too long" in site.log.read_text()
    assert site.stop() == 0
    assert "4 games checked, all as their logs say." in site.check_games()


def test_a_thinker_that_is_killed_a_thought_that_ends_with_its_game_and_a_server_that_stops(site: LiveSite) -> None:
    killed, left, stopped = new_tables(site, site.url, *[(GAME, [SLOW])] * 3)
    site.start()
    killed.until_the_ai_is_to_move()
    kill(thinking(group(site)))
    wait_until(lambda: bool(killed.of_seat(1)), TIMEOUT_S, "the decision, which is made without it")
    assert "ended with status -9" in site.log.read_text()
    assert killed.post("resign", {}).status_code == 200
    wait_until(gone(group(site)), PATIENT_AI_SECONDS / 2, "the next thought to be given up")

    left.until_the_ai_is_to_move()
    thinking(group(site))
    assert left.post("resign", {}).status_code == 200
    wait_until(gone(group(site)), PATIENT_AI_SECONDS / 2, "the thought to be given up")
    assert left.of_seat(1) == []

    stopped.until_the_ai_is_to_move()
    thinking(group(site))
    pids = move_pool(group(site))
    assert stopped.of_seat(1) == []
    began = time.monotonic()
    assert site.stop() == 0
    assert time.monotonic() - began < PATIENT_AI_SECONDS / 2
    assert not set(pids) & set(move_pool(group(site)))
    assert "Traceback" not in site.log.read_text()
    site.settings = {"AI_SECONDS": "1"}  # now it need not be in the middle of a thought
    site.start()
    wait_until(stopped.owes, 2 * TIMEOUT_S, "the sweep, and the AI's turn")
    assert site.stop() == 0
    assert "3 games checked, all as their logs say." in site.check_games()


@one_of_two
def test_whole_games_of_a_person_and_ais(site: LiveSite) -> None:
    tables = [("silver-gold-pyramids", ["greedy", "random"]), (GAME, ["random"])]
    people = new_tables(site, site.url, *tables)
    site.start()
    for person in people:
        table = person.play_to_the_end()
        assert table["outcome"]["reason"] in {"completed", "last_architect", "last_explorer"}
    assert site.stop() == 0
    assert "2 games checked, all as their logs say." in site.check_games()
