"""AIs in the full shape: one that exceeds its time, and processes that are killed in the middle of a thought."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.games.computer.ai_sites import (
    AI_SECONDS,
    PATIENT_AI_SECONDS,
    SLOW,
    TIMEOUT_S,
    Person,
    gone,
    kill,
    new_tables,
    thinking,
)
from tests.games.full_site import FullSite
from tests.servers import wait_until

pytestmark = [pytest.mark.slow(40), pytest.mark.sampled(one_of=5)]

GAME = "pyramido"


@pytest.fixture
def site(tmp_path: Path, migrated_postgres: str, private_redis: str) -> Iterator[FullSite]:
    made = FullSite(tmp_path / "var", migrated_postgres, private_redis, AI_SECONDS=str(PATIENT_AI_SECONDS))
    yield made
    made.end()


def start_impatient(site: FullSite) -> None:
    """Start a worker whose AIs have little time."""
    site.environment["AI_SECONDS"] = str(AI_SECONDS)
    site.start("ai")


def tables(site: FullSite, *wanted: tuple[str, list[str] | None]) -> list[Person]:
    return new_tables(site, f"http://localhost:{site.port}", *wanted)


def test_a_slow_ai_does_not_delay_others_and_a_simpler_one_decides_in_time(site: FullSite) -> None:
    slow, legend = tables(site, (GAME, [SLOW]), ("forgotten-treasures", None))
    for name in ("server", "worker", "ai", "beat"):
        site.start(name)
    legend.turn(legend.public_id)  # warm-up
    wait_until(legend.owes, TIMEOUT_S, "the Legend's first turn")
    slow.until_the_ai_is_to_move()
    thinking(site.processes["ai"].pid)
    legend.turn(legend.public_id)
    wait_until(legend.owes, TIMEOUT_S, "the Legend's turn")
    assert slow.of_seat(1) == [], "it still thinks"
    site.kill("ai")
    began = time.monotonic()
    start_impatient(site)
    wait_until(lambda: bool(slow.of_seat(1)), TIMEOUT_S, "the AI's decision")
    assert time.monotonic() - began > AI_SECONDS
    wait_until(slow.owes, TIMEOUT_S, "the end of the AI's turn")
    assert "took too long" in site.log.read_text()
    assert "2 games checked, all as their logs say." in site.check_games()


def test_a_worker_killed_in_the_middle_of_a_thought(site: FullSite) -> None:
    (slow,) = tables(site, (GAME, [SLOW]))
    for name in ("server", "worker", "ai", "beat"):
        site.start(name)
    slow.until_the_ai_is_to_move()
    for restart in (lambda: site.start("ai"), lambda: start_impatient(site)):
        group = site.processes["ai"].pid
        site.kill_all_but("ai", thinking(group))
        wait_until(gone(group), TIMEOUT_S, "the thinker to notice that nobody waits")
        assert slow.of_seat(1) == []
        restart()  # the sweep finds the decision again
    wait_until(slow.owes, TIMEOUT_S, "the end of the AI's turn")
    assert slow.decide()
    assert "1 games checked, all as their logs say." in site.check_games()


def test_a_thinker_killed_in_the_middle_of_a_thought(site: FullSite) -> None:
    (slow,) = tables(site, (GAME, [SLOW]))
    for name in ("server", "ai", "worker", "beat"):
        site.start(name)
    slow.until_the_ai_is_to_move()
    kill(thinking(site.processes["ai"].pid))
    wait_until(lambda: bool(slow.of_seat(1)), TIMEOUT_S, "the decision, which is made without it")
    log = site.log.read_text()
    assert "ended with status -9" in log and "took too long" not in log
    slow.until_the_ai_is_to_move()
    thinking(site.processes["ai"].pid)  # a new thinker
    site.kill("ai")
    start_impatient(site)
    wait_until(slow.owes, TIMEOUT_S, "the rest of the turn")
    assert "1 games checked, all as their logs say." in site.check_games()


def test_a_thought_ends_with_its_game(site: FullSite) -> None:
    (slow,) = tables(site, (GAME, [SLOW]))
    for name in ("server", "ai", "worker", "beat"):
        site.start(name)
    slow.until_the_ai_is_to_move()
    thinking(site.processes["ai"].pid)
    assert slow.post("resign", {}).status_code == 200
    wait_until(gone(site.processes["ai"].pid), PATIENT_AI_SECONDS / 2, "the thought to be given up")
    assert slow.of_seat(1) == []
    assert slow.table()["status"] == "finished"
    assert "1 games checked, all as their logs say." in site.check_games()


def test_a_whole_game_of_an_ai_and_a_person_on_the_site(site: FullSite) -> None:
    (person,) = tables(site, ("silver-gold-pyramids", ["greedy", "random"]))
    for name in ("server", "ai", "worker", "beat"):
        site.start(name)
    table = person.play_to_the_end()
    assert table["outcome"]["reason"] == "completed"
    assert "1 games checked, all as their logs say." in site.check_games()
