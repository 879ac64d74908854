"""Prometheus metrics: the registry of all of them, and their sums over several processes.

With METRICS_DIR the processes of a machine (servers, and Celery's children) write to files in that folder, which any of
them can sum; `prometheus_client` does both. We add that a process has a unique name (process numbers repeat between
containers and over time), and that the counts of dead processes are merged into one file. Without METRICS_DIR a process
counts for itself, which is right if one process serves everything.

Written against the internals of prometheus-client 0.26.0 (tests/site/infrastructure/test_overrides.py).
"""

from __future__ import annotations

import contextlib
import fcntl
import logging
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

logger = logging.getLogger(__name__)

DEAD = "dead"
"""In place of a process's name: the sums of processes that have ended."""

_NO_FILE = (OSError, AttributeError, TypeError, ValueError)
"""Errors of a value whose file could not be created, or was closed in a fork and could not be reopened."""

RESERVED = 256 * 1024
"""Size of a file in bytes; our metrics need about a tenth."""

_mine: tuple[str, IO[bytes]] | None = None


def _forget_name() -> None:
    global _mine  # noqa: PLW0603 (one name for the process)
    _mine = None


os.register_at_fork(after_in_child=_forget_name)


def _name() -> str:
    """Return the unique name of this process. Each fork gets a new one, with a file locked while the process lives."""
    global _mine  # noqa: PLW0603 (one name for the process)
    if _mine is None:
        folder, name = Path(settings.METRICS_DIR), secrets.token_hex(8)
        alive = (folder / f"{name}.new").open("wb")
        fcntl.lockf(alive, fcntl.LOCK_EX)
        (folder / f"{name}.new").rename(folder / f"{name}.alive")
        _mine = (name, alive)
        with contextlib.suppress(OSError), _alone(folder, fcntl.LOCK_NB):
            _clear_up(folder)  # even if the metrics are never read
    return _mine[0]


_Mapped: Any = MmapedDict  # untyped


class _Reserved(_Mapped):
    """A file whose space is reserved when it is created: writing to a mapped file on a full disk kills the process."""

    def __init__(self, filename: str, read_mode: bool = False) -> None:
        """Raise OSError if the disk is full."""
        if not read_mode:
            with open(filename, "ab") as file:  # noqa: PTH123 (as in the base class)
                try:
                    os.posix_fallocate(file.fileno(), 0, RESERVED)
                except OSError:
                    if not os.fstat(file.fileno()).st_size:
                        os.unlink(filename)  # noqa: PTH108 (an empty file could not be read)
                    raise
        super().__init__(filename, read_mode)


def _shared_values() -> type:
    base: Any = values.MultiProcessValue(_name)

    class Value(base):
        """A value that is lost if the disk is full, without any other effect."""

        def __init__(self, *args: Any, **options: Any) -> None:
            with contextlib.suppress(*_NO_FILE):
                super().__init__(*args, **options)

        def inc(self, amount: float) -> None:
            try:  # noqa: SIM105 (called many times per move)
                super().inc(amount)
            except _NO_FILE:
                pass

        def set(self, value: float, timestamp: float | None = None) -> None:
            with contextlib.suppress(*_NO_FILE):
                super().set(value, timestamp)

    return Value


def counted() -> Iterator[Metric]:
    """Yield all metrics with their current values, summed over the processes that share the folder."""
    if not settings.METRICS_DIR:
        yield from REGISTRY.collect()
        return
    folder = Path(settings.METRICS_DIR)
    with _alone(folder):
        _clear_up(folder)
        yield from list(MultiProcessCollector.merge([str(file) for file in folder.glob("*.db")]))


@contextlib.contextmanager
def _alone(folder: Path, how: int = 0) -> Iterator[None]:
    """Hold the lock under which one process at a time sums and clears up.

    With `how` LOCK_NB raise BlockingIOError if taken.
    """
    with (folder / "lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX | how)
        try:
            yield
        finally:
            fcntl.flock(lock, fcntl.LOCK_UN)  # a child forked in the meantime holds it open, too


def _clear_up(folder: Path) -> None:
    mine = None if _mine is None else _mine[0]
    for alive in folder.glob("*.alive"):
        if alive.stem != mine and _has_ended(alive):
            with contextlib.suppress(OSError):  # the disk is full: try again later
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
    """Add the counts of a dead process to the sums, and delete its gauges."""
    for kind in ("counter", "histogram"):
        file = folder / f"{kind}_{name}.db"
        if not file.exists():
            continue
        sums = _Reserved(str(folder / f"{kind}_{DEAD}.db"))
        with contextlib.suppress(RuntimeError, struct.error, UnicodeDecodeError):  # it died while writing
            for key, value, _, _ in _Mapped.read_all_values_from_file(str(file)):
                sums.write_value(key, sums.read_value(key)[0] + value, 0.0)
        sums.close()
        file.unlink()
    for file in folder.glob(f"gauge_*_{name}.db"):
        file.unlink()


if settings.METRICS_DIR:
    # The class is read when the first metric is created; modules with metrics import this one first.
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(settings.METRICS_DIR)
    try:
        values.ValueClass = _shared_values()
    except OSError as error:
        logger.warning("METRICS_DIR is of no use (%s): this process counts for itself", error.strerror)
    else:
        vars(values)["MmapedDict"] = _Reserved
