"""kill −9 of a Celery child, and of a whole worker, in the middle of each kind of background work.

A child kills itself at a point of the work; a whole worker is killed while one of its children is held at that point.
Lost work is done again: the broker redelivers a child's task at once, the sweep finds a worker's.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import signal
import statistics
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from tests.faults.checker import check
from tests.faults.players import Players
from tests.faults.points import Point, armed
from tests.faults.report import report
from tests.faults.scale import WHOLE, times
from tests.faults.world import Table, World
from tests.tools.simulation.mail import MailServer

if TYPE_CHECKING:
    from pyramido_site.stack.stack import Process, Stack

CHILD_S, WORKER_S = 5.0, 30.0
"""Limits for recovery after the death of a child and of a worker (in the whole run)."""
PATIENCE_S = 120
"""Timeout (s) in any run, after which work counts as lost."""
POLL_S = 0.05

QUEUES = ("turns", "ai", "ratings", "mail")


@dataclass
class Work:
    """One kind of work. `points`: where it is killed, in turn. `begin(point)` starts it and returns the argument of
    `is_done`.
    """

    name: str
    service: str
    points: tuple[str, ...]
    begin: Callable[[Point], Awaitable[Any]]
    is_done: Callable[[Any], Awaitable[bool]]
    made: list[Any] = field(default_factory=list)
    took: dict[str, list[float]] = field(default_factory=lambda: {"child": [], "worker": []})

    async def strike(self, stack: Stack, what: str, point: str) -> None:
        """Start the work, kill the process that does it, and wait until it is done all the same. Raise TimeoutError."""
        with armed(stack, point, "kill" if what == "child" else "hold") as trap:
            about = await self.begin(trap)
            self.made.append(about)
            pid = await trap.hit(PATIENCE_S)
            began = time.monotonic()
            if what == "worker":
                await asyncio.to_thread(_worker_of(stack, self.service, pid).kill)
        async with asyncio.timeout(PATIENCE_S):
            while not await self.is_done(about):  # noqa: ASYNC110 (it is another process that knows)
                await asyncio.sleep(POLL_S)
        self.took[what].append(time.monotonic() - began)


def _worker_of(stack: Stack, service: str, pid: int) -> Process:
    return next(process for process in stack.processes(service) if pid in process.children())


def _works(world: World, players: Players) -> list[Work]:
    async def ask(name: str, **arguments: Any) -> Any:
        return await asyncio.to_thread(world.inside.call, name, **arguments)

    async def solo(point: Point) -> Table:
        (table,) = await asyncio.to_thread(world.solo, 1)
        while not point.hits() and await players.step(table) is not None:
            pass  # until the Legend is to move
        return table

    async def with_ai(point: Point) -> Table:
        (table,) = await asyncio.to_thread(world.against_ai, 1)  # an AI, which is to submit something at once
        return table

    async def nothing_owed(table: Table) -> bool:
        return not await ask("owed", ids=[table.id])

    async def finish(point: Point) -> Any:
        return await ask("finish_rated")

    async def is_rated(game: str) -> bool:
        return all(await ask("changes", id=game))

    async def seek(point: Point) -> Any:
        return await ask("seek_two")

    async def are_paired(seeks: list[str]) -> bool:
        return None not in await ask("games_of", seeks=seeks)

    async def write(point: Point) -> Any:
        return await ask("write_mail")

    async def is_sent(mail: str) -> bool:
        return bool((await ask("mail", id=mail))["state"] == "sent")

    def turns(service: str) -> tuple[str, str]:
        """Before the commit; after it, before the broker knows that the task is done."""
        point = f"games.computer.services.{service}:append_events"
        return point, f"{point}, done"

    mail, pairing = "accounts.notifications.delivery", "games.matchmaking.services.pair_seeks"
    return [
        Work("a Legend turn", "turns", turns("play_automatic"), solo, nothing_owed),
        Work("an AI turn", "ai", turns("play_ai"), with_ai, nothing_owed),
        Work(
            "a rating", "ratings",
            ("ratings.services.rate_batch:store_standings", "games.rated_games.services.rate:show_ratings"), finish,
            is_rated,
        ),
        Work(
            "a pairing", "turns",
            (f"{pairing}:_note_games", f"{pairing}:_tell_seekers"), seek, are_paired,
        ),
        Work("a mail", "mail", (f"{mail}:_send", f"{mail}:_done"), write, is_sent),
    ]  # fmt: skip


@contextlib.asynccontextmanager
async def mail_server(stack: Stack) -> AsyncIterator[MailServer]:
    port = urlsplit(stack.environment["EMAIL_URL"]).port
    assert port is not None
    made = MailServer(port, Random(1), broken=0.0)
    made.start()
    try:
        yield made
    finally:
        made.stop()


@pytest.fixture
async def mails(stack: Stack) -> AsyncIterator[MailServer]:
    async with mail_server(stack) as made:
        yield made


async def inject(world: World, rng: Random) -> str:
    """Kill −9 a worker with all its children, or one child, at a random moment."""
    process = rng.choice([one for queue in QUEUES for one in world.stack.processes(queue)])
    children = process.children()
    if children and rng.random() < 0.5:
        with contextlib.suppress(ProcessLookupError):
            os.kill(rng.choice(children), signal.SIGKILL)
        return f"kill −9 of a child of {process.name}"
    await asyncio.to_thread(process.kill)
    return f"kill −9 of {process.name} and its children"


async def test_workers_are_killed_in_the_middle_of_their_work(stack: Stack, world: World, mails: MailServer) -> None:
    children, workers = times(short=2, whole=50), times(short=1, whole=10)
    async with world.players() as players:
        works = _works(world, players)

        async def lane(queue: str) -> None:
            """Work of one queue runs in sequence; the queues run side by side."""
            mine = [work for work in works if work.service == queue]
            for what, count in (("child", children), ("worker", workers)):
                for number, work in itertools.product(range(count), mine):
                    await work.strike(stack, what, work.points[number % len(work.points)])

        async with asyncio.TaskGroup() as group:
            for queue in QUEUES:
                group.create_task(lane(queue))
    verdict = await check(world)
    found = {work.name: await _amiss(world, work) for work in works}
    doubles = sum(count - 1 for count in mails.box.received.values())
    for work in works:
        mine = verdict if isinstance(work.made[0], Table) else None
        note = "; ".join(f"done {_seconds(took)} after a {what}'s death" for what, took in work.took.items())
        if work.name == "a mail":
            note += f"; {doubles} came twice, all of them marked as in doubt"
        report(
            f"kill −9 of a Celery child and of a worker in {work.name}",
            tried=len(work.made), verdict=mine, lost=len(found[work.name]), note=note,
        )  # fmt: skip
    verdict.assert_clean()
    assert not any(found.values()), found
    await _check_mail(world, works[-1], mails)
    if WHOLE:
        late = {
            work.name: work.took
            for work in works
            if max(work.took["child"]) > CHILD_S or max(work.took["worker"]) > WORKER_S
        }
        assert not late, late


async def _amiss(world: World, work: Work) -> list[str]:
    """Return sentences about work that was not done exactly once."""
    ask = world.inside.call
    if work.name == "a rating":
        wrong = [f"game {game} was rated {ask('changes', id=game)} times" for game in work.made]
        return [sentence for sentence in wrong if "[1, 1]" not in sentence] + ask("ratings_amiss")
    if work.name == "a pairing":
        games = [ask("games_of", seeks=seeks) for seeks in work.made]
        apart = [f"two seeks that should be paired led to {pair}" for pair in games if len(set(pair)) != 1]
        return apart + ask("pools_amiss")
    return []


async def _check_mail(world: World, work: Work, mails: MailServer) -> None:
    """Check that each mail came at least once, and that a mail was in doubt at least as often as it was repeated."""
    for mail in work.made:
        came, row = mails.box.received[mail], world.inside.call("mail", id=mail)
        assert came >= 1, f"mail {mail} never came: {row}"
        assert came - 1 <= row["doubts"], f"mail {mail} came {came} times, but was not in doubt as often: {row}"
    assert set(mails.box.received) <= set(work.made) and mails.box.unknown == 0


def _seconds(took: list[float]) -> str:
    return f"{statistics.median(took):.1f} s (at most {max(took):.1f} s)"
