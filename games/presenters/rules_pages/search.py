"""The search “May I …?” in the pages of rules: in their questions and in the full text of their paragraphs.

`pyramido_site/static/site/js/rules_matching.js` does the same in the browser while one types; this is for pages without
scripts. `tests/js/rules_search.py` has what both must find.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from django.conf import settings

from engine import registry
from games.presenters.rules_pages.paragraphs import Paragraph, rules_page

LONGEST = 120
"""Most characters of a question that are read."""
WORDS = 20
"""Most words of a question that are read: each is compared with every word of the rules."""
MOST = 8
"""Most results."""
LEAST = 0.4
"""Least share of a question, weighed by how rare its words are, that a result has."""
OF_BEST = 0.6
"""Least share of the best result's."""
UNKNOWN = 0.5
"""Weight of a word that stands nowhere, as a share of that of one that stands in a single place."""
UNFINISHED = 0.5
"""How well a word matches that begins like the one that is being typed."""
INFLECTED = 0.9
"""How well two forms of a word match."""
OWN_TITLE = 1.2
"""How much more than in the text a word counts in the title of a paragraph, or in a question."""
MOST_LESS, LONG = 0.4, 300
"""How much less a word counts in a long text; and different words in a text in which it would count nothing."""

_WORD = re.compile(r"[^\W_]+")
_ENDING = re.compile(r"[aeiouy]*[sx]?$")
_SENTENCE = re.compile(r"(?<=[.!?]) ")
EXCERPT = 160
"""Characters of a paragraph's text after which a result shows no further sentence."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a search has found: a question or the title of a paragraph, with the sentences that fit best."""

    title: str
    paragraph: Paragraph
    excerpt: str


class _Entry(NamedTuple):
    """Something that can be found. `words` and `title_words` are stems."""

    title: str
    paragraph: Paragraph
    title_words: frozenset[str]
    words: frozenset[str]


def stems(text: str) -> list[str]:
    """Return the words of a text in order, without accents, plurals and endings that are vowels, and without words of
    one letter.
    """
    plain = text.lower().replace("œ", "oe").replace("æ", "ae")
    letters = "".join(one for one in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(one))
    return [stem(word) for word in _WORD.findall(letters) if len(word) > 1]


def stem(word: str) -> str:
    """Return a word without its ending, but at least its first three letters."""
    return word[:3] + _ENDING.sub("", word[3:], count=1)


def likeness(asked: str, word: str) -> float:
    """Return how well two stems match, from 0 to 1."""
    if asked == word:
        return 1
    shorter, longer = sorted((len(asked), len(word)))
    same = next((at for at, (one, other) in enumerate(zip(asked, word, strict=False)) if one != other), shorter)
    whole = same == shorter and shorter >= 3 and longer - same <= 4
    most = same >= 4 and longer - same <= 3
    return INFLECTED if whole or most else 0


def find(question: str, language: str, only: str | None = None) -> list[Result]:
    """Return what answers a question, the best first, in all games or in one."""
    words = stems(question[:LONGEST])
    asked = words[:WORDS]
    known = (_entries.__wrapped__ if settings.DEBUG else _entries)(language)
    entries = [entry for entry in known if only in (None, entry.paragraph.game_key)]
    unfinished = bool(question) and _WORD.fullmatch(question[-1]) is not None
    matches = [_matches(word, entries, unfinished and at == len(words) - 1) for at, word in enumerate(asked)]
    weights = [_weight(match, len(entries)) for match in matches]
    scores = [
        sum(weight * match[at] for weight, match in zip(weights, matches, strict=True)) for at in range(len(entries))
    ]
    least = max(LEAST * sum(weights), OF_BEST * max(scores, default=0))
    found: dict[str, tuple[float, _Entry]] = {}
    for score, entry in zip(scores, entries, strict=True):
        address = entry.paragraph.address
        if score > 0 and score >= least and (address not in found or score > found[address][0]):
            found[address] = (score, entry)
    best = sorted(found.values(), key=lambda one: -one[0])[:MOST]
    return [Result(entry.title, entry.paragraph, excerpt(entry.paragraph.text, asked)) for _, entry in best]


def _matches(asked: str, entries: Sequence[_Entry], unfinished: bool) -> list[float]:
    """Return how well a word matches each entry."""
    vocabulary = {word for entry in entries for word in entry.words | entry.title_words}
    like = {word: likeness(asked, word) for word in vocabulary}
    if unfinished:
        like = {word: max(UNFINISHED * word.startswith(asked), alike) for word, alike in like.items()}
    return [
        max(
            OWN_TITLE * max((like[word] for word in entry.title_words), default=0),
            _length_factor(entry) * max((like[word] for word in entry.words), default=0),
        )
        for entry in entries
    ]


def _length_factor(entry: _Entry) -> float:
    """Return by how much a word counts less in a long text, where many words stand."""
    return 1 - min(MOST_LESS, len(entry.words) / LONG)


def _weight(matches: Sequence[float], count: int) -> float:
    """Return the weight of a word: the rarer, the more."""
    times = sum(match > 0 for match in matches)
    return math.log(1 + count / times) ** 2 if times else UNKNOWN * math.log(1 + count) ** 2


def excerpt(text: str, asked: Iterable[str]) -> str:
    """Return the sentence in which most of the words stand that are asked for, and what follows it."""
    sentences = _SENTENCE.split(text)
    fits = [sum(max((likeness(one, word) for word in stems(said)), default=0) for one in asked) for said in sentences]
    at = fits.index(max(fits))
    shown = sentences[at]
    for said in sentences[at + 1 :]:
        if len(shown) + len(said) > EXCERPT:
            break
        shown = f"{shown} {said}"
    return shown


@cache
def _entries(language: str) -> tuple[_Entry, ...]:
    found = []
    for rules in registry.games():
        page = rules_page(rules.key, language)
        for question, paragraph in page.questions:
            found.append(_Entry(question, paragraph, frozenset(stems(question)), frozenset()))
        for paragraph in page.paragraphs:
            if paragraph.text:
                words = frozenset(stems(paragraph.text))
                found.append(_Entry(paragraph.title, paragraph, frozenset(stems(paragraph.title)), words))
    return tuple(found)


def index(language: str) -> tuple[bytes, str]:
    """Return what the pages' script searches, as JSON, and its digest: `{"paragraphs": [{"game", "key", "address",
    "section", "title", "text"}], "questions": [[question, number of its paragraph]]}`.
    """
    return (_index.__wrapped__ if settings.DEBUG else _index)(language)


@cache
def _index(language: str) -> tuple[bytes, str]:
    paragraphs: list[dict[str, str]] = []
    questions: list[tuple[str, int]] = []
    for rules in registry.games():
        page = rules_page(rules.key, language)
        shown = [one for one in page.paragraphs if one.text]
        first = len(paragraphs)
        paragraphs += [
            {
                "game": one.game_name,
                "key": one.game_key,
                "address": one.address,
                "section": one.section,
                "title": one.title,
                "text": one.text,
            }
            for one in shown
        ]
        questions += [(question, first + shown.index(paragraph)) for question, paragraph in page.questions]
    text = json.dumps({"paragraphs": paragraphs, "questions": questions}, ensure_ascii=False).encode()
    return text, hashlib.sha256(text).hexdigest()[:12]
