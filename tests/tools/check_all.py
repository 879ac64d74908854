"""What is run before a release: `python -m tests.tools.check_all` (`make check-all`), in at most 75 minutes.

First the checks of style, types and imports and every test whole, as often as the first tier has it and more; then the
longer tools, two at a time, each on about one core. What came of it replaces the table at the end of docs/testing.md.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from tests import sampling
from tests.sampling import ROOT

DOCUMENT = ROOT / "docs" / "testing.md"
HEADING = "## Last run of `make check-all`\n"
WHOLE = {sampling.TIER_VARIABLE: sampling.WHOLE, "FAULTS": "3", "PYRAMIDO_GAMES": "300", "PYRAMIDO_REQUIRE_ALL": "1"}
"""Of the tests: every one of them, three times as many faults and games as in the first tier."""
CHECKS = ("lint", "types", "imports", "messages-check", "migrations-check", "clients")
"""Targets of make that run before the tests."""


@dataclass(frozen=True)
class Step:
    name: str
    command: tuple[str, ...]
    environment: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Row:
    """Of the table: what was run, what came of it, and how long it took."""

    name: str
    result: str
    seconds: float
    processor_seconds: float

    def __str__(self) -> str:
        return f"| {self.name} | {self.result} | {self.seconds:,.0f} s | {self.processor_seconds:,.0f} s |"


def make(target: str, **variables: object) -> Step:
    said = [f"{name}={value}" for name, value in variables.items()]
    shown = [f'{name}="{value}"' if " " in str(value) else f"{name}={value}" for name, value in variables.items()]
    return Step(" ".join(["make", target, *shown]), ("make", target, *said))


def longer_tools(seed: int) -> tuple[tuple[Step, ...], ...]:
    """What runs one after the other, the two lanes beside one another."""
    return (
        (
            make("simulate", TABLES=500, SEED=seed),
            make("simulate", TABLES=20, DAYS=0.25, SEED=seed, ARGS="--full"),
            make("mutants", COUNT=200, SEED=seed, ARGS="--slots 1"),
        ),
        (
            make("schemathesis", MINUTES=10, SEED=seed),
            make("fair-play", HONEST=400, PLANTED=10, SEED=seed),
            make("ratings", GAMES=5000, SEED=seed),
        ),
    )


def run(step: Step, log: Path) -> Row:
    """Run it to its end; what it says is in `log`, and shown if it fails."""
    print(f"{step.name} begins", flush=True)
    began = time.monotonic()
    with log.open("wb") as output, subprocess.Popen(
        step.command, cwd=ROOT, env={**os.environ, **step.environment},
        stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
    ) as process:  # fmt: skip
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    row = Row(
        f"`{step.name}`", "passed" if process.returncode == 0 else "**failed**",
        time.monotonic() - began, used.ru_utime + used.ru_stime,
    )  # fmt: skip
    if process.returncode != 0:
        print(log.read_text(errors="replace"))
    print(row, flush=True)
    return row


def run_tests(folder: Path, arguments: list[str]) -> list[Row]:
    """Every test whole; a row for each phase."""
    figures = folder / "figures.json"
    command = [sys.executable, "-m", "tests", "--figures", str(figures), *arguments]
    status = subprocess.run(command, cwd=ROOT, env={**os.environ, **WHOLE}, check=False).returncode
    phases = json.loads(figures.read_text()) if figures.exists() else {}
    rows = [
        Row(
            f"tests: {name}",
            f"{one['passed']:,} passed, {one['failed']} failed" + (", **broken**" if one["broken"] else ""),
            one["seconds"],
            one["processor_seconds"],
        )
        for name, one in phases.items()
    ]
    return rows if status == 0 else [*rows, Row("tests", "**failed**", 0, 0)]


def table(rows: list[Row], commit: str, seconds: float) -> str:
    """As it stands in docs/testing.md."""
    said = f"Commit {commit}, {datetime.now(UTC):%Y-%m-%d %H:%M} UTC, seed {sampling.seed()}, {os.cpu_count()} cores: "
    lines = ["| what | result | wall | processor |", "| --- | --- | --- | --- |", *map(str, rows)]
    return f"{said}{seconds / 60:.0f} minutes in all.\n\n" + "\n".join(lines) + "\n"


def commit() -> str:
    """The commit that is tried, and whether something in the folder is not in it."""

    def git(*arguments: str) -> str:
        return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()

    return git("rev-parse", "--short=10", "HEAD") + (" with changes" if git("status", "--porcelain") else "")


def write(made: str, document: Path = DOCUMENT) -> None:
    """Put the table in the place of the one that stands there. Raise ValueError where the document has no place."""
    before, heading, _ = document.read_text(encoding="utf-8").partition(HEADING)
    if not heading:
        raise ValueError(f"{document} has no line {HEADING.strip()!r}, after which the table stands")
    document.write_text(f"{before}{heading}\n{made}", encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.check_all", description="Check all before a release.")
    parser.add_argument("--without-tools", action="store_true", help="only the checks and the tests")
    options, chosen = parser.parse_known_args()
    began, tried = time.monotonic(), commit()
    os.environ[sampling.SEED_VARIABLE] = str(sampling.seed())
    with tempfile.TemporaryDirectory(prefix="pyramido-check-all-") as name:
        folder = Path(name)
        checks = [make(target) for target in CHECKS]
        rows = [run(step, folder / step.command[-1]) for step in checks]
        rows += run_tests(folder, chosen)
        lanes = () if options.without_tools else longer_tools(sampling.seed() % 1000)

        def run_lane(steps: tuple[Step, ...]) -> list[Row]:
            return [run(step, folder / f"{step.name.replace('/', '-')}.log") for step in steps]

        with ThreadPoolExecutor(max(1, len(lanes))) as pool:
            rows += [row for lane in pool.map(run_lane, lanes) for row in lane]
    made = table(rows, tried, time.monotonic() - began)
    if not chosen and not options.without_tools:  # else it was no whole run
        write(made)
    print(f"\n{made}", flush=True)
    return int(any("**" in row.result for row in rows))


if __name__ == "__main__":
    sys.exit(main())
