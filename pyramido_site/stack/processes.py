"""Processes of the stack: each with its own log, supervised, and stopped with all its children."""

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
    """Whether a process listens on 127.0.0.1:`port`."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wait_until(condition: Callable[[], bool], seconds: float, what: str) -> None:
    """Poll `condition` until it is true, less and less often: asking takes time from what is waited for. Raise
    StackError naming `what` if it is not within `seconds`.
    """
    began = time.monotonic()
    while not condition():
        waited = time.monotonic() - began
        if waited > seconds:
            raise StackError(f"waited {seconds:g} s for {what}")
        time.sleep(min(0.02 + waited / 20, 0.25))


def system_user(name: str) -> dict[str, object]:
    """Return the arguments with which subprocess runs a program as the existing system user `name`.

    Only root can do so.
    """
    entry = pwd.getpwnam(name)
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def descendants(pid: int) -> list[int]:
    """Return the children of a process, their children and so on, parents first."""
    found: list[int] = []
    for thread in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            for child in thread.read_text().split():
                found += [int(child), *descendants(int(child))]
    return found


class Process:
    """A replica of a service.

    `wanted`: it should run, and is restarted when it ends by itself; `starts`: number of starts; `started`: time of the
    last one, in seconds of the monotonic clock.
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
        grace_s: float = 10,
        stop_signal: signal.Signals = signal.SIGTERM,
    ) -> None:
        self.name, self.command, self.environment, self.log = name, list(command), dict(environment), log
        self.port, self.cwd, self.identity = port, cwd, dict(identity or {})
        self.grace_s, self.stop_signal = grace_s, stop_signal
        self.wanted = False
        self.starts = 0
        self.started = 0.0
        self._popen: subprocess.Popen[bytes] | None = None

    @property
    def service(self) -> str:
        """The name of its service."""
        return self.name.rpartition("-")[0]

    @property
    def url(self) -> str:
        """The URL of the process itself, past the proxy. Raise StackError if it listens on no port."""
        if self.port is None:
            raise StackError(f"{self.name} listens on no port.")
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """The pid of the current or last run. Raise StackError before the first start."""
        if self._popen is None:
            raise StackError(f"{self.name} has not been started.")
        return self._popen.pid

    @property
    def alive(self) -> bool:
        """Whether it is running."""
        return self._popen is not None and self._popen.poll() is None

    @property
    def status(self) -> int | None:
        """The exit status once it has ended; negative: the signal that ended it."""
        return self._popen.poll() if self._popen is not None else None

    def children(self) -> list[int]:
        """Return the pids of all its descendants (Celery's children, gunicorn's workers, thinking processes)."""
        return descendants(self.pid) if self.alive else []

    def start(self) -> None:
        """Start it in a session of its own, with its output appended to the log."""
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
        """Send a signal to the process alone, if it is running."""
        if self.alive:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill the process and its descendants with SIGKILL. It is restarted if it is wanted."""
        children = self.children()
        if self.alive:
            os.kill(self.pid, signal.SIGKILL)
        for child in children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        if self._popen is not None:
            self._popen.wait(10)

    def ask_to_stop(self, number: int | None = None) -> None:
        """Send the signal that stops it gracefully, and wake it if it is suspended (SIGSTOP)."""
        self.wanted = False
        self.signal(self.stop_signal if number is None else number)
        self.signal(signal.SIGCONT)

    def wait(self, seconds: float) -> None:
        """Wait until it has ended; kill it after `seconds`."""
        if self._popen is None:
            return
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._popen.wait(max(seconds, 0))
        if self.alive:
            self.kill()

    def stop(self, seconds: float | None = None, number: int | None = None) -> None:
        """Stop it gracefully, and kill it after `seconds` (by default its grace period)."""
        self.ask_to_stop(number)
        self.wait(self.grace_s if seconds is None else seconds)

    def tail(self, lines: int = 25) -> str:
        """Return the last lines of its log."""
        text = self.log.read_text(errors="replace") if self.log.exists() else ""
        return "\n".join(text.splitlines()[-lines:])
