"""Processes whose clock jumps, flickers or is wrong, and a night in which summer time begins.

One process of each kind that reads the time runs with libfaketime: an ASGI process that serves requests, a worker of
the queue `turns`, which enforces deadlines, and the only beat. The test writes the file that sets the offset of their
clocks. The players use the ASGI process and an ordinary one in turn.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import pytest

from tests.faults.checker import check
from tests.faults.history import Request
from tests.faults.players import Players
from tests.faults.report import report
from tests.faults.scale import seconds, times
from tests.faults.world import Inside, Row, Table, World

if TYPE_CHECKING:
    from pyramido_site.stack.stack import Process, Stack

LIVE = {"time_control": {"system": "per_move", "seconds": 150}}
BANK = {"time_control": {"system": "fischer", "initial": 300, "increment": 0, "max": 300}}
DAYS = {"time_control": {"system": "per_move", "seconds": 86400}}
TERMS = (LIVE, BANK, DAYS)

JUMPS = {"+5 min": 300, "-5 min": -300, "+1 h": 3600, "-1 h": -3600}
TOLERANCE_MS = 2500
"""Allowed difference between a time in a log and the true time: a clock is trusted up to two seconds off."""

FLICKER_S = 0.05
SHORT_LIMIT = 3
"""Seconds for a move at a table where the player has stopped moving."""
LATE_S = seconds(short=60, whole=30)
"""Time (s) after its deadline by which a game must have ended."""

ROME = ZoneInfo("Europe/Rome")
CHANGE = datetime(2026, 3, 29, 1, 0, tzinfo=UTC)
"""In Rome it is two o'clock, and then three."""

BEFORE_S, AFTER_S = 8.0, 2.0
"""Time (s) by which the processes start before the change, and after which the players stop."""
MADE_BEFORE_S = 60
"""Age of the games (s)."""
TIMEOUT = "idle_in_transaction_session_timeout="
TRIES = 4
"""Attempts, since a slow machine may not be ready before the change."""

FALSE = ("timed_out", "aborted", "grace")
"""Events that must not occur at the table of a player who moves in time."""


@dataclass
class Wrong:
    """The processes with a clock of their own, which `off(seconds)` sets."""

    file: Path
    environment: dict[str, str]
    sockets: Process
    all: list[Process]
    seconds: float = 0.0

    def off(self, seconds: float) -> None:
        """Set the offset of their clock from the true time, from now on."""
        self.seconds = seconds
        _write(self.file, f"{seconds:+.0f}")


def _write(file: Path, text: str) -> None:
    fresh = file.with_suffix(".new")
    fresh.write_text(text)
    fresh.chmod(0o644)
    fresh.replace(file)  # atomic: readers see the old offset or the new one


def library() -> str:
    """Return the path of libfaketime for threaded programs, as Debian installs it."""
    found = sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
    assert found, "apt-get install faketime"
    return str(found[0])


def faked_by(file: Path) -> dict[str, str]:
    """Return the environment of a process whose clock follows the offset in the file."""
    return {
        "LD_PRELOAD": library(),
        "FAKETIME_TIMESTAMP_FILE": str(file),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "FAKETIME_FORCE_MONOTONIC_FIX": "0",  # with it, Python's threads spin instead of waiting for one another
    }


@pytest.fixture(scope="module")
def wrong(stack: Stack) -> Iterator[Wrong]:
    file = stack.folder / "clock"
    _write(file, "+0")
    environment = {**faked_by(file), "TZ": ROME.key}
    stack.stop_service("beat")
    made = [stack.run_service(service, environment) for service in ("sockets", "turns", "beat")]
    yield Wrong(file, environment, made[0], made)
    for process in made:
        process.wanted = False
        process.kill()
        stack.end(process)
    stack.start_service("beat")


async def inject(world: World, rng: Random) -> str:
    """Start a worker that enforces deadlines with a wrong clock, which is corrected after some seconds."""
    stack, seconds = world.stack, rng.choice(list(JUMPS.values()))
    file = stack.folder / "clock"
    _write(file, f"{seconds:+d}")
    process = await asyncio.to_thread(stack.run_service, "turns", faked_by(file))
    await asyncio.sleep(4)
    _write(file, "+0")
    await asyncio.sleep(2)
    await asyncio.to_thread(stack.end, process)
    return f"a worker with a clock {seconds:+d} s off"


class Tables:
    """Tables with each kind of clock, at which all players move in time."""

    def __init__(self, world: World, players: Players, wrong: Wrong) -> None:
        self.world, self.players, self.wrong = world, players, wrong
        self.made = [table for terms in TERMS for table in world.tables(1, terms=terms)]
        self.right = world.stack.processes("sockets")[0]
        self.moves: list[tuple[Request, float]] = []
        """Each with the lead of the true time over this machine's (0, except for the night in spring)."""

    async def round(self, advance: float = 0.0) -> None:
        """Make a move at each table through the process with the wrong clock, and one through an ordinary process."""
        for url in (self.wrong.sockets.url, self.right.url if not advance else self.wrong.sockets.url):
            await asyncio.gather(*(self._move(number, url, advance) for number in range(len(self.made))))

    async def _move(self, number: int, url: str, advance: float) -> None:
        table = self.made[number]
        if table.done == len(table.moves):
            (table,) = await asyncio.to_thread(self.world.tables, 1, terms=TERMS[number])
            self.made[number] = table
        seat, action = table.moves[table.done]
        began = time.time()
        request = await self.players.submit(table, seat, table.seq, action, url=url)
        assert request.outcome == "accepted" and request.seq is not None, (request, self.world.log(table)[-3:])
        for event in request.events:
            off = (began + advance) * 1000 - event["at_ms"], event["at_ms"] - (time.time() + advance) * 1000
            assert max(off) < TOLERANCE_MS, f"{url} wrote a time that is {max(off):.0f} ms off: {event}"
        table.seq, table.done = request.seq, table.done + 1


async def judge(world: World, what: str, tried: int, late: Table, note: str = "") -> None:
    """Check that only the player who did not move has run out of time, and not too early."""
    ended = await asyncio.to_thread(_ended, world, late)
    verdict = await check(world)
    false = [
        f"{table.id}: {row.kind}"
        for table in world.made
        if table is not late
        for row in world.log(table)
        if row.kind in FALSE
    ]
    rewarded = [f"{table.id}: {left} ms" for table in world.made for left in _banks(world.log(table)) if left < 200_000]
    report(what, tried=tried, verdict=verdict, note="; ".join(filter(None, (note, ended))))
    verdict.assert_clean()
    assert verdict.refused == verdict.unknown == 0
    assert not false, f"no player was late: {false}"
    assert not rewarded, f"no player has used that much time: {rewarded}"


def _banks(log: list[Row]) -> list[int]:
    """Return the contents of five-minute time banks after the last event."""
    clocks = (log[-1].payload.get("clocks") or {}).get("seats") or []
    if (log[0].payload.get("table") or {}).get("time_control", {}).get("system") != "fischer":
        return []
    return [clock["left_ms"] for clock in clocks if clock is not None]


def _ended(world: World, late: Table) -> str:
    """Return how long after the true deadline the abandoned table ended. Raise AssertionError."""
    end = time.monotonic() + LATE_S + SHORT_LIMIT
    while True:
        log = world.log(late)
        over = [row for row in log if row.kind in ("timed_out", "aborted")]
        if over:
            break
        assert time.monotonic() < end, f"{late.id} was not ended: {log[-1]}"
        time.sleep(0.2)
    due = max(row.at_ms for row in log if row.seq < over[0].seq) + SHORT_LIMIT * 1000
    assert over[0].at_ms >= due, f"{late.id} ended {due - over[0].at_ms} ms before its deadline"
    return f"the late player lost {(over[0].at_ms - due) / 1000:.1f} s after the deadline"


def _left_alone(world: World) -> Table:
    (table,) = world.tables(1, terms={"time_control": {"system": "per_move", "seconds": SHORT_LIMIT}})
    return table


async def test_a_clock_jumps_there_and_back(stack: Stack, world: World, wrong: Wrong) -> None:
    count = times(short=1, whole=20)
    late = _left_alone(world)
    async with world.players() as players:
        tables = Tables(world, players, wrong)
        await tables.round()
        try:
            for _, seconds in itertools.product(range(count), JUMPS.values()):
                wrong.off(seconds)
                await tables.round()
                await asyncio.sleep(1.2)  # time for a sweep and a look at the database
                await tables.round()
                wrong.off(0)
                await tables.round()
        finally:
            wrong.off(0)
    await judge(world, f"a clock jumps {', '.join(JUMPS)}, and back", count * len(JUMPS), late)


async def test_a_clock_flickers(stack: Stack, world: World, wrong: Wrong) -> None:
    count, rng = times(short=3, whole=20), Random(1)
    late = _left_alone(world)
    changes = 0
    stopped = asyncio.Event()

    async def flicker() -> None:
        nonlocal changes
        while not stopped.is_set():
            wrong.off(rng.choice([0, *JUMPS.values()]))
            changes += 1
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stopped.wait(), FLICKER_S)
        wrong.off(0)

    async with world.players() as players:
        tables = Tables(world, players, wrong)
        async with asyncio.TaskGroup() as group:
            group.create_task(flicker())
            for _ in range(count):
                await tables.round()
            stopped.set()
    await judge(world, "a clock flickers", count, late, f"it changed {changes} times")


async def test_processes_that_begin_with_a_wrong_clock(stack: Stack, world: World, wrong: Wrong) -> None:
    count = times(short=1, whole=20)
    late = _left_alone(world)
    async with world.players() as players:
        tables = Tables(world, players, wrong)
        try:
            for number in range(count):
                wrong.off(list(JUMPS.values())[-1 - number % len(JUMPS)])
                await asyncio.to_thread(_begin_anew, stack, wrong)
                await tables.round()
                await tables.round()
        finally:
            wrong.off(0)
    await judge(world, "processes begin with a wrong clock", count, late)


# --- the night in which summer time begins ----------------------------------------------------------------------------
def next_monday(at: datetime) -> datetime:
    """Return the beginning of the next Monday in Rome."""
    local = at.astimezone(ROME)
    day = (local + timedelta(days=7 - local.weekday())).date()
    return datetime(day.year, day.month, day.day, tzinfo=ROME)


async def test_summer_time_begins(stack: Stack, wrong: Wrong) -> None:
    """PostgreSQL's clock passes through that night too; the players use only the ASGI process."""
    count = times(short=1, whole=20)
    nights: list[int] = []
    before_s = BEFORE_S
    (postgres,) = stack.processes("postgres")
    inside = Inside({**stack.environment, **wrong.environment})
    world = World(stack, inside)
    usual, usual_command = dict(postgres.environment), list(postgres.command)
    try:
        wrong.off(_until_change(before_s))
        postgres.environment = usual | {name: value for name, value in wrong.environment.items() if name != "TZ"}
        # In a signal handler libfaketime may report the machine's own time, by which a timeout expired months ago.
        postgres.command = [f"{TIMEOUT}0" if word.startswith(TIMEOUT) else word for word in usual_command]
        await asyncio.to_thread(_restart, stack)
        async with world.players() as players:
            for _ in range(count):
                wrong.off(_until_change(before_s + MADE_BEFORE_S))
                (resting,) = await asyncio.to_thread(world.tables, 1, terms={**DAYS, "weekend": ROME.key})
                tables = await asyncio.to_thread(Tables, world, players, wrong)
                for _ in range(TRIES):
                    wrong.off(_until_change(before_s))
                    began = time.monotonic()
                    await asyncio.to_thread(_begin_anew, stack, wrong)
                    if time.time() + wrong.seconds < CHANGE.timestamp() - 1:
                        break
                    before_s = 2 * (time.monotonic() - began)  # a slow machine needs more time before
                rounds = 0
                while time.time() + wrong.seconds < CHANGE.timestamp() + AFTER_S:
                    await tables.round(wrong.seconds)
                    rounds += 1
                    await asyncio.sleep(0.3)
                _check_rest(world.log(resting))
                nights.append(rounds)
        verdict = await check(world)
        false = [row.kind for table in world.made for row in world.log(table) if row.kind in FALSE]
    finally:
        inside.end()
        postgres.environment, postgres.command = usual, usual_command
        wrong.off(0)
        await asyncio.to_thread(_restart, stack)
        # The lack of sweeps since that night must not count as an outage for other tests' games.
        world.query("UPDATE games_checkpoint SET at_ms = %s RETURNING 1", int(time.time() * 1000))
        for process in wrong.all:
            process.kill()
    note = f"{sum(nights)} rounds of moves in these nights"
    report("summer time begins", tried=len(nights), verdict=verdict, note=note)
    verdict.assert_clean()
    assert len(nights) == count and all(nights), nights
    assert not false, false


def _until_change(before_s: float) -> float:
    return CHANGE.timestamp() - before_s - time.time()


def _restart(stack: Stack) -> None:
    stack.stop_service("postgres")
    stack.start_service("postgres")


def _begin_anew(stack: Stack, wrong: Wrong) -> None:
    for process in wrong.all:
        process.kill()
    stack.wait_ready(wrong.all)


def _check_rest(log: list[Row]) -> None:
    """Check the deadline until the end of Monday, which comes an hour sooner than it would without the change."""
    due = next_monday(datetime.fromtimestamp(log[0].at_ms / 1000, UTC)) + timedelta(days=1)
    deadlines = [clock["deadline_ms"] for clock in log[0].payload["clocks"]["seats"] if clock is not None]
    assert [deadline for deadline in deadlines if deadline] == [int(due.timestamp() * 1000)], (log[0], due)
