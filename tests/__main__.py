"""Run every test: `python -m tests [--only PHASE] [arguments for pytest]`. This is what `make test` calls.

The phases, each in parallel and (but for the faults) in random order. The longest has a lane, and those that wait (for
servers, for pages) have another one beside it, in which they run one after the other; the rest is run by the lane that
ends first. What a phase prints is shown when it ends:

  embedded   engine and platform on SQLite, everything in one process
  full       platform again on a private PostgreSQL and Redis
  faults     the stack of docker/compose.yml as processes, under faults (a short form of `make faults`)
  browser    a real Chromium on a real server
  js         the browser code's own tests, under Node.js

Where a part is missing on this machine, the rest runs and the end says what was left out and how to get it. With
PYRAMIDO_REQUIRE_ALL=1 a missing part is a failure.

Some of it is sampled, from a seed that changes with the commit (tests/sampling.py): `SEED=` chooses it, and with
`TIER=whole` everything runs.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO
from xml.etree import ElementTree

from tests import sampling, servers
from tests.faults import needs

ROOT = Path(__file__).resolve().parent.parent
NOTHING_COLLECTED = 5


@dataclass
class Result:
    """The result of a phase. `missing` is what the machine lacks (then nothing, or not everything, was run)."""

    passed: int = 0
    failed: int = 0
    broken: bool = False
    missing: list[str] = field(default_factory=list)
    seconds: float = 0
    processor_seconds: float = 0
    """Of the phase's processes; servers that go on without them are not counted."""


OUTPUT: ContextVar[IO[str] | None] = ContextVar("OUTPUT", default=None)
"""Where the processes of a phase write; without it to this process' own output, at once."""


def finish(command: list[str], environment: dict[str, str]) -> tuple[int, float]:
    """Run a command to its end; return its status, and the seconds of processor time that it and its children took."""
    output = OUTPUT.get()
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=output, stderr=subprocess.STDOUT if output else None
    ) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, used.ru_utime + used.ru_stime


def say(text: str) -> None:
    print(text, file=OUTPUT.get(), flush=True)


def pytest(
    name: str,
    *arguments: str,
    settings: dict[str, str] | None = None,
    more_workers: int = 0,
    spread: list[str] | None = None,
    chosen: list[str],
) -> Result:
    """Run pytest once, on every core plus `more_workers`, in random order, or distributed by the options in `spread`.
    `chosen` are the caller's own arguments, which may leave this phase without any test.
    """
    report = servers.run_folder() / f"{name}.xml"
    if spread is None:
        spread = ["-n", str((os.cpu_count() or 1) + more_workers), "--dist", "worksteal"]
        if not any("randomly" in word for word in chosen):
            spread.append(f"--randomly-seed={sampling.seed()}")
    command = [sys.executable, "-m", "pytest", "-q", *spread, f"--junitxml={report}", *arguments, *chosen]
    environment = {
        **os.environ,
        "VAR_DIR": str(servers.run_folder() / f"{name}-var"),
        servers.PHASE_VARIABLE: name,
        **(settings or {}),
    }
    status, processor_seconds = finish(command, environment)
    if status < 0:
        say(f"\npytest was ended by {signal.Signals(-status).name}, and not by a test")
    result = Result(
        broken=status not in ((0, NOTHING_COLLECTED) if chosen else (0,)), processor_seconds=processor_seconds
    )
    if report.exists():
        for suite in ElementTree.parse(report).iter("testsuite"):
            tests, skipped = int(suite.get("tests", 0)), int(suite.get("skipped", 0))
            failed = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
            result.failed += failed
            result.passed += tests - failed - skipped
    return result


def embedded(chosen: list[str]) -> Result:
    # Among these are the tests that wait for processes of their own.
    result = pytest("embedded", "-m", "not browser and not faults", chosen=chosen)
    if servers.postgres_bin() is None:
        result.missing.append("tests with a PostgreSQL of their own: apt-get install postgresql")
    if servers.redis_binary() is None:
        result.missing.append("tests with a Redis of their own: apt-get install redis-server")
    return result


def full(chosen: list[str]) -> Result:
    lacking = [
        package
        for package, found in (("postgresql", servers.postgres_bin()), ("redis-server", servers.redis_binary()))
        if not found
    ]
    if lacking:
        return Result(missing=[f"the platform on PostgreSQL and Redis: apt-get install {' '.join(lacking)}"])
    settings = {"DATABASE_URL": servers.postgres_url(), "REDIS_URL": servers.redis_url()}
    folders = [] if names_files(chosen) else platform_folders()
    others = (
        "not browser and not faults and not private_postgres and not private_redis"  # these have phases of their own
    )
    return pytest("full", "-p", "tests.stack", "-m", others, *folders, settings=settings, chosen=chosen)


def names_files(chosen: list[str]) -> bool:
    return any(Path(word.partition("::")[0]).exists() for word in chosen)


def names_tests(chosen: list[str]) -> bool:
    return names_files(chosen) or any(word.startswith("-k") for word in chosen)


def platform_folders() -> list[str]:
    return [f"tests/{name}" for name in sampling.PLATFORM if (ROOT / "tests" / name).is_dir()]


def faults(chosen: list[str]) -> Result:
    missing = needs.missing()
    if missing:
        return Result(missing=[missing])
    # These tests mostly wait. On one stack they run one after the other, because each would be a fault for the other.
    two_stacks = ["-n", "2", "--dist", "loadfile", "-p", "no:randomly"]
    chosen = [word for word in chosen if not word.startswith("--randomly")]
    folders = [] if names_files(chosen) else ["tests/faults", "tests/site/stack"]
    times = ["--durations=0", "--durations-min=0.5"]
    return pytest("faults", "-m", "faults", *times, *folders, spread=two_stacks, chosen=chosen)


def browser(chosen: list[str]) -> Result:
    if servers.chromium_binary() is None:
        return Result(missing=["the tests in a real browser: apt-get install chromium"])
    others = (str(path.relative_to(ROOT)) for path in (ROOT / "tests").glob("**/test_in_the_browser.py"))
    folders = [] if names_files(chosen) else ["tests/browser", *others]
    # They wait for what the pages show, and for the computer's turns.
    return pytest("browser", "-m", "browser", *folders, more_workers=1, chosen=chosen)


def js(chosen: list[str]) -> Result:
    """Run the JavaScript tests. They are left out if there are `chosen` arguments for pytest."""
    files = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "tests" / "js").glob("*.test.js"))
    if chosen or not files:
        return Result()
    node = shutil.which("node")
    if node is None:
        return Result(missing=["the tests of the browser's own code: apt-get install nodejs"])
    samples = servers.run_folder() / "samples.json"
    subprocess.run([sys.executable, "-m", "tests.js.samples", str(samples)], cwd=ROOT, check=True)
    done = subprocess.run(
        [node, "--test", *files],
        cwd=ROOT, env={**os.environ, "PYRAMIDO_SAMPLES": str(samples)}, stdout=subprocess.PIPE, text=True, check=False,
    )  # fmt: skip
    if done.returncode != 0:
        say(done.stdout)
    counts = dict(re.findall(r"^\S+ (pass|fail) (\d+)$", done.stdout, re.MULTILINE))
    return Result(int(counts.get("pass", 0)), int(counts.get("fail", 0)), broken=done.returncode != 0)


PHASES: dict[str, tuple[str, Callable[[list[str]], Result]]] = {
    "embedded": ("Engine and platform, on SQLite", embedded),
    "full": ("Platform, on PostgreSQL and Redis", full),
    "faults": ("The stack under faults", faults),
    "browser": ("In a real browser", browser),
    "js": ("The browser's own code", js),
}


LANES, IN_EITHER = (("embedded",), ("faults", "browser")), ("full", "js")
"""What runs one after the other, the lanes beside one another, and what follows in the lane that ends first."""
LANES_OF_ALL = (("embedded", "full", "js", "browser"), ("faults",))
"""The same in the whole tier: whole games in the browser beside so much else wait too long for their answers."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests", description="Run every test that this machine can run.")
    parser.add_argument("--only", choices=PHASES, help="run one phase only")
    parser.add_argument("--figures", type=Path, help="write what came of each phase into this file, as JSON")
    options, chosen = parser.parse_known_args()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # each of hundreds of processes would compile everything again
    os.environ[sampling.SEED_VARIABLE] = str(sampling.seed())
    if not names_tests(chosen):
        os.environ.setdefault(sampling.TIER_VARIABLE, sampling.FIRST)
    which = {sampling.FIRST: "those of every change", sampling.WHOLE: "all"}.get(sampling.tier(), "those named")
    print(f"Tests: {which}. The same sample in the same order: SEED={sampling.seed()}", flush=True)
    # A shell without job control starts what is to run in the background with SIGINT ignored, and so would be all that
    # tests start and end with it; with a handler here it has its default meaning there.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    servers.begin_run()
    try:
        results = {options.only: run(options.only, chosen)} if options.only else run_lanes(chosen)
    except KeyboardInterrupt:
        return 130
    finally:
        servers.end_run()
    if options.figures:
        options.figures.write_text(json.dumps({name: asdict(result) for name, result in results.items()}))
    return summary(results)


def run(name: str, chosen: list[str]) -> Result:
    title, phase = PHASES[name]
    say(f"\n=== {title}")
    began = time.monotonic()
    result = phase(chosen)
    result.seconds = time.monotonic() - began
    say(
        f"--- {name}: {result.passed} passed, {result.failed} failed in {result.seconds:.0f} s"
        f" ({result.processor_seconds:.0f} s of a processor)"
    )
    return result


def run_lanes(chosen: list[str]) -> dict[str, Result]:
    lanes, in_either = (LANES_OF_ALL, ()) if sampling.tier() == sampling.WHOLE else (LANES, IN_EITHER)
    remaining = iter(in_either)  # both lanes take from it
    shown = threading.Lock()

    def run_lane(names: tuple[str, ...]) -> dict[str, Result]:
        return {name: run_and_show(name) for name in itertools.chain(names, remaining)}

    def run_and_show(name: str) -> Result:
        print(f"{name} begins", flush=True)
        with (servers.run_folder() / f"{name}.log").open("w+") as output:
            OUTPUT.set(output)  # this thread's own
            try:
                return run(name, chosen)
            finally:
                output.seek(0)
                with shown:
                    shutil.copyfileobj(output, sys.stdout)
                    sys.stdout.flush()

    with ThreadPoolExecutor(len(lanes)) as threads:
        found = {name: result for lane in threads.map(run_lane, lanes) for name, result in lane.items()}
    return {name: found[name] for name in PHASES}


def summary(results: dict[str, Result]) -> int:
    """Print what was left out and the results of the rest; return the exit status."""
    missing = [sentence for result in results.values() for sentence in result.missing]
    broken = [name for name, result in results.items() if result.broken]
    required = os.environ.get("PYRAMIDO_REQUIRE_ALL") == "1"
    print()
    for sentence in missing:
        print(f"Left out: {sentence}")
    if missing and required:
        print("PYRAMIDO_REQUIRE_ALL=1: nothing may be left out.")
    if broken:
        print(f"Failed: {', '.join(broken)}")
    passed, failed = (sum(getattr(result, what) for result in results.values()) for what in ("passed", "failed"))
    print(f"{passed} passed, {failed} failed", flush=True)
    return 1 if broken or failed or (missing and required) else 0


if __name__ == "__main__":
    sys.exit(main())
