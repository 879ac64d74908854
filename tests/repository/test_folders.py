"""Folders and files are small enough to survey, or state why they are larger and what they contain."""

from __future__ import annotations

import ast
from collections import defaultdict

import pytest

from tests.repository.tree import ROOT, tracked_texts

MOST = 15
"""Maximum number of Python files in a folder, besides its `__init__`."""

FLAT = ("pyramido_site", "pyramido_site/infrastructure")
"""Packages that list each of their modules."""

MOST_LINES = 350
FIRST_LINES = 25

CODE = (".py", ".js", ".mjs", ".cjs", ".ts", ".css", ".html", ".sh", ".sql", ".conf")
"""Suffixes of files that people write as code; `Dockerfile` and its like have none and are short."""

NOT_WRITTEN = ("migrations",)
"""Folders of files that Django writes (we add guards, partitions and groups): a first one is as long as the models."""


def files() -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for path, _text in tracked_texts(".py"):
        if path.stem != "__init__" and "migrations" not in path.parts:
            found[path.parent.as_posix()].add(path.stem)
    return found


def about(folder: str) -> str:
    return ast.get_docstring(ast.parse((ROOT / folder / "__init__.py").read_text())) or ""


def test_no_room_or_door_is_large() -> None:
    apps = ("games", "accounts")
    assert not {f: len(names) for f, names in files().items() if f.split("/")[0] in apps and len(names) > MOST}


def test_a_large_folder_says_why() -> None:
    large = [folder for folder, names in files().items() if len(names) > MOST]
    assert not [folder for folder in large if "more than fifteen files" not in " ".join(about(folder).lower().split())]


@pytest.mark.parametrize("folder", FLAT)
def test_a_flat_folder_names_each_of_its_modules(folder: str) -> None:
    listed = [line.split("`")[1] for line in about(folder).splitlines() if line.startswith("- `")]
    assert sorted(listed) == sorted(files()[folder])


def test_a_long_file_says_why() -> None:
    silent = [
        path.as_posix()
        for path, text in tracked_texts(*CODE)
        if not set(NOT_WRITTEN) & set(path.parts) and text.count("\n") > MOST_LINES
        if "in one file" not in " ".join(text.splitlines()[:FIRST_LINES]).lower()
    ]
    assert not silent
