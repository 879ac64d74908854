"""Owners of claims: which process of this machine made one, so that claims of dead processes are taken over at once.

A claim (on a message being sent, or a computer's turn) expires by itself. Processes on the same machine need not wait
for that, since they can see that the owner is gone.
"""

from __future__ import annotations

import os
import socket
from pathlib import Path

LONGEST = 100
"""Longest name of an owner, in characters."""


def myself() -> str:
    """Return the name of this process: `pid.start@machine`.

    The start time tells it from a later one with the same pid.
    """
    return _mark(os.getpid())


def is_gone(owner: str) -> bool:
    """Whether the process is known to have ended; always False for another machine's."""
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
    """Return the start time of a process in ticks since boot; "" for one that has
    ended, even if not yet reaped, and on systems without /proc.
    """
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return ""
    return "" if fields[0] in "ZX" else fields[19]
