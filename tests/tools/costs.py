"""Measure what tests cost: `COSTS=var/costs.jsonl make test ARGS="-p tests.tools.costs"`, then
`python -m tests.tools.costs var/costs.jsonl`.

For each test, and each set-up of a fixture in it: seconds on the clock, and seconds of a processor, of its process and
of those it started and waited for. What is large in the first and small in the second has waited.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Generator, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

FILE_VARIABLE = "COSTS"
SHOWN = 50


class Cost(NamedTuple):
    """What something cost; `what` is `test` or `fixture`."""

    what: str
    name: str
    seconds: float
    processor_seconds: float


def measured(what: str, name: str) -> Generator[None, Any, Any]:
    """Write down what the rest of a hook costs."""
    began, used = time.monotonic(), sum(os.times()[:4])
    result = yield
    cost = Cost(what, name, time.monotonic() - began, sum(os.times()[:4]) - used)
    with Path(os.environ[FILE_VARIABLE]).open("a") as file:  # one short line: processes do not mix theirs
        file.write(json.dumps(cost) + "\n")
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    if item.config.getoption("dist", "no") != "no" and not os.environ.get("PYTEST_XDIST_WORKER"):
        return (yield)
    return (yield from measured("test", item.nodeid))


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any]) -> Generator[None, Any, Any]:
    return (yield from measured("fixture", fixturedef.argname))


def summed(costs: Iterable[Cost], key: Callable[[Cost], str]) -> list[tuple[str, int, float, float]]:
    """Return by key how many there are and what they cost together, the dearest first."""
    groups: dict[str, list[Cost]] = defaultdict(list)
    for cost in costs:
        groups[key(cost)].append(cost)
    rows = [
        (name, len(them), sum(one.seconds for one in them), sum(one.processor_seconds for one in them))
        for name, them in groups.items()
    ]
    return sorted(rows, key=lambda row: -row[3])


def main(path: Path) -> None:
    costs = [Cost(*json.loads(line)) for line in path.read_text().splitlines()]
    tests = [cost for cost in costs if cost.what == "test"]
    for title, rows in (
        ("files", summed(tests, lambda cost: cost.name.partition("::")[0])),
        ("tests", summed(tests, lambda cost: cost.name)),
        ("fixtures", summed((cost for cost in costs if cost.what == "fixture"), lambda cost: cost.name)),
        ("all", summed(costs, lambda cost: cost.what)),
    ):
        print(f"\n{'number':>7} {'wall':>8} {'processor':>9}  {title}")
        for name, number, seconds, processor_seconds in rows[:SHOWN]:
            print(f"{number:7} {seconds:8.1f} {processor_seconds:9.1f}  {name}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
