"""Docstrings say what is returned and raised, in words that need no second reading."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.repository import python_code

GIVES = re.compile(r"\bgives?\b", re.IGNORECASE)
OPENERS = re.compile(r"(?:^|[.!?:]\s+|\n\s*)So (?:long|many|often|much|few|big|little)\b")
SOMEBODY = re.compile(r"\b(?:somebody|nobody|whoever|everybody)\b", re.IGNORECASE)
MOST_SOMEBODY = 60


def docstrings() -> Iterator[tuple[str, str]]:
    """Each docstring, those of constants and fields too, with its place."""
    for file in python_code.files():
        if "/migrations/" not in file.path:
            yield from ((f"{file.path}:{line}", text) for line, text in file.docstrings)


def test_no_docstring_gives_or_opens_with_so_many() -> None:
    assert [where for where, text in docstrings() if GIVES.search(text) or OPENERS.search(text)] == []


def test_few_docstrings_are_about_somebody() -> None:
    assert len([where for where, text in docstrings() if SOMEBODY.search(text)]) < MOST_SOMEBODY


def test_public_functions_have_docstrings_that_say_what_they_raise() -> None:
    files = (
        file for file in python_code.files() if not file.path.startswith("tests/") and "/migrations/" not in file.path
    )
    every = [(f"{file.path}:{one.line}", one) for file in files for one in file.functions if one.public]
    without = [where for where, one in every if not one.docstring]
    assert len(without) <= 0.05 * len(every), without
    raising = [(where, one) for where, one in every if one.raises]
    silent = [where for where, one in raising if "rais" not in (one.docstring or "").lower()]
    assert len(silent) <= 0.05 * len(raising), silent
