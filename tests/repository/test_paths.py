"""Files and modules that documents, docstrings and comments mention exist."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.repository.tree import ROOT, tracked_texts

FOLDERS = "engine|games|accounts|ratings|pyramido_site|docker|tests|docs"
PATH = re.compile(rf"(?<![\w/.])((?:{FOLDERS})/[\w./-]*\.(?:py|md|toml|yml|template))\b")
FOLDER = re.compile(r"`((?:engine|games|accounts|ratings|pyramido_site|tests)(?:/(?!my_)\w+)+)/`")
MODULE = re.compile(r"`((?:games|accounts)(?:\.[a-z_]+)+)(?:\.[A-Z]\w*)?(?:\(\))?`")
MADE = re.compile(r"^--- /dev/null\n\+\+\+ b/(\S+)$", re.MULTILINE)
"""A file that a diff in a document makes."""
HISTORY = {"CHANGELOG.md"}
NAME = re.compile(r"(?<!`)`([A-Za-z_]\w*(?:\.\w+)*)(?:\(\))?`")
OTHERS = {"FLUSHALL", "chrony", "ignore_startup_parameters", "max_prepared_statements", "max_wal_size", "traceparent"}
"""Names in documents that belong to other programs and occur in none of our files."""


def lost() -> Iterator[str]:
    for path, text in tracked_texts():
        if path.name in HISTORY or path.suffix not in {".md", ".py", ".toml", ".yml", ".template", ".html", ""}:
            continue
        made = MADE.findall(text)
        for named in [*PATH.findall(text), *FOLDER.findall(text)]:
            if named not in made and not (ROOT / named).exists():
                yield f"{path}: {named}"
        for named in MODULE.findall(text):
            if not _is_module_or_name_in_one(named):
                yield f"{path}: {named}"


def _is_module_or_name_in_one(dotted: str) -> bool:
    whole = ROOT.joinpath(*dotted.split("."))
    if whole.is_dir() or whole.with_suffix(".py").exists():
        return True
    home = whole.parent.with_suffix(".py")
    home = home if home.exists() else whole.parent / "__init__.py"
    return home.exists() and re.search(rf"\b{whole.name}\b", home.read_text()) is not None


def test_files_and_modules_that_are_mentioned_exist() -> None:
    assert list(lost()) == []


def test_names_in_documents_are_in_the_code() -> None:
    texts = tracked_texts(".py", ".js", ".html", ".toml", ".template", ".yml", ".json", "")
    known = {word for path, text in texts for word in re.findall(r"\w+", f"{path} {text}")}
    known |= {"EmailConfirmation", "User_groups", "User_user_permissions"}  # models that Django and allauth make
    known |= {f"{word}_total" for word in known} | OTHERS  # metrics that count
    missing = [
        f"{path}: {name}"
        for path, text in tracked_texts(".md")
        if path.parts[0] == "docs" and path.name != "glossary.md"  # which has a test of its own
        for name in NAME.findall(text)
        if not set(name.split(".")) <= known
    ]
    assert missing == []
