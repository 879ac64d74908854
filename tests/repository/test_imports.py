"""Imports go one way (docs/architecture.md); the contracts are in `pyproject.toml`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.repository import python_code
from tests.repository.tree import ROOT

MAY_IMPORT = {"engine", "msgspec"}
BENCH_MAY_IMPORT = {"chess"}


def test_the_contracts_are_kept() -> None:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_engine_imports_only_the_standard_library_and_msgspec() -> None:
    foreign = []
    for file in python_code.files():
        path = Path(file.path)
        if path.parts[0] != "engine":
            continue
        allowed = sys.stdlib_module_names | MAY_IMPORT | (BENCH_MAY_IMPORT if path.stem.startswith("bench") else set())
        foreign += [f"{path}: {name}" for name in file.imports if name.partition(".")[0] not in allowed]
    assert not foreign
