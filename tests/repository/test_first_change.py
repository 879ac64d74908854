"""docs/first-change.md, followed to the letter in a copy of the repository."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import sampling
from tests.repository.tree import ROOT, tracked_files

pytestmark = pytest.mark.slow(60)

TEXT = (ROOT / "docs" / "first-change.md").read_text()
PARTS = re.split(r"^## ", TEXT, flags=re.MULTILINE)
CHANGES = {part.splitlines()[0]: part for part in PARTS if "```diff" in part}
BLOCK = re.compile(r"^```(diff|sh)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LEFT_OUT = ("make dev", "make play", "make messages")
"""Servers; and the catalogues, in which something is written by hand between two commands."""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    folder = tmp_path / "clone"
    for path in tracked_files():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / path, folder / path)
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    subprocess.run(["git", "add", "-A"], cwd=folder, check=True)
    (folder / ".venv").symlink_to(sys.prefix)
    return folder


def in_copy(folder: Path, command: list[str], given: str = "") -> subprocess.CompletedProcess[str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTEST_", "PYRAMIDO_", "GIT_")) and name not in ("DATABASE_URL", "REDIS_URL")
    }
    return subprocess.run(
        command, cwd=folder, env={**kept, "VAR_DIR": str(folder / "var")}, input=given, capture_output=True, text=True,
        check=False,
    )  # fmt: skip


def commands(block: str) -> list[list[str]]:
    lines = [line.partition("#")[0].strip() for line in block.splitlines()]
    lines = [line.replace("make ", "make -o .venv/installed-dev ") for line in lines if not line.startswith(LEFT_OUT)]
    return [shlex.split(line) for line in lines if line]


def test_it_has_the_three_changes() -> None:
    assert list(CHANGES) == ["A rule", "A page", "An operation of the API"]


@sampling.NEEDED_BY_NO_GAME
@pytest.mark.parametrize("change", CHANGES)
def test_each_step_does_what_it_says(copy: Path, change: str) -> None:
    """The new test fails before the change (tried where it is quick), and all commands pass after it."""
    ran, tests_alone = 0, True
    for kind, block in BLOCK.findall(CHANGES[change]):
        if kind == "diff":
            done = in_copy(copy, ["git", "apply", "-"], block)
            assert done.returncode == 0, f"{done.stderr}\n{block}"
            tests_alone = tests_alone and "+++ b/tests/" in block
            continue
        for command in commands(block) if change == "A rule" or not tests_alone else ():
            done = in_copy(copy, command)
            ran += 1
            assert (done.returncode != 0) == tests_alone, f"{shlex.join(command)}\n{done.stdout[-3000:]}{done.stderr}"
    assert ran and not tests_alone
