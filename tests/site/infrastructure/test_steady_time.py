"""The site's clock, and Celery with it, on a machine whose clock jumps or is wrong."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from celery import current_app
from celery.schedules import schedule
from celery.worker.consumer import Consumer
from django.conf import settings
from kombu import Message

from pyramido_site.celery import App, ExpiringTask, MonotonicBeat, ReconnectingConsumer
from pyramido_site.infrastructure import site_clock
from pyramido_site.infrastructure.site_clock import AGAIN_MS, EVERY_MS, TOLERANCE_MS, SiteClock

HOUR_MS = 3_600_000
TRUE = 1_780_000_000_000


class Clocks:
    """The true time since the beginning, and the offsets of the machine's clock and the database's."""

    def __init__(self, machine: int = 0) -> None:
        self.passed, self.machine, self.database = 0, machine, 0

    @property
    def true(self) -> int:
        return TRUE + self.passed

    def made(self) -> SiteClock:
        return SiteClock(lambda: self.true + self.machine, lambda: 5000 + self.passed)

    def look(self, clock: SiteClock) -> None:
        if clock.due():
            clock.told(self.true + self.database)


@pytest.mark.parametrize("jump", [-HOUR_MS, -300_000, -2001, 2001, 300_000, HOUR_MS])
def test_a_jump_is_not_followed(jump: int) -> None:
    at = Clocks()
    clock = at.made()
    at.look(clock)
    at.machine = jump
    assert clock.now_ms() == at.true
    for _ in range(100):
        at.passed += 900
        at.look(clock)
        assert clock.now_ms() == at.true
    at.machine = 0
    assert clock.now_ms() == at.true


@pytest.mark.parametrize("off", [-HOUR_MS, -2001, 2001, HOUR_MS])
def test_a_clock_that_is_wrong_from_the_beginning_is_set_right_by_the_database(off: int) -> None:
    at = Clocks(off)
    clock = at.made()
    assert clock.due() and clock.now_ms() == at.true + off
    at.look(clock)
    assert clock.now_ms() == at.true
    at.passed += EVERY_MS
    at.look(clock)
    assert clock.now_ms() == at.true


def test_a_flickering_clock_is_steady() -> None:
    at = Clocks()
    clock = at.made()
    at.look(clock)
    seen = []
    for number in range(1000):
        at.passed += 7
        at.machine = (0, HOUR_MS, -HOUR_MS, 300_000)[number % 4]
        at.look(clock)
        seen.append(clock.now_ms() - at.true)
    assert set(seen) == {0}


def test_small_differences_are_the_machine_s_own() -> None:
    at = Clocks(TOLERANCE_MS)
    clock = at.made()
    at.look(clock)
    assert clock.now_ms() == at.true + TOLERANCE_MS


def test_a_jump_of_the_database_s_clock_is_followed_only_by_new_processes() -> None:
    at = Clocks()
    clock = at.made()
    at.look(clock)
    at.passed += EVERY_MS
    at.database = HOUR_MS
    at.look(clock)
    assert clock.now_ms() == at.true
    fresh = at.made()
    at.look(fresh)
    assert fresh.now_ms() == at.true + HOUR_MS


def test_after_a_sleep_in_which_the_monotonic_clock_stood_the_machine_is_right() -> None:
    at = Clocks()
    clock = at.made()
    at.look(clock)
    at.machine, at.database = HOUR_MS, HOUR_MS
    at.passed += AGAIN_MS
    at.look(clock)
    assert clock.now_ms() == at.true + HOUR_MS


def test_without_a_database_s_clock_the_machine_is_followed() -> None:
    at = Clocks()
    clock = at.made()
    clock.told(None)
    at.machine = -HOUR_MS
    at.passed += AGAIN_MS
    assert clock.due()
    clock.told(None)
    assert clock.now_ms() == at.true - HOUR_MS


def test_the_database_is_asked_seldom_unless_the_clock_is_out_of_step() -> None:
    at = Clocks()
    clock = at.made()
    asked = 0
    for _ in range(600):
        at.passed += 100
        asked += clock.due()
        at.look(clock)
    assert asked == 2


def test_while_it_is_out_of_step_the_database_is_asked_every_second() -> None:
    at = Clocks()
    clock = at.made()
    at.look(clock)
    at.machine = HOUR_MS
    asked = 0
    for _ in range(50):
        at.passed += 100
        asked += clock.due()
        at.look(clock)
    assert asked == 5


# --- Celery -----------------------------------------------------------------------------------------------------------
@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Clocks:
    made = Clocks()
    monkeypatch.setattr(site_clock, "clock", made.made())
    site_clock.clock.told(TRUE)
    return made


@pytest.fixture
def app() -> Any:
    return App("test", broker="memory://", task_cls=ExpiringTask, set_as_current=False)


def test_due_and_expired_tasks_follow_the_site_s_clock(at: Clocks, app: Any) -> None:
    done: list[int] = []

    @app.task(name="task")
    def task() -> None:
        done.append(1)

    for seconds, times in ((1, 1), (-1, 1), (0, 2)):
        expires = datetime.fromtimestamp(TRUE / 1000, UTC) + timedelta(seconds=seconds)
        task.push_request(expires=expires.isoformat())
        try:
            task()
        finally:
            task.pop_request()
        assert len(done) == times
    assert app.now() == datetime.fromtimestamp(TRUE / 1000, UTC)
    at.machine = HOUR_MS
    assert app.now() == datetime.fromtimestamp(TRUE / 1000, UTC)


def test_a_beat_whose_time_is_set_back_goes_on_with_everything(at: Clocks, app: Any) -> None:
    sent: list[str] = []

    class Beat(MonotonicBeat):
        def apply_entry(self, entry: Any, producer: Any = None) -> None:
            sent.append(entry.name)

    app.conf.beat_schedule = {
        name: {"task": name, "schedule": schedule(seconds, app=app)}
        for name, seconds in (("often", 1.0), ("seldom", 15.0))
    }
    beat = Beat(app)

    def run(seconds: int) -> list[str]:
        sent.clear()
        for _ in range(seconds * 10):
            at.passed += 100
            while beat.tick() == 0:
                pass
        return sorted(set(sent))

    assert run(20) == ["often", "seldom"]
    site_clock.clock.told(None)
    at.machine = -HOUR_MS
    site_clock.clock.told(None)
    assert run(20) == ["often", "seldom"]
    assert sent.count("often") >= 18 and sent.count("seldom") == 1


def test_a_beat_sleeps_until_a_task_is_due(at: Clocks, app: Any) -> None:
    app.conf.beat_schedule = {"often": {"task": "often", "schedule": schedule(1.0, app=app)}}
    beat, waits = MonotonicBeat(app), []
    for _ in range(3000):
        at.passed += 1
        waits.append(beat.tick())
    assert 0 in waits, "it has sent the task"
    assert [seconds for seconds in waits if seconds < 0] == []


def test_a_worker_asks_for_its_broker_every_other_second_and_never_gives_up(app: Any) -> None:
    asked: list[dict[str, Any]] = []
    app.conf.broker_connection_max_retries = None

    class Broken:
        def ensure_connection(self, *arguments: Any, **options: Any) -> None:
            asked.append({"retries": arguments[1], **options})

    consumer = object.__new__(ReconnectingConsumer)
    consumer.app, consumer.first_connection_attempt = app, False
    consumer.ensure_connected(Broken())
    del asked[0]["callback"]
    assert asked == [{"retries": None, "interval_start": 2, "interval_step": 0, "interval_max": 2}]
    assert settings.CELERY_BROKER_CONNECTION_MAX_RETRIES is None
    assert current_app.conf.worker_consumer == "pyramido_site.celery:ReconnectingConsumer"


@pytest.mark.parametrize("how", ["ack", "reject"])
def test_a_worker_that_cannot_acknowledge_knows_that_its_broker_is_lost(
    app: Any, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    def lost(*_: Any) -> None:
        raise ConnectionError("the broker is gone")

    handled: list[Any] = []
    monkeypatch.setattr(Consumer, "create_task_handler", lambda _: handled.append)
    message = Message(body="", channel=None)
    setattr(message, how, lost)
    object.__new__(ReconnectingConsumer).create_task_handler()(message)
    assert handled == [message]
    with pytest.raises(ConnectionError):
        getattr(message, f"{how}_log_error")(None, (ConnectionError,))
