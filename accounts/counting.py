"""Counts and times for Prometheus: the registry in which all of them are, and how several processes add theirs up.

With METRICS_DIR the processes of a machine (servers, and Celery's children) write into files of that folder, which any
of them can add up; `prometheus_client` does both. Ours is that a process is known by a name that no other ever has
(process numbers are one container's own, and come again), and that what the dead have counted is kept in one file.
Without METRICS_DIR a process counts for itself: right where one process serves all.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import secrets
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from prometheus_client import CollectorRegistry, Metric, disable_created_metrics, values
from prometheus_client.mmap_dict import MmapedDict
from prometheus_client.multiprocess import MultiProcessCollector

disable_created_metrics()
REGISTRY = CollectorRegistry()

DEAD = "dead"
"""In the place of a process's name: the sums of those that have ended."""

_mine: tuple[int, str, IO[bytes] | None] = (0, "", None)


def _name() -> str:
    """This process's; made after each fork, with a file that stays locked for as long as the process lives."""
    global _mine  # noqa: PLW0603 (one name for the process)
    if _mine[0] != os.getpid():
        folder, name = Path(settings.METRICS_DIR), secrets.token_hex(8)
        alive = (folder / f"{name}.new").open("wb")
        fcntl.lockf(alive, fcntl.LOCK_EX)
        (folder / f"{name}.new").rename(folder / f"{name}.alive")
        _mine = (os.getpid(), name, alive)
        with contextlib.suppress(BlockingIOError), _alone(folder, fcntl.LOCK_NB):
            _clear_up(folder)  # also where nobody ever asks for what was counted
    return _mine[1]


def _shared_values() -> type:
    base: Any = values.MultiProcessValue(_name)

    class Value(base):
        """A full disk costs counts and nothing else."""

        def inc(self, amount: float) -> None:
            with contextlib.suppress(OSError):
                super().inc(amount)

        def set(self, value: float, timestamp: float | None = None) -> None:
            with contextlib.suppress(OSError):
                super().set(value, timestamp)

    return Value


def counted() -> Iterator[Metric]:
    """All metrics, of all processes that share the folder, with their values now."""
    if not settings.METRICS_DIR:
        yield from REGISTRY.collect()
        return
    folder = Path(settings.METRICS_DIR)
    with _alone(folder):
        _clear_up(folder)
        yield from list(MultiProcessCollector.merge([str(file) for file in folder.glob("*.db")]))


@contextlib.contextmanager
def _alone(folder: Path, how: int = 0) -> Iterator[None]:
    """Of all processes, one at a time adds up and clears up. Raises BlockingIOError with `how` LOCK_NB."""
    with (folder / "lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX | how)
        try:
            yield
        finally:
            fcntl.flock(lock, fcntl.LOCK_UN)  # a child that was forked meanwhile has it open, too


def _clear_up(folder: Path) -> None:
    for alive in folder.glob("*.alive"):
        if alive.stem != _mine[1] and _has_ended(alive):
            _keep(folder, alive.stem)
            alive.unlink()


def _has_ended(alive: Path) -> bool:
    with alive.open("r+b") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
    return True


def _keep(folder: Path, name: str) -> None:
    """Add what a process has counted to what the others have; what it held open is gone."""
    for kind in ("counter", "histogram"):
        file = folder / f"{kind}_{name}.db"
        if not file.exists():
            continue
        sums = MmapedDict(str(folder / f"{kind}_{DEAD}.db"))
        with contextlib.suppress(RuntimeError, struct.error, UnicodeDecodeError):  # it died while it wrote
            for key, value, _, _ in MmapedDict.read_all_values_from_file(str(file)):
                sums.write_value(key, sums.read_value(key)[0] + value, 0.0)
        sums.close()
        file.unlink()
    for file in folder.glob(f"gauge_*_{name}.db"):
        file.unlink()


if settings.METRICS_DIR:
    # Both are read when the first metric is made; all of ours are made by modules that import this one first.
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(settings.METRICS_DIR)
    values.ValueClass = _shared_values()
