"""Whether a process that holds a claim is still alive."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

from pyramido_site.infrastructure import process_owners as owners

SAY_AND_WAIT = (
    "from pyramido_site.infrastructure import process_owners as owners; print(owners.myself(), flush=True); input()"
)


def test_this_process_is_there() -> None:
    assert len(owners.myself()) <= owners.LONGEST and not owners.is_gone(owners.myself())


def test_a_killed_process_is_gone_also_before_its_parent_has_noticed() -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", SAY_AND_WAIT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with child:
        assert child.stdout is not None
        owner = child.stdout.readline().strip()
        assert owner.startswith(f"{child.pid}.") and not owners.is_gone(owner)
        child.send_signal(signal.SIGKILL)
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        assert owners.is_gone(owner), "a zombie"
    assert owners.is_gone(owner), "and nothing"


def test_another_process_with_its_number_is_not_it() -> None:
    number, _, machine = owners.myself().partition("@")
    assert owners.is_gone(f"{number.partition('.')[0]}.1@{machine}")


def test_owners_on_other_machines_and_missing_owners_are_unknown() -> None:
    for owner in ("", "1.1@elsewhere", f"x.1@{owners.myself().partition('@')[2]}", "999999999.1"):
        assert not owners.is_gone(owner)
