"""The two tiers: what `make test` samples, and `make check-all` has whole (docs/testing.md).

A sample is drawn from a seed, by default the commit's hash: another commit has another sample, and the same commit has
the same one. `SEED=` chooses another. Tests that are named all run: only whole phases are sampled.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SEED_VARIABLE, TIER_VARIABLE = "SEED", "TIER"
FIRST, WHOLE, MUTANTS = "first", "whole", "mutants"
SEED_BITS = 32
"""pytest-randomly takes no larger number."""
EXAMPLES = 10
"""How many times as many Hypothesis examples the whole tier tries."""
FEWER, FEWER_ON_MUTANTS = 3, 2
"""The divisors of the number of Hypothesis examples in the first tier, and on each mutant (tests/tools/mutants)."""

PLATFORM = ("accounts", "games", "ratings", "security", "site")
"""The folders of `tests` with what runs on SQLite and on PostgreSQL."""
COMMITTING_ON_POSTGRESQL_ONE_OF = 2
ON_POSTGRESQL_ONE_OF = 8
"""Of the tests that commit nothing, which are the same on both databases but for the dialect."""
ON_BOTH_DATABASES = tuple(
    f"tests/{room}/"
    for room in (
        "games/record", "games/requests", "games/deadlines", "games/conditional_moves", "games/realtime", "ratings",
        "site/infrastructure",
    )
)  # fmt: skip
"""Where data, secrets or a game could be lost by what a database does. Any other test runs on one of the two."""

IN_BROWSER_ONE_OF = 9
"""Of the tests in Chromium that have no mark of their own."""
WHOLE_IN_BROWSER = tuple(
    f"tests/browser/test_{name}.py" for name in ("broken_log", "passkeys", "trouble", "two_browsers", "unsent_move")
)
"""Where a move or an account could be lost by what a page does."""


NEEDED_BY_NO_GAME = pytest.mark.sampled(one_of=8, of="what no game needs")
"""Dear tests of what helps operators and programmers: one family, so that every commit has two of them."""

KILLS_OF_ONE_WORKER = pytest.mark.sampled(one_of=3, of="kills of a worker beside the stack")
"""The faults of the stack kill workers in the middle of every kind of task, in every run."""


def tier() -> str:
    """`first`, `whole`, `mutants`, or "" where tests were named."""
    return os.environ.get(TIER_VARIABLE, "")


def seed() -> int:
    """The number that samples and the order of tests are drawn from. Raise ValueError for a `SEED` that is none."""
    said = os.environ.get(SEED_VARIABLE, "")
    if not said:
        return int(_commit()[:8], 16)
    if not said.isdigit() or int(said) >= 2**SEED_BITS:
        raise ValueError(f"SEED={said}: it must be a number from 0 to {2**SEED_BITS - 1}, like SEED=1")
    return int(said)


@cache
def _commit() -> str:
    """The hash of the commit; zeros where there is no git."""
    asked = ["git", "-C", str(ROOT), "rev-parse", "HEAD"]
    try:
        done = subprocess.run(asked, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return "0" * 40
    return done.stdout.strip() or "0" * 40


def examples(count: int, *, of_secrets: bool = False) -> int:
    """How many examples of Hypothesis a test tries, others in every run: `count` where tests are named, fewer in the
    first tier and on each mutant, more in the whole tier. `of_secrets`: the first tier tries `count`, too.
    """
    if tier() == MUTANTS:
        return max(1, count // FEWER_ON_MUTANTS)
    if tier() == FIRST and not of_secrets:
        return max(1, count // FEWER)
    return count * EXAMPLES if tier() == WHOLE else count


def left_out(items: Iterable[pytest.Item], *, on_postgresql: bool, other_database: bool) -> set[pytest.Item]:
    """Return what the first tier leaves out of these tests. `other_database`: the machine has what the run on the other
    database needs.
    """
    families: dict[tuple[str, int], list[pytest.Item]] = defaultdict(list)
    found = set()
    for item in items:
        if other_database and _is_on_two_databases(item) and _is_drawn_for_postgresql(item) != on_postgresql:
            found.add(item)
        for family in _families(item):
            families[family].append(item)
    return found | {
        item
        for (name, one_of), members in families.items()
        for number, item in enumerate(sorted(members, key=lambda member: member.nodeid))
        if (number + _drawn(name)) % one_of
    }


def uses_the_stack(item: pytest.Item) -> bool:
    """Return whether a test may behave differently on another database or cache: it uses one, or is a Django test
    class.
    """
    if any(item.get_closest_marker(name) for name in ("django_db", "postgres", "redis")):
        return True
    fixtures = set(getattr(item, "fixturenames", ()))
    return getattr(item, "cls", None) is not None or bool({"db", "transactional_db", "settings"} & fixtures)


def _is_on_two_databases(item: pytest.Item) -> bool:
    """Whether this test would run on SQLite and on PostgreSQL, and one of the two is enough for a commit."""
    return (
        item.nodeid.startswith(tuple(f"tests/{name}/" for name in PLATFORM))
        and not item.nodeid.startswith(ON_BOTH_DATABASES)
        and uses_the_stack(item)
        and not any(item.get_closest_marker(name) for name in _PHASES_OF_THEIR_OWN)
    )


_PHASES_OF_THEIR_OWN = ("sqlite", "postgres", "redis", "browser", "faults", "private_postgres", "private_redis")


def _is_drawn_for_postgresql(item: pytest.Item) -> bool:
    mark = item.get_closest_marker("django_db")
    commits = mark is not None and bool(mark.kwargs.get("transaction"))
    return not _drawn(item.nodeid) % (COMMITTING_ON_POSTGRESQL_ONE_OF if commits else ON_POSTGRESQL_ONE_OF)


def in_browser_phase(nodeid: str) -> bool:
    """Whether the phase of the browser reads this file: it leaves all others unread, which takes time."""
    return nodeid.startswith("tests/browser/") or "/test_in_the_browser.py::" in nodeid


def _families(item: pytest.Item) -> Iterator[tuple[str, int]]:
    """Of which sets of tests, named, one of so many is drawn, this one may be left out with. Its marks say them."""
    marks = list(item.iter_markers_with_node("sampled"))
    for node, mark in marks:
        yield mark.kwargs.get("of", node.nodeid.partition("[")[0]), mark.kwargs["one_of"]
    if not marks and in_browser_phase(item.nodeid) and not item.nodeid.startswith(WHOLE_IN_BROWSER):
        yield "tests in the browser", IN_BROWSER_ONE_OF


def _drawn(name: str) -> int:
    return int.from_bytes(hashlib.sha256(f"{seed()} {name}".encode()).digest()[:8])
