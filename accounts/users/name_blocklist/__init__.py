"""Names that nobody may choose: the site's own, and insults in its languages.

The lists are text files beside this one, a word on each line; `#` begins a comment. Words and names are compared after
folding: case, accents, letters of other scripts and digits that look like Latin ones, and letters said again and again.

| line | is found |
| --- | --- |
| `word` | as a word of a name, or as the whole of it once its separators are taken out: `Word 7`, `myWord`, `w.o.r.d` |
| `word*` | at the beginning of a word |
| `*word*` | anywhere, also across separators: only for what is in no ordinary word |
| `=word` | as the whole name, apart from separators, and from digits at its end |

Everything is a comparison of short texts; no name takes long.
"""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

LISTS = ("reserved", "en", "fr", "it")

_ALIKE = str.maketrans(
    {
        # Cyrillic
        "а": "a", "в": "b", "с": "c", "ԁ": "d", "е": "e", "ғ": "f", "ԍ": "g", "һ": "h", "н": "h", "і": "i", "ј": "j",
        "к": "k", "ӏ": "l", "м": "m", "п": "n", "о": "o", "р": "p", "ԛ": "q", "г": "r", "ѕ": "s", "т": "t", "ц": "u",
        "ѵ": "v", "ш": "w", "ԝ": "w", "х": "x", "у": "y", "з": "e",
        # Greek
        "α": "a", "β": "b", "ε": "e", "η": "n", "ι": "i", "κ": "k", "ν": "v", "ο": "o", "ρ": "p", "τ": "t", "υ": "u",
        "χ": "x", "γ": "y", "ω": "w", "μ": "u",
        # Armenian, and Latin letters that are no accented ones
        "ս": "u", "օ": "o", "ո": "n", "հ": "h", "ց": "g", "ı": "i", "ɩ": "i", "ł": "l", "ø": "o", "đ": "d", "ð": "d",
        "ħ": "h", "ŧ": "t", "ɑ": "a", "ɡ": "g", "ʀ": "r", "ʏ": "y", "æ": "ae", "œ": "oe",
    }
)  # fmt: skip
_DIGITS = str.maketrans("0345789", "oeastbg")
_ONES = ("i", "l")
"""What a 1 may stand for."""


@dataclass(frozen=True, slots=True)
class Blocklist:
    """Folded."""

    words: frozenset[str]
    beginnings: tuple[str, ...]
    anywhere: tuple[str, ...]
    names: frozenset[str]

    def has(self, name: str) -> bool:
        """Whether the name is one that nobody may choose."""
        pieces = _pieces(name)
        whole = "".join(pieces)
        wholes = set(_readings(whole))
        return (
            bool(wholes & self.words)
            or not self.names.isdisjoint(_readings(whole.rstrip("0123456789")))
            or any(word in reading for reading in wholes for word in self.anywhere)
            or any(reading in self.words or reading.startswith(self.beginnings) for reading in _words(name, pieces))
        )


def is_blocked(name: str) -> bool:
    """Whether nobody may choose this name."""
    return blocklist().has(name)


@cache
def blocklist() -> Blocklist:
    """All lists together."""
    words, beginnings, anywhere, names = set[str](), set[str](), set[str](), set[str]()
    for line in _lines():
        folded = fold(line.strip("*="))
        if line.startswith("="):
            names.add(folded)
        elif line.startswith("*"):
            anywhere.add(folded)
        elif line.endswith("*"):
            beginnings.add(folded)
        else:
            words.add(folded)
    return Blocklist(frozenset(words), tuple(sorted(beginnings)), tuple(sorted(anywhere)), frozenset(names))


def _lines() -> Iterator[str]:
    for name in LISTS:
        for line in Path(__file__).with_name(f"{name}.txt").read_text(encoding="utf-8").splitlines():
            word = line.partition("#")[0].strip()
            if word:
                yield word


def fold(text: str) -> str:
    """Latin letters without case and accents, for letters that look like them; the digits as they are."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter)).translate(_ALIKE)


def _pieces(name: str) -> list[str]:
    """What stands between separators, folded."""
    spaced = "".join(letter if letter.isalnum() or unicodedata.combining(letter) else " " for letter in name)
    return fold(spaced).split()


def _words(name: str, pieces: list[str]) -> Iterator[str]:
    """All that may be meant as a word of the name, read in every way."""
    humps = "".join(
        f" {after}" if before.islower() and after.isupper() else after
        for before, after in itertools.pairwise(f" {name}")
    )
    spelled = "".join(piece if len(piece) == 1 else f" {piece} " for piece in pieces).split()  # f u c k
    for piece in {*pieces, *_pieces(humps), *spelled}:
        yield from _readings(piece)
        yield from "".join(letter if letter.isalpha() else " " for letter in piece).split()  # word99


def _readings(word: str) -> Iterator[str]:
    """The word as it stands, with its digits read as letters if it has a letter, and with long runs made short."""
    ways = {word}
    if any(letter.isalpha() for letter in word):
        ways |= {word.translate(_DIGITS).replace("1", one) for one in _ONES}
    for way in ways:
        runs = [(letter, len(list(run))) for letter, run in itertools.groupby(way)]
        for most in (1, 2):
            yield "".join(letter * (length if length < 3 else most) for letter, length in runs)
