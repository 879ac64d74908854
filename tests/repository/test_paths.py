"""Files and modules that documents, docstrings and comments name are there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.repository.tree import ROOT, tracked_texts

FOLDERS = "engine|games|accounts|ratings|pyramido_site|docker|tests|docs"
PATH = re.compile(rf"(?<![\w/.])((?:{FOLDERS})/[\w./-]*\.(?:py|md|toml|yml|template))\b")
MODULE = re.compile(r"`((?:games|accounts)(?:\.[a-z_]+)+)(?:\.[A-Z]\w*)?(?:\(\))?`")
HISTORY = {"CHANGELOG.md"}


def lost() -> Iterator[str]:
    for path, text in tracked_texts():
        if path.name in HISTORY or path.suffix not in {".md", ".py", ".toml", ".yml", ".template", ".html", ""}:
            continue
        for named in PATH.findall(text):
            if not (ROOT / named).exists():
                yield f"{path}: {named}"
        for named in MODULE.findall(text):
            if not _is_module_or_name_in_one(named):
                yield f"{path}: {named}"


def _is_module_or_name_in_one(dotted: str) -> bool:
    whole = ROOT.joinpath(*dotted.split("."))
    return any(place.is_dir() or place.with_suffix(".py").exists() for place in (whole, whole.parent))


def test_what_is_named_is_there() -> None:
    assert list(lost()) == []
