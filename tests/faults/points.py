"""Precise points at which a process of the stack can be made to die or to stop.

The processes run with `tests.faults.settings`, which adds this app: it wraps the functions of `POINTS`. A wrapped
function behaves as usual unless its point is armed: then the first process to reach it, and only that one, carries out
the deed before it goes on.

In a test:

    with armed(stack, "games.record.after_commit:publish", "kill") as point:
        …a request…
        pid = await point.hit(seconds=10)

`kill`: the process kills itself with signal 9 on the spot. `hold`: it stops there until the test kills it, or for at
most `HOLD_S`, and then goes on.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.apps import AppConfig

if TYPE_CHECKING:
    from pyramido_site.stack.stack import Stack

FOLDER_VARIABLE = "FAULT_POINTS"
"""The folder in which points are armed."""

HOLD_S = 60

POINTS = (
    "games.record.after_commit:publish",
    # Background work: before or in the middle of it, and after it but before the result is known elsewhere.
    "games.computer.services.play_automatic:append_events",
    "games.computer.services.play_automatic:append_events, done",
    "games.computer.services.play_ai:append_events",
    "games.computer.services.play_ai:append_events, done",
    "ratings.services.rate_batch:store_standings",
    "games.rated_games.services.rate:show_ratings",
    "games.matchmaking.services.pair_seeks:_note_games",
    "games.matchmaking.services.pair_seeks:_tell_seekers",
    "accounts.notifications.delivery:_send",
    "accounts.notifications.delivery:_done",
)
"""`module:function`, wrapped where it is looked up: before the call, or after it if `done`."""


class Points(AppConfig):
    name = "tests.faults"
    label = "fault_points"

    def ready(self) -> None:
        folder = os.environ.get(FOLDER_VARIABLE)
        if folder:
            for point in POINTS:
                _wrap(point, Path(folder))


def _wrap(point: str, folder: Path) -> None:
    where, _, done = point.partition(", ")
    module, _, name = where.partition(":")
    home = importlib.import_module(module)
    original: Callable[..., Any] = getattr(home, name)

    @functools.wraps(original)
    def wrapped(*arguments: Any, **named: Any) -> Any:
        if not done:
            _come_by(point, folder, arguments)
        result = original(*arguments, **named)
        if done:
            _come_by(point, folder, arguments)
        return result

    setattr(home, name, wrapped)


def _come_by(point: str, folder: Path, arguments: tuple[Any, ...]) -> None:
    mine = folder / f"{point}.hit-{os.getpid()}"
    try:
        deed, _, of = (folder / point).read_text().partition(" ")
        if of not in repr(arguments):
            return
        (folder / point).rename(mine)  # only one process succeeds; the test may have disarmed the point just now
    except FileNotFoundError:
        return
    if deed == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    end = time.monotonic() + HOLD_S
    while mine.exists() and time.monotonic() < end:
        time.sleep(0.005)


class Point:
    """An armed point, on the test's side."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.name = folder, name

    def hits(self) -> list[int]:
        """Return the processes that reached the point: none or one."""
        return [int(path.name.rpartition("-")[2]) for path in self.folder.glob(f"{self.name}.hit-*")]

    async def hit(self, seconds: float = 10) -> int:
        """Wait until a process reaches the point; return its id. Raise TimeoutError."""
        from tests.servers import eventually

        await eventually(self.hits, seconds)
        return self.hits()[0]

    def release(self) -> None:
        """Let a held process go on."""
        for path in self.folder.glob(f"{self.name}.*"):
            path.unlink(missing_ok=True)


@contextlib.contextmanager
def armed(stack: Stack, point: str, deed: str, of: str = "") -> Iterator[Point]:
    """Arm a point of `POINTS` with `kill` or `hold`; on exit it is disarmed and any held process goes on. `of` is what
    the arguments of the call must mention, such as a game's public id.
    """
    folder = Path(stack.environment[FOLDER_VARIABLE])
    made = Point(folder, point)
    made.release()
    ready = folder / f"{point}.new"
    ready.write_text(f"{deed} {of}")
    ready.chmod(0o666)
    ready.rename(folder / point)
    try:
        yield made
    finally:
        (folder / point).unlink(missing_ok=True)
        made.release()
