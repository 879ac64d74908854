"""Which process of this machine a claim belongs to, so that what a dead one has left is taken up at once.

A claim (a message that is being sent, a thought) ends by itself after a while. Whoever runs on the same machine need
not wait for that: it can see that the process is gone.
"""

from __future__ import annotations

import os
import socket
from pathlib import Path

LONGEST = 100
"""Characters."""


def myself() -> str:
    """This process: `number.beginning@machine`. The beginning tells it from one that gets its number later."""
    return _mark(os.getpid())


def is_gone(owner: str) -> bool:
    """Whether this process is known to have ended. Of another machine's nothing is known."""
    process, _, machine = owner.partition("@")
    number = process.partition(".")[0]
    if machine != _machine() or not number.isdecimal():
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        pass
    return _mark(int(number)) != owner


def _mark(pid: int) -> str:
    return f"{pid}.{_beginning(pid)}@{_machine()}"


def _machine() -> str:
    return socket.gethostname()[:60]


def _beginning(pid: int) -> str:
    """When a process began, in ticks since the machine did; a dead one that nobody has buried has none. "" where the
    system has no /proc.
    """
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return ""
    return "" if fields[0] in "ZX" else fields[19]
