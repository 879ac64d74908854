"""Abusive words in what a player says in chats, by a list for each language (`words/*.txt`).

A text is folded first, in one pass and without patterns that could backtrack: accents, letters drawn by digits, and
letters repeated or set apart. Only whole words count.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from games.fair_play.detectors.finding import Finding, strength

KIND = "abuse"

WORDS = Path(__file__).parent / "words"
THRESHOLD = 13
"""Sum of the weights of a player's lines within the time looked at."""
LINE = 6
"""One line counts at most so much."""
LINES = 2
"""Lines at least: one outburst is a case for reports."""
LONGEST = 40
"""Letters of a word; what is longer is none."""

_DRAWN = str.maketrans({"0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", "$": "s"})


@dataclass(frozen=True, slots=True)
class SaidLine:
    """A line that others could read."""

    line: str
    game: str
    text: str


@cache
def word_list() -> dict[str, int]:
    """Folded word → weight, of all languages: the greatest where several have it."""
    found: dict[str, int] = {}
    for path in sorted(WORDS.glob("*.txt")):
        for row in path.read_text("utf-8").splitlines():
            if row and not row.startswith("#"):
                word, weight = row.rsplit(" ", 1)
                folded = squeezed(fold(word))
                found[folded] = max(found.get(folded, 0), int(weight))
    return found


def fold(text: str) -> str:
    """Lower case, without accents, ligatures and full-width forms; letters drawn by digits as letters."""
    plain = unicodedata.normalize("NFKD", text).casefold().replace("œ", "oe").replace("æ", "ae")
    return "".join(sign for sign in plain if not unicodedata.combining(sign)).translate(_DRAWN)


def squeezed(word: str) -> str:
    """Each run of a letter as one letter."""
    return "".join(sign for at, sign in enumerate(word) if at == 0 or word[at - 1] != sign)


def words_of(text: str) -> list[str]:
    """The folded, squeezed words of a text; single letters set apart are one word together."""
    found: list[str] = []
    letters = ""
    for word in _split(fold(text)):
        if len(word) == 1:
            letters += word
            continue
        if letters:
            found.append(letters)
            letters = ""
        found.append(word)
    if letters:
        found.append(letters)
    return [squeezed(word) for word in found if len(word) <= LONGEST]


def _split(folded: str) -> list[str]:
    return "".join(sign if sign.isalpha() else " " for sign in folded).split()


def weight_of(text: str) -> tuple[int, list[str]]:
    """What a line weighs, at most LINE, and the words of the list in it."""
    known = word_list()
    found = [word for word in words_of(text) if word in known]
    return min(LINE, sum(known[word] for word in found)), found


def detect(user: int, lines: Sequence[SaidLine]) -> Finding | None:
    """None where nothing is in the list."""
    weighed = [(line, *weight_of(line.text)) for line in lines]
    hits = [(line, weight, words) for line, weight, words in weighed if weight]
    if not hits:
        return None
    total = sum(weight for _, weight, _ in hits)
    counted = Counter(word for _, _, words in hits for word in words)
    evidence = {
        "lines": len(lines),
        "abusive": len(hits),
        "weight": total,
        "words": dict(counted.most_common(20)),
        "which": [[line.game, line.line] for line, _, _ in sorted(hits, key=lambda hit: -hit[1])[:20]],
    }
    value = total if len(hits) >= LINES else min(total, THRESHOLD - 1)
    return Finding(KIND, user, None, strength(value, THRESHOLD), evidence)
