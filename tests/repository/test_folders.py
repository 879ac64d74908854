"""Folders are small enough to take in at a glance, or say why they are not and what is in them."""

from __future__ import annotations

import ast
from collections import defaultdict

import pytest

from tests.repository.tree import ROOT, tracked_texts

MOST = 15
"""Python files of a folder, beside its `__init__`."""

FLAT = ("pyramido_site", "pyramido_site/infrastructure")
"""Those that have more, and say why in their `__init__`."""


def files() -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for path, _text in tracked_texts(".py"):
        if path.stem != "__init__" and "migrations" not in path.parts:
            found[path.parent.as_posix()].add(path.stem)
    return found


def test_no_folder_of_accounts_or_the_project_is_large() -> None:
    large = {
        folder: len(names)
        for folder, names in files().items()
        if folder.split("/")[0] in ("accounts", "pyramido_site") and folder not in FLAT and len(names) > MOST
    }
    assert not large


@pytest.mark.parametrize("folder", FLAT)
def test_a_large_folder_names_each_of_its_modules(folder: str) -> None:
    said = ast.get_docstring(ast.parse((ROOT / folder / "__init__.py").read_text())) or ""
    listed = [line.split("`")[1] for line in said.splitlines() if line.startswith("- `")]
    assert "more than fifteen files" in said
    assert sorted(listed) == sorted(files()[folder])
