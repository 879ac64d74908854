"""How names look: the skeleton of Unicode Technical Standard 39, by Unicode's own table of confusable characters.

The table is `confusables.txt` beside this file, whose head names its version and licence. No package that is kept up
has skeletons: confusable-homoglyphs tells pairs apart, by a table without direction.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from pathlib import Path


def skeleton(text: str) -> str:
    """Two texts with the same skeleton look the same (UTS 39, 4). Characters that show nothing are no part of names."""
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", decomposed.translate(prototypes()))


@cache
def prototypes() -> dict[int, str]:
    """Each confusable character, and what it looks like."""
    found: dict[int, str] = {}
    for line in Path(__file__).with_name("confusables.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            prototype, _colon, sources = line.partition(":")
            text = "".join(chr(int(point, 16)) for point in prototype.split())
            found.update((int(source, 16), text) for source in sources.split())
    return found
