"""Making it all, in the order of time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from django.db import connection

from games.deadlines.services.heartbeat import beat
from games.time.clocks import DAY_MS, HOUR_MS, SECOND_MS
from pyramido_site.infrastructure.site_clock import now_ms
from pyramido_site.sample_site import around, past, present
from pyramido_site.sample_site.people import People, give_address, make_people
from pyramido_site.sample_site.play import Playing, clock_from

THINKING_MS = 480 * SECOND_MS
PRESENT_MS = 4 * HOUR_MS
"""How long before now the games that go on begin, but for the one whose clock is nearly out."""


@contextmanager
def quick_writes() -> Iterator[None]:
    """Let SQLite leave it to the system when its file is written: a sample that a power cut spoils is made again."""
    if connection.vendor != "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        before = cursor.execute("PRAGMA synchronous").fetchone()[0]
        cursor.execute("PRAGMA synchronous = OFF")
        yield
        cursor.execute(f"PRAGMA synchronous = {before:d}")


def make(seed: int, password: str) -> People:
    """All of it, for a database without people. The seed says who does what; the cards are drawn anew each time, as
    they are for every game.
    """
    now = now_ms()
    rng = Random(seed)
    with quick_writes(), clock_from(now - past.DAYS * DAY_MS) as clock:
        people = make_people(password)
        past.play_past(Playing(clock, rng, THINKING_MS), people)
        clock.reach(now - DAY_MS + present.NEARLY_OUT_MS)
        quick = Playing(clock, rng, SECOND_MS)
        present.play_nearly_out(quick, people)
        around.tell(quick)
        around.read_all()
        clock.reach(now - PRESENT_MS)
        staged = present.play_present(quick, people)
        around.speak(quick, people, staged)
        around.report(quick, people)
        around.tell(quick)
    beat(now_ms())
    give_address(people.me)
    return people
