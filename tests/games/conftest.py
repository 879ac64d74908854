"""The clock of tests about time."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from accounts import wall_clock
from games import moment, outages
from tests.games.timed import Now


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> Iterator[Now]:
    """Tests move the time without a sweep each second; what has ended as an outage counts as one."""
    clock = Now()
    monkeypatch.setattr(outages, "last_sweep_ms", lambda: None)
    wall_clock.use(clock)
    moment.nights.forget()
    outages.known.forget()
    outages.beat(clock.ms)
    yield clock
    wall_clock.use(wall_clock.system_ms)
    moment.nights.forget()
    outages.known.forget()
