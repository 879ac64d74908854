"""A simulated month of play by days ends with nothing stuck, early, doubled or lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests import sampling
from tests.live import ROOT

pytestmark = [pytest.mark.timeout(1500), pytest.mark.slow(80)]

TABLES, FEWER_TABLES = 40, 12


def simulated(tmp_path: Path, *arguments: str, **settings: str) -> dict[str, Any]:
    """Run the simulation without faults; return its figures."""
    report = tmp_path / "figures.json"
    done = subprocess.run(
        [sys.executable, "-m", "tests.tools.simulation", *arguments, "--json", str(report)],
        cwd=ROOT, env={**os.environ, **settings}, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr[-3000:]
    figures: dict[str, Any] = json.loads(report.read_text())
    assert figures["wrong"] == []
    return figures


def test_no_site_serves_people_by_the_clock_of_a_simulation(tmp_path: Path) -> None:
    settings = {**os.environ, "PYRAMIDO_CLOCK": str(tmp_path / "clock")}
    command = [sys.executable, "-c", "import pyramido_site.asgi"]
    done = subprocess.run(command, cwd=ROOT, env=settings, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "PYRAMIDO_CLOCK is the clock of a simulation" in done.stderr


@pytest.mark.sqlite
@pytest.mark.sampled(one_of=5)
@pytest.mark.parametrize("seed", ["1", "2", "3", "4", "5"])
def test_tables_of_a_month(tmp_path: Path, seed: str) -> None:
    """200 tables in all, in months that can be played at once; in the first tier one month, of fewer."""
    fewer = sampling.tier() == sampling.FIRST
    tables = FEWER_TABLES if fewer else TABLES
    figures = simulated(tmp_path, "--tables", str(tables), "--days", "30", "--seed", seed)
    assert figures["tables"]["all"] == tables
    assert figures["events"]["timed_out"] > 0
    assert figures["outages noted"] == 1
    assert figures["checked"]["mails received"] > 4 * tables
    assert figures["checked"]["mails received twice"] <= figures["checked"]["possible doubles"]
    assert figures["checked"]["rated games"] > 0
    assert figures["site"]["sweeps by several at once"] > (0 if fewer else 3)


@sampling.KILLS_OF_ONE_WORKER
def test_workers_killed_on_postgresql(tmp_path: Path, migrated_postgres: str, private_redis: str) -> None:
    figures = simulated(
        tmp_path, "--full", "--tables", "10", "--days", "0.15", "--kills", "2",
        DATABASE_URL=migrated_postgres, REDIS_URL=private_redis,
    )  # fmt: skip
    assert figures["tables"]["all"] == 10
    assert figures["site"]["kills"] > 3  # all workers for the outage, and random ones
    assert figures["outages noted"] == 1
    assert figures["checked"]["mails received"] > 0
