"""Processes of the stack: started with a log of their own, watched, and ended with all their children."""

from __future__ import annotations

import contextlib
import os
import pwd
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class StackError(RuntimeError):
    """Something cannot be started; the message is a sentence, or the end of a log."""


def accepts(port: int) -> bool:
    """Whether somebody listens on 127.0.0.1:`port`."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wait_until(condition: Callable[[], bool], seconds: float, what: str) -> None:
    """Poll `condition` until it holds. Raises StackError naming `what` when it does not within `seconds`."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise StackError(f"waited {seconds:g} s for {what}")
        time.sleep(0.02)


def system_user(name: str) -> dict[str, object]:
    """What subprocess needs to run a program as the system user `name`, who must exist. Only root can."""
    entry = pwd.getpwnam(name)
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def descendants(pid: int) -> list[int]:
    """The children of a process, their children and so on, parents first."""
    found: list[int] = []
    for thread in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            for child in thread.read_text().split():
                found += [int(child), *descendants(int(child))]
    return found


class Process:
    """One replica of a service. `wanted`: it is to run, and is started again when it ends by itself; `starts`: how
    often it was; `started`: when it last was, by the monotonic clock, in seconds.
    """

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        environment: Mapping[str, str],
        log: Path,
        *,
        port: int | None = None,
        cwd: Path = ROOT,
        identity: Mapping[str, object] | None = None,
        grace_seconds: float = 10,
        stop_signal: signal.Signals = signal.SIGTERM,
    ) -> None:
        self.name, self.command, self.environment, self.log = name, list(command), dict(environment), log
        self.port, self.cwd, self.identity = port, cwd, dict(identity or {})
        self.grace_seconds, self.stop_signal = grace_seconds, stop_signal
        self.wanted = False
        self.starts = 0
        self.started = 0.0
        self._popen: subprocess.Popen[bytes] | None = None

    @property
    def service(self) -> str:
        return self.name.rpartition("-")[0]

    @property
    def url(self) -> str:
        """Of the process itself, past the proxy. Raises StackError for one that serves nothing over HTTP."""
        if self.port is None:
            raise StackError(f"{self.name} listens on no port.")
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """Of the process that runs now, or ran last. Raises StackError before the first start."""
        if self._popen is None:
            raise StackError(f"{self.name} has not been started.")
        return self._popen.pid

    @property
    def alive(self) -> bool:
        return self._popen is not None and self._popen.poll() is None

    @property
    def status(self) -> int | None:
        """The exit status of one that has ended; negative: the signal that ended it."""
        return self._popen.poll() if self._popen is not None else None

    def children(self) -> list[int]:
        """The pids of all processes below this one (Celery's children, gunicorn's workers, AIs that think)."""
        return descendants(self.pid) if self.alive else []

    def start(self) -> None:
        self.wanted = True
        self.starts += 1
        self.started = time.monotonic()
        with self.log.open("ab") as log:
            self._popen = subprocess.Popen(  # noqa: S603 - commands of compose.yml
                self.command,
                env=self.environment, cwd=self.cwd, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
                start_new_session=True, **self.identity,  # type: ignore[call-overload]
            )  # fmt: skip

    def signal(self, number: int) -> None:
        """To the process alone; nothing happens when it has ended."""
        if self.alive:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """−9 for the process and all below it. It is started again if it is wanted."""
        children = self.children()
        if self.alive:
            os.kill(self.pid, signal.SIGKILL)
        for child in children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        if self._popen is not None:
            self._popen.wait(10)

    def ask_to_stop(self, number: int | None = None) -> None:
        """The signal that it ends at in good order; one that is stopped (SIGSTOP) is woken for it."""
        self.wanted = False
        self.signal(self.stop_signal if number is None else number)
        self.signal(signal.SIGCONT)

    def wait(self, seconds: float) -> None:
        """Until it has ended; what still runs after `seconds` is killed."""
        if self._popen is None:
            return
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._popen.wait(max(seconds, 0))
        if self.alive:
            self.kill()

    def stop(self, seconds: float | None = None, number: int | None = None) -> None:
        self.ask_to_stop(number)
        self.wait(self.grace_seconds if seconds is None else seconds)

    def tail(self, lines: int = 25) -> str:
        """The end of its log."""
        text = self.log.read_text(errors="replace") if self.log.exists() else ""
        return "\n".join(text.splitlines()[-lines:])
