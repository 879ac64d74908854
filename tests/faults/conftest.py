"""The stack that the tests of faults share (those of one process, if they run in several), and the table printed at the
end.
"""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests import servers
from tests.faults import needs, report, scale
from tests.faults.players import answering
from tests.faults.points import FOLDER_VARIABLE
from tests.faults.world import Inside, World

if TYPE_CHECKING:
    from pyramido_site.stack.stack import Stack

WHOLE_S = 3 * 3600
"""Timeout of a test in the whole run."""

USUAL = ("OperationalError", "InterfaceError", "PoolTimeout", "Service Unavailable")
LINES, LINE_LENGTH = 5, 4000

MAIL_PORTS = range(19_000, 20_000)
"""Below the stack's ports and those of outgoing connections, one of which might otherwise have it meanwhile."""

SERVICES = ("web", "sockets", "turns", "ai", "ratings", "mail", "beat")
"""Services in the short form, without the workers that no fault concerns."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if "stack" in getattr(item, "fixturenames", ()):
            item.add_marker("faults")
    faults = [item for item in items if item.get_closest_marker("faults")]
    if scale.WHOLE:
        for item in faults:
            item.add_marker(pytest.mark.timeout(WHOLE_S))
    if faults and needs.missing():
        config.hook.pytest_deselected(items=faults)
        items[:] = [item for item in items if item not in faults]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show the stack's error logs if a test fails, because the logs are removed with the run's folder."""
    made = yield
    stack = getattr(item, "funcargs", {}).get("stack")
    if made.failed and stack is not None:
        made.sections.append(("errors in the stack's logs", errors(stack.folder / "logs")))
    return made


def errors(logs: Path) -> str:
    """Return the last error lines of each log, without those about an unavailable database."""
    found = []
    for log in sorted(logs.glob("*.log")):
        lines = [line for line in log.read_text(errors="replace").splitlines() if '"level": "ERROR"' in line]
        rare = [line[:LINE_LENGTH] for line in lines if not any(usual in line for usual in USUAL)]
        found += [f"{log.name}: {line}" for line in rare[-LINES:]]
    return "\n".join(found)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if needs.missing():
        terminalreporter.write_line(f"left out: {needs.missing()}", yellow=True)
    if report.lines:
        terminalreporter.section("faults")
        for line in report.table():
            terminalreporter.write_line(line)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["faults"] = report.told()


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    report.hear(getattr(node, "workeroutput", {}).get("faults", []))


@pytest.fixture(scope="session")
def stack() -> Iterator[Stack]:
    """The whole stack of compose.yml, shared by all tests that leave it usable.

    Its processes run with tests/faults/settings.py.
    """
    from pyramido_site.stack.stack import Stack

    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    folder = servers.run_folder() / f"stack{worker}"  # which PostgreSQL's own user can reach
    points = folder / "points"
    points.mkdir(parents=True)
    wanted = None if scale.WHOLE else SERVICES
    made = Stack(folder, services=wanted, environment=environment(points))
    began = time.monotonic()
    made.start()
    print(f"the stack has started in {time.monotonic() - began:.1f} s")
    yield made
    made.stop(site_s=0)


def environment(points: Path) -> dict[str, str]:
    """Return the environment of a stack under faults, in addition to that of compose.yml."""
    return {
        "DJANGO_SETTINGS_MODULE": "tests.faults.settings",
        FOLDER_VARIABLE: str(points),
        "GUEST_LIMIT": "100000/h/ip",
        **scale.UNLIMITED,
        "TERMS_VERSION": "0",
        "LOG_LEVEL": "INFO",
        "EMAIL_URL": f"smtp://127.0.0.1:{random.choice(MAIL_PORTS)}",  # in a range that no other process uses
    }


@pytest.fixture(scope="session")
def inside(stack: Stack) -> Iterator[Inside]:
    made = Inside(stack.environment)
    yield made
    made.end()


@pytest.fixture
def world(stack: Stack, inside: Inside) -> World:
    """Games and people for a single test, on the shared stack, which is responding."""
    asyncio.run(answering(stack.url))
    return World(stack, inside)


@pytest.fixture(scope="session")
def whole() -> bool:
    """Whether each fault is made as often as docs/faults.md says, and times are asserted."""
    return scale.WHOLE
