"""Docstrings say what is returned and raised, in words that need no second reading; comments, documents and the texts
of pages use no such words either.
"""

from __future__ import annotations

import ast
import gc
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

import pytest

from tests.repository.tree import tracked_texts

GIVES = re.compile(r"\bgives?\b", re.IGNORECASE)
OPENERS = re.compile(r"(?:^|[.!?:]\s+|\n\s*)So (?:long|many|often|much|few|big|little)\b")
SOMEBODY = re.compile(r"\b(?:somebody|nobody|whoever|everybody)\b", re.IGNORECASE)
MOST_SOMEBODY = 5

LIMITS = {"comments": (4, 1), "documents": (5, 0), "messages": (8, 2)}
"""Maximum number of texts with the first words above, and with the last ones. What is left hands something over
(rights, a name, the focus), or quotes a value of the API.
"""

PYTHON_COMMENT = re.compile(r"(?:^|(?<=\s))#\s.*", re.MULTILINE)
BROWSER_COMMENT = re.compile(r"/\*.*?\*/|(?:^|(?<=\s))//\s[^\n]*", re.DOTALL | re.MULTILINE)
RAISES = re.compile(r"\brais|\b[45]\d\d\b", re.IGNORECASE)
"""Operations of the API say the status that they answer with: their docstrings are the text of the reference."""
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
MESSAGE_ID = re.compile(r"^msgid(?:_plural)? ((?:\".*\"\n)+)", re.MULTILINE)

Texts = list[tuple[str, str]]
"""Pairs of a place and the text there."""


class Function(NamedTuple):
    """A public function or method outside the tests."""

    where: str
    docstring: str | None
    raises: bool


@cache
def parsed() -> tuple[Texts, list[Function]]:
    """Return each docstring, those of constants and fields too, with its place; and the public functions."""
    found: tuple[Texts, list[Function]] = ([], [])
    gc.disable()  # which would look at every new tree again and again: most of the time
    try:
        for path, text in tracked_texts(".py"):
            if "migrations" not in path.parts:
                tree = ast.parse(text)
                found[0].extend(docstrings_in(str(path), tree))
                if path.parts[0] != "tests":
                    found[1].extend(functions_in(str(path), tree.body))
    finally:
        gc.enable()
    return found


def docstrings_in(path: str, tree: ast.Module) -> Iterator[tuple[str, str]]:
    for one in statements(tree.body):
        if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant) and isinstance(one.value.value, str):
            yield f"{path}:{one.lineno}", one.value.value


def statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements and those within them, without looking into expressions, of which there are many more."""
    for one in body:
        yield one
        for blocks in (one, *getattr(one, "handlers", ()), *getattr(one, "cases", ())):
            for name in ("body", "orelse", "finalbody"):
                yield from statements(getattr(blocks, name, []))


def comments() -> Texts:
    """Each comment of Python and of the browser code, with its place."""
    return [
        (f"{path}:{text.count(chr(10), 0, found.start()) + 1}", found[0])
        for pattern, suffixes in ((PYTHON_COMMENT, (".py",)), (BROWSER_COMMENT, (".js", ".mjs", ".ts", ".css")))
        for path, text in tracked_texts(*suffixes)
        for found in pattern.finditer(text)
    ]


def documents() -> Texts:
    """Each paragraph of the Markdown documents, without code, with its document."""
    return [(str(path), part) for path, text in tracked_texts(".md") for part in CODE.sub("", text).split("\n\n")]


def messages() -> Texts:
    """Each English text of the catalogues, with its catalogue; one language has them all."""
    return [
        (str(path), found[1].replace('"\n"', ""))
        for path, text in tracked_texts(".po")
        if "fr" in path.parts
        for found in MESSAGE_ID.finditer(text)
    ]


def functions_in(path: str, body: list[ast.stmt]) -> Iterator[Function]:
    for node in body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from functions_in(path, node.body)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("_"):
            raises = any(isinstance(one, ast.Raise) and one.exc is not None for one in ast.walk(node))
            yield Function(f"{path}:{node.lineno}", ast.get_docstring(node), raises)


def test_no_docstring_gives_or_opens_with_so_many() -> None:
    docstrings, _ = parsed()
    assert len(docstrings) > 5000
    assert [where for where, text in docstrings if GIVES.search(text) or OPENERS.search(text)] == []


def test_few_docstrings_are_about_somebody() -> None:
    docstrings, _ = parsed()
    assert len([where for where, text in docstrings if SOMEBODY.search(text)]) <= MOST_SOMEBODY


@pytest.mark.parametrize("texts", [comments, documents, messages], ids=lambda texts: texts.__name__)
def test_so_do_other_texts(texts: Callable[[], Texts]) -> None:
    every, (most_give, most_somebody) = texts(), LIMITS[texts.__name__]
    assert len(every) > 500
    assert [where for where, text in every if OPENERS.search(text)] == []
    give, somebody = ([one for one in every if pattern.search(one[1])] for pattern in (GIVES, SOMEBODY))
    assert len(give) <= most_give, give
    assert len(somebody) <= most_somebody, somebody


def test_public_functions_have_docstrings_that_say_what_they_raise() -> None:
    _, every = parsed()
    assert len(every) > 2000
    without = [one.where for one in every if not one.docstring]
    assert len(without) <= 0.01 * len(every), without
    raising = [one for one in every if one.raises]
    silent = [one.where for one in raising if not RAISES.search(one.docstring or "")]
    assert len(silent) <= 0.01 * len(raising), silent
