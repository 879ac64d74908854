"""Thinking processes: kept, given up, killed, replaced."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from engine import registry
from games.computer.services.thinking import Failed, NotWanted, ThinkingPool, TooSlow
from tests.games.computer.ai_sites import SLOW, is_thinking
from tests.live import ROOT
from tests.servers import wait_until


@pytest.fixture
def move_pool() -> Iterator[ThinkingPool]:
    made = ThinkingPool("engine", "think")
    yield made
    for thinker in made._idle:
        thinker.end()


def view() -> dict[str, Any]:
    rules = registry.get("pyramido")
    state = rules.start({"seats": 2}, bytes(32))
    return rules.view(state, rules.to_move(state)[0])


def pid_of(move_pool: ThinkingPool) -> int:
    (thinker,) = move_pool._idle
    return thinker.process.pid


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_one_process_serves_thought_after_thought(move_pool: ThinkingPool) -> None:
    pids = set()
    for player in ("random", "greedy", "search:100ms"):
        action = move_pool.think(player, view(), 60, lambda: True)
        assert action["type"] == "place"
        pids.add(pid_of(move_pool))
    assert len(pids) == 1


def test_a_thought_that_takes_too_long_ends_with_its_process(move_pool: ThinkingPool) -> None:
    move_pool.think("random", view(), 60, lambda: True)
    pid = pid_of(move_pool)
    began = time.monotonic()
    with pytest.raises(TooSlow):
        move_pool.think(SLOW, view(), 1, lambda: True)
    assert 1 <= time.monotonic() - began < 20
    assert not alive(pid)
    assert move_pool.think("random", view(), 60, lambda: True)
    assert pid_of(move_pool) != pid


def test_an_unwanted_thought_ends_with_its_process(move_pool: ThinkingPool) -> None:
    move_pool.think("random", view(), 60, lambda: True)
    pid = pid_of(move_pool)
    with pytest.raises(NotWanted):
        move_pool.think(SLOW, view(), 60, lambda: False)
    assert not alive(pid)


def test_a_process_that_dies_in_a_thought_is_a_failure(move_pool: ThinkingPool) -> None:
    move_pool.think("random", view(), 60, lambda: True)
    pid = pid_of(move_pool)
    threading.Timer(0.5, os.kill, (pid, signal.SIGKILL)).start()
    with pytest.raises(Failed, match="status -9"):
        move_pool.think(SLOW, view(), 60, lambda: True)


def test_a_process_that_died_in_idleness_is_replaced(move_pool: ThinkingPool) -> None:
    move_pool.think("random", view(), 60, lambda: True)
    os.kill(pid_of(move_pool), signal.SIGKILL)
    move_pool._idle[0].process.wait()
    assert move_pool.think("random", view(), 60, lambda: True)


def test_a_player_s_failure_is_told(move_pool: ThinkingPool) -> None:
    with pytest.raises(Failed, match="nobody"):
        move_pool.think("nobody", view(), 60, lambda: True)
    with pytest.raises(Failed, match="KeyError"):
        move_pool.think("greedy", {}, 60, lambda: True)


def test_no_thought_is_begun_or_goes_on_when_the_site_stops(move_pool: ThinkingPool) -> None:
    threading.Timer(0.5, move_pool.stop).start()
    with pytest.raises(NotWanted):
        move_pool.think(SLOW, view(), 60, lambda: True)
    with pytest.raises(NotWanted):
        move_pool.think("random", view(), 60, lambda: True)


def test_the_process_ends_with_its_standard_input_in_the_middle_of_a_thought() -> None:
    request = json.dumps({"player": SLOW, "view": view(), "seed": "1"}).encode() + b"\n"
    with subprocess.Popen(
        [sys.executable, "-m", "engine", "think"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        process.stdin.write(request)
        process.stdin.flush()
        wait_until(lambda: is_thinking(process.pid), 60, "the thought")
        process.stdin.close()
        assert process.wait(20) == 0


def test_the_same_seed_chooses_the_same() -> None:
    request = json.dumps({"player": "random", "view": view(), "seed": "a seed"}).encode() + b"\n"
    with subprocess.Popen(
        [sys.executable, "-m", "engine", "think"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(request * 2 + b"nonsense\n")
        process.stdin.flush()
        answers = [json.loads(process.stdout.readline()) for _ in range(3)]
        process.stdin.close()
    assert answers[0] == answers[1] and "action" in answers[0]
    assert "error" in answers[2]
