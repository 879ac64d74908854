"""The glossary's names are those of the code, the API and the catalogues."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from tests.repository.tree import ROOT, tracked_texts

LANGUAGES = ("en", "fr", "it")


def rows() -> Iterator[tuple[str, ...]]:
    """Term, meaning, names on pages, in the API and in the code."""
    for line in (ROOT / "docs" / "glossary.md").read_text().splitlines():
        cells = tuple(cell.strip() for cell in line.strip("|").split("|"))
        if line.startswith("| ") and len(cells) == 5 and cells[0] != "term" and set(cells[0]) != {"-"}:
            yield cells


@cache
def words_of_the_code() -> set[str]:
    return {word for _, text in tracked_texts(".py") for word in re.findall(r"\w+", text)}


@cache
def api() -> str:
    return (ROOT / "docs/formats/openapi.json").read_text() + (ROOT / "docs/formats/api.md").read_text()


@cache
def catalogue(language: str) -> str:
    """What translators read (English) or have written, in small letters."""
    texts = [text for path, text in tracked_texts(".po") if f"/{'fr' if language == 'en' else language}/" in str(path)]
    return "\n".join(texts).lower()


@pytest.mark.parametrize("row", list(rows()), ids=lambda row: row[0])
def test_names_are_those_in_use(row: tuple[str, ...]) -> None:
    _, _, pages, in_api, in_code = row
    parts = {part for name in re.findall(r"`([^`]+)`", in_code) for part in re.findall(r"\w+", name)}
    assert parts <= words_of_the_code()
    names = re.findall(r"`([^`]+)`", in_api)
    assert [name for name in names if not re.search(rf'["`{{ ]{name}\b', api())] == []
    for language, words in zip(LANGUAGES, pages.split(" · "), strict=False):
        assert [word for word in words.lower().split(", ") if word != "–" and word not in catalogue(language)] == []


def test_the_glossary_is_read() -> None:
    assert len(list(rows())) > 50
