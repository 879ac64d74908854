"""Templates: nothing inline that a strict Content-Security-Policy refuses, and no untranslated text."""

from __future__ import annotations

import re
from pathlib import Path

from tests.repository.tree import tracked_texts

LETTERS = re.compile(r"[^\W\d_]{2,}")
# Proper names, the same in every language.
PROPER_NAMES = re.compile(r"\b(?:Pyramido|CSV|UTC)\b")

NOT_SHOWN = re.compile(r"{%\s*block main_class\s*%}.*?{%\s*endblock[^%]*%}", re.DOTALL)
TRANSLATED = re.compile(r"{%\s*blocktrans(?:late)?\b.*?{%\s*endblocktrans(?:late)?\s*%}", re.DOTALL)
COMMENTS = re.compile(
    r"{#.*?#}|{%\s*comment\b.*?{%\s*endcomment\s*%}|<!--.*?-->|<!doctype[^>]*>", re.DOTALL | re.IGNORECASE
)
TEMPLATE_CODE = re.compile(r"{%.*?%}|{{.*?}}", re.DOTALL)
TAG = re.compile(r"<[^>]*>", re.DOTALL)
READ_ALOUD = re.compile(
    r"""\b(?:alt|title|placeholder|aria-label|aria-description|label)\s*=\s*(["'])(.*?)\1""", re.DOTALL
)


def templates() -> list[tuple[Path, str]]:
    return [(path, text) for path, text in tracked_texts(".html", ".txt") if "templates" in path.parts]


def untranslated(text: str) -> list[str]:
    """Return the texts of this template that are English in every language."""
    for pattern in (COMMENTS, NOT_SHOWN, TRANSLATED, TEMPLATE_CODE):
        text = pattern.sub(" ", text)
    read = [value for _, value in READ_ALOUD.findall(text)]
    read += TAG.sub("\n", text).splitlines()
    return [found.strip() for found in read if LETTERS.search(PROPER_NAMES.sub("", re.sub(r"&\w+;", "", found)))]


def test_the_rule_detects_violations() -> None:
    assert untranslated('<p title="Red">Hello <b>{{ name }}</b></p>') == ["Red", "Hello"]
    assert not untranslated(
        '{# note #}<p title="{% translate "Red" %}">{% blocktranslate %}Hi{% endblocktranslate %} &times; 2</p>'
    )


def test_every_text_is_translated() -> None:
    assert not [f"{path}: {found!r}" for path, text in templates() for found in untranslated(text)]


def test_nothing_inline() -> None:
    inline = re.compile(
        r"\sstyle\s*=|<style\b|<script(?![^>]*\bsrc=)(?![^>]*application/json)[^>]*>|\son[a-z]+\s*=|javascript:",
        re.IGNORECASE,
    )
    found = [
        f"{path}: {match[0]!r}" for path, text in templates() for match in inline.finditer(COMMENTS.sub(" ", text))
    ]
    assert not found
