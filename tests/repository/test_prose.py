"""Docstrings say what is returned and raised, in words that need no second reading; comments, documents and the texts
of pages use no such words either.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.repository import python_code
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


def docstrings() -> Texts:
    """Each docstring, those of constants and fields too, with its place."""
    files = (file for file in python_code.files() if "/migrations/" not in file.path)
    return [(f"{file.path}:{line}", text) for file in files for line, text in file.docstrings]


def test_no_docstring_gives_or_opens_with_so_many() -> None:
    every = docstrings()
    assert len(every) > 5000
    assert [where for where, text in every if GIVES.search(text) or OPENERS.search(text)] == []


def test_few_docstrings_are_about_somebody() -> None:
    assert len([where for where, text in docstrings() if SOMEBODY.search(text)]) <= MOST_SOMEBODY


@pytest.mark.parametrize("texts", [comments, documents, messages], ids=lambda texts: texts.__name__)
def test_so_do_other_texts(texts: Callable[[], Texts]) -> None:
    every, (most_give, most_somebody) = texts(), LIMITS[texts.__name__]
    assert len(every) > 500
    assert [where for where, text in every if OPENERS.search(text)] == []
    give, somebody = ([one for one in every if pattern.search(one[1])] for pattern in (GIVES, SOMEBODY))
    assert len(give) <= most_give, give
    assert len(somebody) <= most_somebody, somebody


def test_public_functions_have_docstrings_that_say_what_they_raise() -> None:
    files = (
        file for file in python_code.files() if not file.path.startswith("tests/") and "/migrations/" not in file.path
    )
    every = [(f"{file.path}:{one.line}", one) for file in files for one in file.functions if one.public]
    assert len(every) > 2000
    without = [where for where, one in every if not one.docstring]
    assert len(without) <= 0.01 * len(every), without
    raising = [(where, one) for where, one in every if one.raises]
    silent = [where for where, one in raising if not RAISES.search(one.docstring or "")]
    assert len(silent) <= 0.01 * len(raising), silent
