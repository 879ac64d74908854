"""Texts that every database of the site can store: PostgreSQL refuses U+0000, and UTF-8 has no unpaired surrogates."""

from __future__ import annotations

import re

_UNSTORABLE = re.compile("[\0\ud800-\udfff]")


def is_storable(text: str) -> bool:
    """Whether the text can be stored."""
    return _UNSTORABLE.search(text) is None
