"""Trials: the tests of a target, run in a forked process on the changed source of one module.

The parent has imported what the tests import from other projects, and nothing of this one, so that a trial does not
import Django and Hypothesis again. A trial that asks for a database has its own copy of a migrated one, on SQLite.
"""

from __future__ import annotations

import importlib
import math
import os
import resource
import select
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from typing import Any

from tests import sampling
from tests.sampling import ROOT

OURS = ("engine", "games", "ratings", "accounts", "pyramido_site", "tests")
EXAMPLES = 40
"""How many examples of Hypothesis a test tries that does not say so itself."""
MEMORY = 4 << 30
"""Bytes of address space for a trial: some mutants make endless lists."""
SLACK = 4
"""A trial may take this many times the processor time of the unchanged file, and this many seconds more."""
WALL_SLACK = 30
"""The same in real time, for tests that wait for what never comes."""
PYTEST = [
    "-q", "-x", "--tb=short", "--no-header", "-W", "ignore",
    "-p", "no:xdist", "-p", "no:randomly", "-p", "no:cacheprovider",
]  # fmt: skip

PASSED, FAILED = 0, 1


@dataclass(frozen=True)
class Outcome:
    """The result of a trial: pytest's exit status, or minus the signal that ended it."""

    status: int
    seconds: float
    processor_seconds: float
    output: str

    @property
    def survived(self) -> bool:
        return self.status == PASSED

    @property
    def how(self) -> str:
        """The result as a word."""
        if self.status in (PASSED, FAILED):
            return "survived" if self.survived else "a test failed"
        return "too long" if -self.status in (signal.SIGXCPU, signal.SIGKILL) else "broken"


@dataclass(frozen=True)
class Trial:
    """The tests to run, and the module whose source is replaced (None: nothing is)."""

    tests: tuple[str, ...]
    module: str | None = None
    path: str = ""
    source: str = ""
    processor_limit: float = 600
    """Seconds."""


class _Changed(SourceFileLoader):
    """Loads a module of this source instead of the file's."""

    def __init__(self, module: str, path: str, source: str) -> None:
        super().__init__(module, path)
        self.source = source

    def get_code(self, fullname: str) -> Any:
        return compile(self.source, self.path, "exec", dont_inherit=True)


class _Finder(MetaPathFinder):
    def __init__(self, trial: Trial) -> None:
        self.trial = trial

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if fullname != self.trial.module:
            return None
        where = str(ROOT / self.trial.path)
        return spec_from_file_location(fullname, where, loader=_Changed(fullname, where, self.trial.source))


class _Quick:
    """A pytest plugin: few examples of Hypothesis, always the same, and no search for the simplest failing one."""

    def pytest_configure(self) -> None:
        import hypothesis

        hypothesis.settings.register_profile(
            "mutants", max_examples=EXAMPLES, deadline=None, derandomize=True, database=None,
            phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),
            suppress_health_check=list(hypothesis.HealthCheck),
        )  # fmt: skip
        hypothesis.settings.load_profile("mutants")


@contextmanager
def prepared() -> Iterator[Path]:
    """A folder for the trials' data, and the environment that they share."""
    folder = Path(tempfile.mkdtemp(prefix="pyramido-mutants-"))
    os.environ |= {
        "PYRAMIDO_TEST_RUN": str(folder), "PYRAMIDO_TEST_PHASE": "mutants", "VAR_DIR": str(folder / "var"),
        sampling.TIER_VARIABLE: sampling.MUTANTS, sampling.SEED_VARIABLE: "1",
    }  # fmt: skip
    os.environ.pop("DATABASE_URL", None)
    os.environ.pop("REDIS_URL", None)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def preload(folder: Path) -> None:
    """Import what trials have imported that is not ours (`_tell_imports`)."""
    for name in (folder / "imports").read_text().split():
        try:
            importlib.import_module(name)
        except Exception:  # noqa: BLE001, S112 - what needs Django's settings is left to the trials
            continue
    ours = [name for name in sys.modules if name.partition(".")[0] in OURS and not name.startswith("tests.")]
    if set(ours) - {"tests"}:
        raise RuntimeError(f"these modules of ours are loaded before the trials: {ours}")


def _tell_imports(folder: Path) -> None:
    """Note the modules of other projects that this process has imported, in their order."""
    known = [name for name in sys.modules if name.partition(".")[0] not in OURS and name.isascii()]
    (folder / "imports").write_text("\n".join(known))


class Trials:
    """Runs trials, one for each of `slots` at a time."""

    def __init__(self, folder: Path, slots: int) -> None:
        self.folder = folder
        self.slots = slots

    def run(self, trials: Iterable[tuple[Any, Trial]], done: Callable[[Any, Outcome], None]) -> None:
        """Run the trials, each with a key, and call `done` with the key and the outcome."""
        waiting = iter(trials)
        running: dict[int, tuple[int, Any, float, float]] = {}
        free = list(range(self.slots))
        more = True
        try:
            while more or running:
                while free and more:
                    found = next(waiting, None)
                    if found is None:
                        more = False
                        break
                    key, trial = found
                    slot = free.pop()
                    began = time.monotonic()
                    running[self._fork(slot, trial)] = slot, key, began, began + WALL_SLACK * (trial.processor_limit)
                if not running:
                    continue
                pid = self._first_to_end(running)
                if pid is None:
                    self._end_late_ones(running)
                    continue
                _, status, used = os.wait4(pid, 0)
                slot, key, began, _ = running.pop(pid)
                free.append(slot)
                output = self._log(slot).read_text(errors="replace")
                seconds, processor_seconds = time.monotonic() - began, used.ru_utime + used.ru_stime
                done(key, Outcome(os.waitstatus_to_exitcode(status), seconds, processor_seconds, output))
        finally:
            for pid in running:
                os.killpg(pid, signal.SIGKILL)

    def _first_to_end(self, running: Iterable[int]) -> int | None:
        """Return the pid of a trial that has ended, or None if none has within a second."""
        files = {os.pidfd_open(pid): pid for pid in running}
        try:
            ended, _, _ = select.select(list(files), [], [], 1)
        finally:
            for file in files:
                os.close(file)
        return files[ended[0]] if ended else None

    def _end_late_ones(self, running: dict[int, tuple[int, Any, float, float]]) -> None:
        for pid, (_, _, _, end) in running.items():
            if time.monotonic() > end:
                os.killpg(pid, signal.SIGKILL)

    def _log(self, slot: int) -> Path:
        return self.folder / f"trial-{slot}.log"

    def _fork(self, slot: int, trial: Trial) -> int:
        sys.stdout.flush()
        sys.stderr.flush()
        pid = os.fork()
        if pid:
            return pid
        status = 3
        try:
            os.setpgid(0, 0)
            log = os.open(self._log(slot), os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            for stream in (1, 2):
                os.dup2(log, stream)
            os.environ["PYTEST_XDIST_WORKER"] = f"mutant{slot}"  # a database of its own (tests/conftest.py)
            status = _in_child(trial, self.folder)
            sys.stdout.flush()
        finally:
            os._exit(status)


def _in_child(trial: Trial, folder: Path) -> int:
    import pytest

    limit = math.ceil(trial.processor_limit)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    if trial.module is None:
        status = int(pytest.main([*PYTEST, *trial.tests], plugins=[_Quick()]))
        _tell_imports(folder)
        return status
    sys.meta_path.insert(0, _Finder(trial))
    return int(pytest.main([*PYTEST, *trial.tests], plugins=[_Quick()]))
