"""The driver: opens the tables, moves the clock, injects faults, and prints the result."""

from __future__ import annotations

import argparse
import json
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

from django.conf import settings

from engine.newtypes import UnixMs
from games.models import Outage, Vacation
from games.time.clocks import DAY_MS, HOUR_MS, MINUTE_MS
from pyramido_site.celery import app
from tests.tools.simulation.audit import Findings, Month, Span, audit
from tests.tools.simulation.clock import Agenda, Clock
from tests.tools.simulation.mail import MailServer
from tests.tools.simulation.people import Crowd
from tests.tools.simulation.sites import OwnSite, Site, WorkersSite, keep_positions
from tests.tools.simulation.tables import RATED_PAIRS_ONE_OF, open_one, open_rated_pair

START_MS = int(datetime(2026, 3, 10, 9, tzinfo=UTC).timestamp()) * 1000
"""A month in which summer time begins, in Europe and (earlier) in America."""

SETTLING_MS = 2 * HOUR_MS
"""Quiet time at the end without players or faults, after which no work may be left."""

SHOWN = 20


def simulate(options: argparse.Namespace, folder: Path) -> int:
    app.loader.import_default_modules()
    began, cpu = time.monotonic(), time.process_time()
    rng = Random(options.seed)
    span = int(options.days * DAY_MS)
    clock, agenda = Clock(START_MS, folder / "clock" if options.full else None), Agenda()
    end_ms = START_MS + span
    keep_positions(options.tables)
    crowd = Crowd(max(8, options.tables // 2), rng, clock, agenda, end_ms)
    mail = MailServer(settings.EMAIL_PORT, Random(options.seed))
    mail.start()
    site: Site = (
        WorkersSite(clock, agenda, rng, end_ms, folder / "log", options.kills, mail)
        if options.full
        else OwnSite(clock, agenda, rng, end_ms)
    )
    try:
        for number in range(options.tables):
            if number % RATED_PAIRS_ONE_OF == 0:
                agenda.at(START_MS + rng.randrange(1, span // 4), lambda: open_rated_pair(crowd, rng))
            else:
                agenda.at(START_MS + rng.randrange(1, span * 2 // 3), lambda: open_one(crowd, rng))
        outages = _break_things(agenda, site, mail, span)
        progress = Progress(options.days, clock)
        for hour in range(int(span / HOUR_MS)):
            agenda.at(START_MS + hour * HOUR_MS, progress.show)
        agenda.run(clock, end_ms)
        crowd.stopped = True
        agenda.run(clock, end_ms + SETTLING_MS)
    finally:
        site.end()
        mail.stop()
    print("\nChecking every game …", file=sys.stderr)
    month = Month(UnixMs(clock.now), outages, crowd.deeds.aborted, crowd.people, mail.box.received)
    found = audit(month)
    figures = _figures(options, found, crowd, site, mail)
    figures["seconds"] = round(time.monotonic() - began)
    figures["CPU seconds"] = round(time.process_time() - cpu)
    if options.json is not None:
        options.json.write_text(json.dumps({**figures, "wrong": found.wrong}, indent=1))
    _print(figures, found)
    return 1 if found.wrong else 0


def _break_things(agenda: Agenda, site: Site, mail: MailServer, span: int) -> list[Span]:
    """Put an outage of a thirtieth of the time into its middle, and three shorter outages of the mail server."""
    outage = (START_MS + span // 2, START_MS + span // 2 + span // 30)
    agenda.at(outage[0], lambda: site.outage(outage[1]))
    for part in (0.2, 0.6, 0.8):
        away_ms = START_MS + int(span * part)
        agenda.at(away_ms, mail.stop)
        agenda.at(away_ms + min(5 * HOUR_MS, span // 20), mail.start)
    return [outage]


class Progress:
    """One line with the progress and the remaining time."""

    def __init__(self, days: float, clock: Clock) -> None:
        self.days, self.clock, self.began = days, clock, time.monotonic()
        self._shown = 0.0

    def show(self) -> None:
        now = time.monotonic()
        done = (self.clock.now - START_MS) / DAY_MS / self.days
        if now - self._shown < 5 or done < 0.01:
            return
        self._shown = now
        left = (now - self.began) * (1 - done) / done
        start, end = ("\r", "") if sys.stderr.isatty() else ("", "\n")
        line = f"day {done * self.days:.1f} of {self.days:g}, about {left / 60:.1f} minutes left"
        print(start + line.ljust(79), end=end, file=sys.stderr, flush=True)


def _figures(
    options: argparse.Namespace, found: Findings, crowd: Crowd, site: Site, mail: MailServer
) -> dict[str, Any]:
    return {
        "tables": dict(found.tables),
        "people": len(crowd.people),
        "days": options.days,
        "seed": options.seed,
        "shape": "PostgreSQL, Redis, workers" if options.full else "SQLite, one process",
        "events": dict(found.events),
        "deeds": dict(crowd.deeds.done),
        "refused": dict(crowd.deeds.refused),
        "checked": dict(found.figures),
        "site": dict(site.counts),
        "outages noted": Outage.objects.count(),
        "vacations": Vacation.objects.count(),
        "connections cut after a mail was accepted": mail.box.cut,
        "latest enforcement, minutes": round(found.latest_ms / MINUTE_MS, 1),
        "faults": len(found.wrong),
    }


def _print(figures: dict[str, Any], found: Findings) -> None:
    for name, value in figures.items():
        if isinstance(value, dict):
            value = ", ".join(f"{what} {count:,}" for what, count in sorted(value.items(), key=lambda item: -item[1]))
        print(f"{name + ' ':.<45} {value}")
    for sentence in found.wrong[:SHOWN]:
        print(f"WRONG: {sentence}")
    if len(found.wrong) > SHOWN:
        print(f"… and {len(found.wrong) - SHOWN} more")
