"""Reading the message catalogues without gettext's tools."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.conf import settings

_ENTRY = re.compile(r'^(?P<key>msgid|msgid_plural|msgstr(?:\[\d\])?) (?P<text>"(?:.*)"(?:\n".*")*)', re.M)


def _text(quoted: str) -> str:
    return "".join(ast.literal_eval(line) for line in quoted.splitlines())


@cache
def entries(language: str, *, unfinished: bool = False) -> tuple[tuple[str, str], ...]:
    """Return (English, translation) of every catalogue; with `unfinished`, fuzzy and incomplete entries have ""."""
    return tuple(_entries(language, unfinished))


def _entries(language: str, unfinished: bool) -> Iterator[tuple[str, str]]:
    for path in sorted(Path(settings.BASE_DIR).glob(f"*/locale/{language}/LC_MESSAGES/*.po")):
        for block in path.read_text(encoding="utf-8").split("\n\n"):
            fields = {found["key"]: _text(found["text"]) for found in _ENTRY.finditer(block)}
            source = fields.get("msgid", "")
            if not source:
                continue
            translations = [text for key, text in fields.items() if key.startswith("msgstr")]
            complete = all(translations) and not re.search(r"^#,.*fuzzy", block, re.M)
            yield source, "" if unfinished and not complete else translations[0]
