"""The site's background work under the driver's clock: in this process, or by real workers that are killed.

Both request the periodic tasks as the simulated time passes, as Celery's beat does in real time.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from random import Random

from celery import current_app
from django.conf import settings
from django.db import connection
from django.db.models import Min

from accounts.models import UNDONE, Outbox
from accounts.notifications.notification_kinds_and_defaults import EMAIL
from engine.newtypes import UnixMs
from games.computer import selectors as computer
from games.deadlines.selectors import due, outages
from games.live import followups
from games.models import Checkpoint, Game
from games.notices import selectors as notices
from games.tasks import UNTOLD_MS
from games.time.clocks import HOUR_MS, MINUTE_MS, SECOND_MS
from ratings.selectors import pools_to_rate
from tests.games.full_site import worker
from tests.live import ROOT
from tests.servers import wait_until
from tests.tools.simulation.clock import Agenda, Clock
from tests.tools.simulation.mail import MailServer

SLACK_MS = 20 * SECOND_MS
"""How far a person's turn between two ticks moves the clock at most."""

LOST, TWICE = 0.02, 0.02
"""Chances that a task is lost, and that it runs twice."""

SWEEPERS, CROWDED_ONE_OF = 3, 3
"""How many workers sweep at once, in one of how many sweeps that find deadlines."""

RECOVERY_S = 300


FINDING = ("games.tasks.resend_lost_turns", "games.tasks.vacations", "games.tasks.rate_late")
"""The sweeps for lost work that are `slow_ticks` apart."""

AT_REST_MS = UNTOLD_MS + 8 * SECOND_MS
"""How long (ms) after a tick its notifications are sent. The sweeps of a tick, and the turns that they find, move games
on; players are notified once their game is at rest.
"""


class Site:
    """What both shapes share: the schedule of tasks. `down` while no worker runs.

    The tasks of the beat are requested every `tick_ms`, and additionally when a deadline comes in between.
    """

    tick_ms = outages.OUTAGE_MS - SLACK_MS
    slow_ticks = 6
    """Ticks between two sweeps for lost work."""

    def __init__(self, clock: Clock, agenda: Agenda, rng: Random, end_ms: int) -> None:
        self.clock, self.agenda, self.rng, self.end_ms = clock, agenda, rng, end_ms
        self.down = False
        self.counts: Counter[str] = Counter()
        self._ticks = 0
        self._next_tick_ms = self._looked_at_ms = 0
        agenda.at(clock.now, self._tick)

    def _tick(self) -> None:
        self._next_tick_ms = self.clock.now + self.tick_ms
        self.agenda.at(self._next_tick_ms, self._tick)
        if self.down:
            return
        self._ticks += 1
        self._sweep()
        due = Outbox.objects.filter(channel=EMAIL, state__in=UNDONE).order_by("due_ms").values_list("due_ms").first()
        if due is not None and due[0] <= self.clock.now:
            self.run("accounts.tasks.deliver", EMAIL)
        if self._ticks % self.slow_ticks == 0:
            for name in FINDING:
                self.run(name)
        self.agenda.at(self.clock.now + AT_REST_MS, self._tell)

    def _tell(self) -> None:
        if not self.down:
            self.run("games.tasks.announce_late")

    def _sweep(self) -> None:
        """Sweep now, and also a millisecond before and at the next deadline if it comes before the next tick."""
        if self.down:
            return
        self.sweep()
        coming = Game.objects.filter(status=Game.Status.RUNNING, deadline_ms__gt=self.clock.now)
        next_ms = coming.aggregate(first=Min("deadline_ms"))["first"]
        if next_ms is not None and next_ms < self._next_tick_ms and next_ms > self._looked_at_ms:
            self._looked_at_ms = next_ms
            self.agenda.at(next_ms - 1, self.sweep_if_up)
            self.agenda.at(next_ms, self._sweep)

    def sweep_if_up(self) -> None:
        if not self.down:
            self.sweep()

    def sweep(self) -> None:
        """Enforce deadlines now."""
        self.counts["sweeps"] += 1
        if due.deadlines_due(UnixMs(self.clock.now), 1):
            self.counts["sweeps with deadlines"] += 1
            if self.counts["sweeps with deadlines"] % CROWDED_ONE_OF == 1:
                self.counts["sweeps by several at once"] += 1
                self.sweep_at_once()
                return
        self.run("games.tasks.deadlines")

    def run(self, name: str, *arguments: object) -> None:
        raise NotImplementedError

    def sweep_at_once(self) -> None:
        raise NotImplementedError

    def outage(self, ends_ms: int) -> None:
        """Run no worker until then."""
        self.down = True
        self.agenda.at(ends_ms, self.back)

    def back(self) -> None:
        self.down = False
        self.sweep()

    def end(self) -> None:
        """Stop everything that was started."""


class OwnSite(Site):
    """A site whose tasks run in this process, one after the other; work after a commit runs a little later, never, or
    twice.

    To keep a month quick, sweeps are further apart than on a real site, and only a longer gap counts as an outage.
    """

    tick_ms = 45 * MINUTE_MS
    slow_ticks = 2

    def __init__(self, clock: Clock, agenda: Agenda, rng: Random, end_ms: int) -> None:
        super().__init__(clock, agenda, rng, end_ms)
        outages.OUTAGE_MS = self.tick_ms + SLACK_MS
        self._seed = rng.random()
        self._waiting: set[tuple[str, tuple[object, ...]]] = set()
        followups._courier = self  # type: ignore[assignment]

    def hand_over(self, name: str, arguments: tuple[object, ...], expires_s: float | None = None) -> None:
        """Queue a task as a broker that may lose it or deliver it twice."""
        task = (name, arguments)
        rng = Random(f"{self._seed} {task} {self.clock.now}")  # the same whichever of several sweeps comes first
        if self.down or rng.random() < LOST:
            self.counts["tasks lost"] += 1
            return
        if task in self._waiting:
            return
        self._waiting.add(task)
        self.agenda.at(self.clock.now + rng.randrange(50, 5 * SECOND_MS), lambda: self._take(task))

    def _take(self, task: tuple[str, tuple[object, ...]]) -> None:
        self._waiting.discard(task)
        name, arguments = task
        if self.down:
            self.counts["tasks lost"] += 1
            return
        self.run(name, *arguments)
        if self.rng.random() < TWICE:
            self.counts["tasks run twice"] += 1
            self.run(name, *arguments)

    def run(self, name: str, *arguments: object) -> None:
        self.counts["tasks"] += 1
        current_app.tasks[name](*arguments)

    def sweep_at_once(self) -> None:
        together = threading.Barrier(SWEEPERS)

        def one() -> None:
            together.wait()
            try:
                self.run("games.tasks.deadlines")
            finally:
                connection.close()

        threads = [threading.Thread(target=one) for _ in range(SWEEPERS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


WORKERS = {"turns1": ("turns",), "turns2": ("turns",), "others": ("ai", "ratings", "mail")}


class WorkersSite(Site):
    """A site with Celery workers as processes, on the broker; now and then one of them is killed at a random moment.

    Time stands still while work is due, so that a slow computer causes no outage.
    """

    def __init__(
        self, clock: Clock, agenda: Agenda, rng: Random, end_ms: int, log: Path, kills: int, mail: MailServer
    ) -> None:
        self.log = log
        self.mail = mail
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        super().__init__(clock, agenda, rng, end_ms)
        for name in WORKERS:
            self._start(name)
        span = end_ms - clock.now
        for _ in range(kills):
            agenda.at(clock.now + rng.randrange(span), self._kill_one)

    def _start(self, name: str) -> None:
        command = worker(*WORKERS[name], name=name, level="WARNING")
        with self.log.open("ab") as log:
            self.processes[name] = subprocess.Popen(
                [sys.executable, "-m", *command],
                cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, start_new_session=True,
            )  # fmt: skip

    def _kill(self, name: str) -> None:
        process = self.processes.pop(name)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(20)

    def _kill_one(self) -> None:
        """Kill a worker in the middle of its work, if there is any now."""
        if self.down:
            return
        name = self.rng.choice(list(WORKERS))
        self.run("games.tasks.deadlines")
        self.run("accounts.tasks.deliver", EMAIL)
        for _ in range(self.rng.randrange(50)):  # at a random moment
            Checkpoint.objects.exists()
        self._kill(name)
        self._start(name)
        self.counts["kills"] += 1

    def run(self, name: str, *arguments: object) -> None:
        self.counts["tasks sent"] += 1
        current_app.send_task(name, args=arguments)

    def sweep(self) -> None:
        super().sweep()
        now = self.clock.now
        self._until("a sweep", "games.tasks.deadlines", lambda: Checkpoint.objects.filter(at_ms__gte=now).exists())
        self._until("deadlines", "games.tasks.deadlines", lambda: not due.deadlines_due(UnixMs(self.clock.now), 1))
        late = now - HOUR_MS // 2
        self._until("turns of the computer", "games.tasks.resend_lost_turns", lambda: not self._owed(late))
        self._until("ratings", "games.tasks.rate_late", lambda: not pools_to_rate(1, late))
        self._until("what was not told", "games.tasks.announce_late", lambda: not notices.untold_games(late, 1))
        if self.mail.there:
            overdue = Outbox.objects.filter(channel=EMAIL, state__in=UNDONE, due_ms__lt=late)
            self._until("mail", "accounts.tasks.deliver", lambda: not overdue.exists(), EMAIL)

    @staticmethod
    def _owed(before_ms: int) -> bool:
        return bool(computer.automatic_turns_due(before_ms, 1) or computer.ai_turns_due(before_ms, 1))

    def _until(self, what: str, task: str, condition: object, *arguments: object) -> None:
        """Retry from time to time, as the beat does: the worker that had the task may have been killed."""
        assert callable(condition)
        asked = time.monotonic()

        def holds() -> bool:
            nonlocal asked
            if condition():
                return True
            if time.monotonic() - asked > 1:
                asked = time.monotonic()
                self.run(task, *arguments)
            return False

        wait_until(holds, RECOVERY_S, what)

    def sweep_at_once(self) -> None:
        for _ in range(SWEEPERS):
            self.run("games.tasks.deadlines")

    def outage(self, ends_ms: int) -> None:
        for name in WORKERS:
            self._kill(name)
        self.counts["kills"] += len(WORKERS)
        super().outage(ends_ms)

    def back(self) -> None:
        for name in WORKERS:
            self._start(name)
        super().back()

    def end(self) -> None:
        for name in list(self.processes):
            self._kill(name)


def keep_positions(tables: int) -> None:
    """Keep the positions of all tables in the driver's cache; a site's processes keep their usual number."""
    from games.record import positions

    positions.cache.size = max(settings.POSITION_CACHE_SIZE, 2 * tables)
