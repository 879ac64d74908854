"""Names that look alike have the same skeleton (Unicode Technical Standard 39, Unicode's own table of confusable
characters).

The table is `confusables.txt` beside this file, whose head names its version and licence. No maintained package
computes skeletons: confusable-homoglyphs only compares pairs, by a symmetric table.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from pathlib import Path


def skeleton(text: str) -> str:
    """Return the skeleton: two texts with the same one look the same (UTS 39, 4).

    Names have no invisible characters.
    """
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", decomposed.translate(prototypes()))


@cache
def prototypes() -> dict[int, str]:
    """Return the prototype of each confusable character, by code point."""
    found: dict[int, str] = {}
    for line in Path(__file__).with_name("confusables.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            prototype, _colon, sources = line.partition(":")
            text = "".join(chr(int(point, 16)) for point in prototype.split())
            found.update((int(source, 16), text) for source in sources.split())
    return found
