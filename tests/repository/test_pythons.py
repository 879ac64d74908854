"""Supported versions of Python, and the choice of one."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

from tests.repository.tree import ROOT

VERSION = "Programming Language :: Python :: "


def test_all_places_name_the_same_versions() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    named = [line.removeprefix(VERSION) for line in project["classifiers"] if line.startswith(VERSION)]
    least = named[0]
    assert project["requires-python"] == f">={least}"
    assert f"Python {least} or newer" in (ROOT / "README.md").read_text()
    makefile = (ROOT / "Makefile").read_text()
    assert f"--python-version {least} " in makefile
    assert all(f"python{version}" in makefile for version in named)
    assert "{}.{}".format(*sys.version_info) in named, "the suite runs on a version that nobody promises"
    (promised,) = re.findall(r"Do so for (.*) after", (ROOT / "CONTRIBUTING.md").read_text())
    assert re.findall(r"\d+\.\d+", promised) == named


def test_a_python_that_is_named_and_not_there_is_not_replaced_by_another(tmp_path: Path) -> None:
    venv = tmp_path / "venv"
    done = subprocess.run(
        ["make", f"{venv}/bin/python", f"VENV={venv}", "PYTHON=python9.9"],
        cwd=ROOT, env={k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode != 0 and "Pyramido needs Python" in done.stderr
    assert not venv.exists()
