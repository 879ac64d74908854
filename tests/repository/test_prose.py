"""Docstrings say what is returned and raised, in words that need no second reading."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tests.repository.tree import tracked_texts

GIVES = re.compile(r"\bgives?\b", re.IGNORECASE)
OPENERS = re.compile(r"(?:^|[.!?:]\s+|\n\s*)So (?:long|many|often|much|few|big|little)\b")
SOMEBODY = re.compile(r"\b(?:somebody|nobody|whoever|everybody)\b", re.IGNORECASE)
MOST_SOMEBODY = 60


class Function(NamedTuple):
    """A public function or method outside the tests."""

    where: str
    docstring: str | None
    raises: bool


@cache
def trees() -> list[tuple[str, ast.Module]]:
    texts = ((str(path), text) for path, text in tracked_texts(".py"))
    return [(path, ast.parse(text)) for path, text in texts if "/migrations/" not in path]


def docstrings() -> Iterator[tuple[str, str]]:
    """Each docstring, those of constants and fields too, with its place."""
    for path, tree in trees():
        for node in ast.walk(tree):
            for one in getattr(node, "body", ()) if not isinstance(node, ast.Lambda | ast.IfExp) else ():
                if (
                    isinstance(one, ast.Expr)
                    and isinstance(one.value, ast.Constant)
                    and isinstance(one.value.value, str)
                ):
                    yield f"{path}:{one.lineno}", one.value.value


def functions() -> Iterator[Function]:
    def those_in(path: str, body: list[ast.stmt]) -> Iterator[Function]:
        for node in body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                yield from those_in(path, node.body)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
                raises = any(isinstance(one, ast.Raise) and one.exc is not None for one in ast.walk(node))
                yield Function(f"{path}:{node.lineno}", ast.get_docstring(node), raises)

    for path, tree in trees():
        if not path.startswith("tests/"):
            yield from those_in(path, tree.body)


def test_no_docstring_gives_or_opens_with_so_many() -> None:
    assert [where for where, text in docstrings() if GIVES.search(text) or OPENERS.search(text)] == []


def test_few_docstrings_are_about_somebody() -> None:
    assert len([where for where, text in docstrings() if SOMEBODY.search(text)]) < MOST_SOMEBODY


def test_public_functions_have_docstrings_that_say_what_they_raise() -> None:
    every = list(functions())
    without = [one.where for one in every if not one.docstring]
    assert len(without) <= 0.05 * len(every), without
    raising = [one for one in every if one.raises]
    silent = [one.where for one in raising if "rais" not in (one.docstring or "").lower()]
    assert len(silent) <= 0.05 * len(raising), silent
