"""The clock of tests about time."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from accounts import wall_clock
from games import moment
from games.services import sweep_deadlines
from tests.games.timed import Now


@pytest.fixture
def now() -> Iterator[Now]:
    clock = Now()
    wall_clock.use(clock)
    moment.nights.forget()
    sweep_deadlines.beat(clock.ms)
    yield clock
    wall_clock.use(wall_clock.system_ms)
    moment.nights.forget()
