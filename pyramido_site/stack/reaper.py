"""Nothing outlives whoever started it: a small process that ends a stack's processes when its owner is gone.

The owner may be killed without a word. Then the pipe between the two closes, which is what this process waits for.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys


class Reaper:
    """Ends all processes (each the leader of its own group) that it was told of, unless it is closed in good order."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - this very file
            [sys.executable, "-I", "-S", __file__],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/",
            start_new_session=True,
        )  # fmt: skip

    def add(self, pid: int) -> None:
        self._write(f"{pid}\n")

    def close(self) -> None:
        """All have ended: there is nothing to do any more."""
        self._write("done\n")
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._process.wait()

    def _write(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line.encode())
        self._process.stdin.flush()


def main() -> None:
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
