"""`make coverage`: which share of the branches and lines of four folders the tests run, at least 95 % of each.

coverage.py measures every process of the tests, also those that they start. The tests are those that play, store, time
and rate games on SQLite, and those of the log on PostgreSQL, sampled as on every change and without the slow ones,
which run the same branches more often; what only other tests run is not counted.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests import sampling, servers
from tests.sampling import ROOT

FOLDERS = ("engine", "ratings", "games/record", "games/time")
LEAST = 95.0
"""Per cent of the branches, and of the lines, of each folder."""
TESTS = (
    "tests/engine", "tests/ratings", "tests/games/record", "tests/games/time", "tests/games/deadlines",
    "tests/games/rated_games",
)  # fmt: skip
ON_POSTGRESQL = ("tests/games/record", "tests/games/realtime")
"""What writes on the server's loop, and what only PostgreSQL refuses."""
DATA = ROOT / "var" / "coverage"


@dataclass(frozen=True)
class Share:
    """What of a folder or file is covered."""

    name: str
    lines: int
    covered_lines: int
    branches: int
    covered_branches: int

    @property
    def of_lines(self) -> float:
        """Per cent."""
        return 100 * self.covered_lines / self.lines if self.lines else 100.0

    @property
    def of_branches(self) -> float:
        """Per cent."""
        return 100 * self.covered_branches / self.branches if self.branches else 100.0

    @property
    def enough(self) -> bool:
        return min(self.of_lines, self.of_branches) >= LEAST

    def __str__(self) -> str:
        lines = f"{self.covered_lines:,} of {self.lines:,} | {self.of_lines:.1f} %"
        return f"| {self.name} | {lines} | {self.covered_branches:,} of {self.branches:,} | {self.of_branches:.1f} % |"


HEAD = "| folder | lines | | branches | |\n| --- | --- | --- | --- | --- |"


def share_of(name: str, files: dict[str, dict[str, int]]) -> Share:
    """Add up the figures of the files in a folder, as coverage's JSON has them by path."""
    some = [figures for path, figures in files.items() if path == name or path.startswith(f"{name}/")]
    keys = ("num_statements", "covered_lines", "num_branches", "covered_branches")
    return Share(name, *(sum(figures[key] for figures in some) for key in keys))


def run(arguments: list[str]) -> int:
    """Run the tests under coverage, on SQLite and then on PostgreSQL, and combine what their processes measured. Return
    pytest's status, of the second run if the first was good.
    """
    shutil.rmtree(DATA, ignore_errors=True)
    DATA.mkdir(parents=True)
    workers = ["-n", str(os.cpu_count() or 1), "--dist", "worksteal"]
    pytest = [sys.executable, "-m", "coverage", "run", "-m", "pytest", "-q", *workers, "-m", "not browser and not slow"]
    servers.begin_run()
    try:
        environment = {**os.environ, sampling.TIER_VARIABLE: sampling.FIRST, servers.PHASE_VARIABLE: "embedded"}
        command = [*pytest, *(arguments or TESTS)]
        embedded = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
        environment |= {"DATABASE_URL": servers.postgres_url(), "REDIS_URL": servers.redis_url()}
        environment[servers.PHASE_VARIABLE] = "full"
        command = [*pytest, "-p", "tests.stack", *ON_POSTGRESQL]
        full = 0 if arguments else subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
    finally:
        servers.end_run()
    for after in (["combine", "--quiet"], ["json", "--quiet", "-o", str(DATA / "coverage.json")]):
        subprocess.run([sys.executable, "-m", "coverage", *after], cwd=ROOT, check=True)
    return embedded or full


def report(document: Path) -> int:
    """Print a table of the folders, and the files of those that lack something. Return 1 where a folder has too
    little.
    """
    found = json.loads(document.read_text(encoding="utf-8"))["files"]
    files = {path: one["summary"] for path, one in found.items()}
    shares = [share_of(name, files) for name in FOLDERS]
    for folder in shares:
        if not folder.enough:
            some = [share_of(path, files) for path in files if path.startswith(f"{folder.name}/")]
            print(f"\n{folder.name} has less than {LEAST:g} %. The files with the most that is not covered:\n\n{HEAD}")
            missing = sorted(some, key=lambda one: one.covered_branches - one.branches)
            print("\n".join(str(one) for one in missing[:15] if one.of_branches < 100))
    print(f"\n{HEAD}")
    print("\n".join(map(str, shares)))
    return int(not all(share.enough for share in shares))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.branch_coverage", description="Measure the tests.")
    parser.add_argument("--again", action="store_true", help="only show the figures of the last run again")
    options, chosen = parser.parse_known_args()
    status = 0 if options.again else run(chosen)
    return report(DATA / "coverage.json") or status


if __name__ == "__main__":
    sys.exit(main())
