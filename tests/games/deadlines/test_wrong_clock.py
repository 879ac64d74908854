"""A move written by a process with a wrong clock starts the next player's turn at the right time."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from games.time.clocks import HOUR_MS, MINUTE_MS
from pyramido_site.infrastructure import site_clock
from pyramido_site.infrastructure.site_clock import SiteClock
from tests.games import play
from tests.games.timed import MONDAY, checked, due, per_move, under_way

pytestmark = pytest.mark.django_db(transaction=True)


class Machine:
    """The true time, and the offset of this machine's clock."""

    def __init__(self) -> None:
        self.true: int = MONDAY
        self.off = 0

    def __call__(self) -> int:
        return self.true + self.off


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    made = Machine()
    clock = SiteClock(made, lambda: made.true - MONDAY)
    monkeypatch.setattr(site_clock, "clock", clock)
    monkeypatch.setattr(site_clock, "database_ms", lambda: made.true)
    site_clock.use(clock.now_ms)
    yield made
    site_clock.use(site_clock.machine_ms)


@pytest.mark.parametrize("off", [-HOUR_MS, -5 * MINUTE_MS, 5 * MINUTE_MS, HOUR_MS])
@pytest.mark.parametrize("from_the_beginning", [True, False])
def test_the_next_turn_begins_now(machine: Machine, off: int, from_the_beginning: bool) -> None:
    machine.off = off if from_the_beginning else 0
    game, _ = under_way(per_move(MINUTE_MS))
    for _ in range(3):
        machine.true += MINUTE_MS // 2
        machine.off = off
        before = play.position(game)
        play.play_until(game, Random(1), lambda at, before=before: at.to_move != before.to_move)
        assert due(game) == machine.true + MINUTE_MS
        machine.true += 1000
        machine.off = 0
    assert checked(game).at_ms == machine.true - 1000
