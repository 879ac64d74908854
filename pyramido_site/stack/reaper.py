"""A watchdog process that kills a stack's processes when its owner has died.

If the owner is killed, the pipe between the two closes, which is what this process waits for.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys


class Reaper:
    """Kills the process groups that were added, unless it is closed first."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - this very file
            [sys.executable, "-I", "-S", __file__],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/",
            start_new_session=True,
        )  # fmt: skip

    def add(self, pid: int) -> None:
        """Add a process, which must lead its own group."""
        self._write(f"{pid}\n")

    def close(self) -> None:
        """Exit without killing: all processes have ended."""
        self._write("done\n")
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._process.wait()

    def _write(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line.encode())
        self._process.stdin.flush()


def main() -> None:
    """Read pids from standard input; kill their groups unless the last line is `done`."""
    groups: list[int] = []
    for line in sys.stdin:
        if line == "done\n":
            return
        groups.append(int(line))
    for group in groups:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)


if __name__ == "__main__":
    main()
