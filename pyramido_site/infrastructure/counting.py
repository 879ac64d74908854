"""Counts and times for Prometheus: the registry in which all of them are, and how several processes add theirs up.

With METRICS_DIR the processes of a machine (servers, and Celery's children) write into files of that folder, which any
of them can add up; `prometheus_client` does both. Ours is that a process is known by a name that no other ever has
(process numbers are one container's own, and come again), and that what the dead have counted is kept in one file.
Without METRICS_DIR a process counts for itself: right where one process serves all.

Written against the insides of prometheus-client 0.26.0 (tests/site/infrastructure/test_overrides.py).
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
"""In the place of a process's name: the sums of those that have ended."""

_NO_FILE = (OSError, AttributeError, TypeError, ValueError)
"""What a value raises when its file could not be made, or was closed in a fork and could not be made anew."""

RESERVED = 256 * 1024
"""Bytes of a file; what is counted here needs about a tenth."""

_mine: tuple[str, IO[bytes]] | None = None


def _forget_name() -> None:
    global _mine  # noqa: PLW0603 (one name for the process)
    _mine = None


os.register_at_fork(after_in_child=_forget_name)


def _name() -> str:
    """This process's; made after each fork, with a file that stays locked for as long as the process lives."""
    global _mine  # noqa: PLW0603 (one name for the process)
    if _mine is None:
        folder, name = Path(settings.METRICS_DIR), secrets.token_hex(8)
        alive = (folder / f"{name}.new").open("wb")
        fcntl.lockf(alive, fcntl.LOCK_EX)
        (folder / f"{name}.new").rename(folder / f"{name}.alive")
        _mine = (name, alive)
        with contextlib.suppress(OSError), _alone(folder, fcntl.LOCK_NB):
            _clear_up(folder)  # also where nobody ever asks for what was counted
    return _mine[0]


_Mapped: Any = MmapedDict  # it has no types


class _Reserved(_Mapped):
    """Its place on the disk is taken at once: writing into a mapped file for which there is none kills a process."""

    def __init__(self, filename: str, read_mode: bool = False) -> None:
        """Raises OSError when the disk is full."""
        if not read_mode:
            with open(filename, "ab") as file:  # noqa: PTH123 (as its base does)
                try:
                    os.posix_fallocate(file.fileno(), 0, RESERVED)
                except OSError:
                    if not os.fstat(file.fileno()).st_size:
                        os.unlink(filename)  # noqa: PTH108 (an empty one could not be read)
                    raise
        super().__init__(filename, read_mode)


def _shared_values() -> type:
    base: Any = values.MultiProcessValue(_name)

    class Value(base):
        """A full disk costs counts and nothing else."""

        def __init__(self, *args: Any, **options: Any) -> None:
            with contextlib.suppress(*_NO_FILE):
                super().__init__(*args, **options)

        def inc(self, amount: float) -> None:
            try:  # noqa: SIM105 (many times a move)
                super().inc(amount)
            except _NO_FILE:
                pass

        def set(self, value: float, timestamp: float | None = None) -> None:
            with contextlib.suppress(*_NO_FILE):
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
    mine = None if _mine is None else _mine[0]
    for alive in folder.glob("*.alive"):
        if alive.stem != mine and _has_ended(alive):
            with contextlib.suppress(OSError):  # the disk is full: another time
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
        sums = _Reserved(str(folder / f"{kind}_{DEAD}.db"))
        with contextlib.suppress(RuntimeError, struct.error, UnicodeDecodeError):  # it died while it wrote
            for key, value, _, _ in _Mapped.read_all_values_from_file(str(file)):
                sums.write_value(key, sums.read_value(key)[0] + value, 0.0)
        sums.close()
        file.unlink()
    for file in folder.glob(f"gauge_*_{name}.db"):
        file.unlink()


if settings.METRICS_DIR:
    # All are read when the first metric is made; all of ours are made by modules that import this one first.
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(settings.METRICS_DIR)
    try:
        values.ValueClass = _shared_values()
    except OSError as error:
        logger.warning("METRICS_DIR is of no use (%s): this process counts for itself", error.strerror)
    else:
        vars(values)["MmapedDict"] = _Reserved
