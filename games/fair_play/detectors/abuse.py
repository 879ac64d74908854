"""Abusive words in a player's chat lines, by a word list for each language (`words/*.txt`).

A text is normalized first, in one pass and without patterns that could backtrack: accents, digits written for letters,
and letters repeated or spaced apart. Only whole words match.
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
"""Sum of the weights of a player's lines, within the time considered."""
LINE = 6
"""Greatest weight of one line."""
LINES = 2
"""Least number of abusive lines: a single outburst is a matter for reports."""
LONGEST = 40
"""Greatest length of a word in letters; longer runs are ignored."""

_DRAWN = str.maketrans({"0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", "$": "s"})


@dataclass(frozen=True, slots=True)
class SaidLine:
    """A line that others could read."""

    line: str
    game: str
    text: str


@cache
def word_list() -> dict[str, int]:
    """Return weights by normalized word, of all languages; the greatest weight wins."""
    found: dict[str, int] = {}
    for path in sorted(WORDS.glob("*.txt")):
        for row in path.read_text("utf-8").splitlines():
            if row and not row.startswith("#"):
                word, weight = row.rsplit(" ", 1)
                folded = squeezed(fold(word))
                found[folded] = max(found.get(folded, 0), int(weight))
    return found


def fold(text: str) -> str:
    """Return the text in lower case, without accents, ligatures and full-width forms, and with digits that stand for
    letters replaced.
    """
    plain = unicodedata.normalize("NFKD", text).casefold().replace("œ", "oe").replace("æ", "ae")
    return "".join(sign for sign in plain if not unicodedata.combining(sign)).translate(_DRAWN)


def squeezed(word: str) -> str:
    """Return the word with each run of a letter reduced to one."""
    return "".join(sign for at, sign in enumerate(word) if at == 0 or word[at - 1] != sign)


def words_of(text: str) -> list[str]:
    """Return the normalized words of a text; single letters spaced apart are joined to one word."""
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
    """Return the weight of a line, at most LINE, and the listed words in it."""
    known = word_list()
    found = [word for word in words_of(text) if word in known]
    return min(LINE, sum(known[word] for word in found)), found


def detect(user: int, lines: Sequence[SaidLine]) -> Finding | None:
    """Return the finding about the user; None if no line has a listed word."""
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
