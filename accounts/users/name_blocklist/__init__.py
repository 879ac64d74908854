"""Names that no user may choose: the site's own, and insults in its languages.

The lists are text files beside this one, one word on each line; `#` begins a comment. Words and names are compared
after folding: case, accents, look-alike letters of other scripts, digits used as letters, and repeated letters.

| line | matches |
| --- | --- |
| `word` | a word of a name, or the whole name without its separators: `Word 7`, `myWord`, `w.o.r.d` |
| `word*` | the beginning of a word |
| `*word*` | any part, also across separators: only for what is in no ordinary word |
| `=word` | the whole name, apart from separators and from digits at its end |

Only short texts are compared, so no name takes long.
"""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

INSULTS = ("en", "fr", "it")
LISTS = ("reserved", *INSULTS)

_ALIKE = str.maketrans(
    {
        # Cyrillic
        "а": "a", "в": "b", "с": "c", "ԁ": "d", "е": "e", "ғ": "f", "ԍ": "g", "һ": "h", "н": "h", "і": "i", "ј": "j",
        "к": "k", "ӏ": "l", "м": "m", "п": "n", "о": "o", "р": "p", "ԛ": "q", "г": "r", "ѕ": "s", "т": "t", "ц": "u",
        "ѵ": "v", "ш": "w", "ԝ": "w", "х": "x", "у": "y", "з": "e",
        # Greek
        "α": "a", "β": "b", "ε": "e", "η": "n", "ι": "i", "κ": "k", "ν": "v", "ο": "o", "ρ": "p", "τ": "t", "υ": "u",
        "χ": "x", "γ": "y", "ω": "w", "μ": "u",
        # Armenian, and Latin letters that do not decompose into a base letter and an accent
        "ս": "u", "օ": "o", "ո": "n", "հ": "h", "ց": "g", "ı": "i", "ɩ": "i", "ł": "l", "ø": "o", "đ": "d", "ð": "d",
        "ħ": "h", "ŧ": "t", "ɑ": "a", "ɡ": "g", "ʀ": "r", "ʏ": "y", "æ": "ae", "œ": "oe",
    }
)  # fmt: skip
_DIGITS = str.maketrans("0345789", "oeastbg")
_ONES = ("i", "l")
"""Letters that a 1 may stand for."""


@dataclass(frozen=True, slots=True)
class Blocklist:
    """The lists, folded."""

    words: frozenset[str]
    beginnings: tuple[str, ...]
    anywhere: tuple[str, ...]
    names: frozenset[str]

    def has(self, name: str) -> bool:
        """Whether the name is on a list."""
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
    """Whether no user may choose this name."""
    return blocklist().has(name)


def is_insulting(text: str) -> bool:
    """Whether a word of a text is one of the insults that no name may have."""
    insults = blocklist(INSULTS)
    return any(insults.has(word) for word in text.split())


@cache
def blocklist(lists: tuple[str, ...] = LISTS) -> Blocklist:
    """Return these lists combined."""
    words, beginnings, anywhere, names = set[str](), set[str](), set[str](), set[str]()
    for line in _lines(lists):
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


def _lines(lists: tuple[str, ...]) -> Iterator[str]:
    for name in lists:
        for line in Path(__file__).with_name(f"{name}.txt").read_text(encoding="utf-8").splitlines():
            word = line.partition("#")[0].strip()
            if word:
                yield word


def fold(text: str) -> str:
    """Return the text with letters reduced to similar Latin ones without case and accents; digits stay."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter)).translate(_ALIKE)


def _pieces(name: str) -> list[str]:
    """Return the parts between separators, folded."""
    spaced = "".join(letter if letter.isalnum() or unicodedata.combining(letter) else " " for letter in name)
    return fold(spaced).split()


def _words(name: str, pieces: list[str]) -> Iterator[str]:
    """Yield every reading of each part that may be meant as a word."""
    humps = "".join(
        f" {after}" if before.islower() and after.isupper() else after
        for before, after in itertools.pairwise(f" {name}")
    )
    spelled = "".join(piece if len(piece) == 1 else f" {piece} " for piece in pieces).split()  # f u c k
    for piece in {*pieces, *_pieces(humps), *spelled}:
        yield from _readings(piece)
        yield from "".join(letter if letter.isalpha() else " " for letter in piece).split()  # word99


def _readings(word: str) -> Iterator[str]:
    """Yield the word as written, with digits read as letters if it has a letter, and with long runs shortened."""
    ways = {word}
    if any(letter.isalpha() for letter in word):
        ways |= {word.translate(_DIGITS).replace("1", one) for one in _ONES}
    for way in ways:
        runs = [(letter, len(list(run))) for letter, run in itertools.groupby(way)]
        for most in (1, 2):
            yield "".join(letter * (length if length < 3 else most) for letter, length in runs)
