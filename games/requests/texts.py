"""Texts that users write, cleaned for storage: plain text without characters that are invisible or change its
direction.
"""

from __future__ import annotations

import re
import unicodedata

from django.utils.translation import gettext_noop

from games.requests.refusals import Refusal

# Zero-width joiners, which shape letters in several scripts, and emoji made of several characters.
_JOINERS = "\u200c\u200d"
# Characters with a width and no ink.
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
_BREAK = re.compile(r"\r\n?|[\u0085\u2028\u2029]")


def line(text: str, most: int, field: str = "text") -> str:
    """Return the text as one line. Raise Refusal 422, `empty` or `too_long` (more than `most` characters)."""
    cleaned = " ".join(_plain(text).split())
    if not any(_shows(character) for character in cleaned):
        raise Refusal(422, "empty", gettext_noop("Enter some text."), field=field)
    return _within(cleaned, most, field)


def note(text: str, most: int, field: str = "text") -> str:
    """Return the text, which may have several lines or be empty. Raise Refusal 422 `too_long` (more than `most`
    characters).
    """
    cleaned = "\n".join(row.rstrip() for row in _plain(text).split("\n")).strip("\n")
    return _within(cleaned if any(_shows(character) for character in cleaned) else "", most, field)


def _plain(text: str) -> str:
    """Return the text in NFC, with all line breaks as newlines and tabs as spaces, and without control characters,
    marks of direction (Unicode's UAX 9) and other invisible characters.
    """
    text = _BREAK.sub("\n", text).replace("\t", " ")
    kept = (c for c in text if c == "\n" or c in _JOINERS or unicodedata.category(c) not in {"Cc", "Cf", "Cs"})
    return unicodedata.normalize("NFC", "".join(kept))


def _shows(character: str) -> bool:
    """Whether the character has ink."""
    return character not in _BLANK and unicodedata.category(character)[0] not in "CZM"


def _within(text: str, most: int, field: str) -> str:
    if len(text) > most:
        raise Refusal(
            422,
            "too_long",
            gettext_noop("Too long: %(length)s characters; the maximum is %(most)s."),
            field=field,
            length=len(text),
            most=most,
        )
    return text
