"""The search in the pages of rules finds the paragraph that answers a question, in each language."""

from __future__ import annotations

import json

import pytest
from django.conf import settings

from games.presenters.rules_pages import search
from games.presenters.rules_pages.search import MOST, find
from tests.js.rules_search import CARDS, CASES, PYRAMIDO, TREASURES

ASKED = [(language, *case) for language, cases in CASES.items() for case in cases]


def test_every_language_is_tried() -> None:
    assert set(CASES) == {language for language, _name in settings.LANGUAGES}


@pytest.mark.parametrize(("language", "question", "only", "anchor"), ASKED)
def test_what_answers_best(language: str, question: str, only: str | None, anchor: str | None) -> None:
    found = find(question, language, only)
    assert [one.paragraph.anchor for one in found[:1]] == ([anchor] if anchor else [])
    assert len(found) <= MOST
    assert len({one.paragraph.address for one in found}) == len(found)
    assert all(one.excerpt in one.paragraph.text for one in found)
    assert only is None or {one.paragraph.game_key for one in found} <= {only}


@pytest.mark.parametrize("language", CASES)
@pytest.mark.parametrize("key", [TREASURES, PYRAMIDO, CARDS])
def test_each_question_finds_its_own_answer(language: str, key: str) -> None:
    from games.presenters.rules_pages.paragraphs import rules_page

    for question, paragraph in rules_page(key, language).questions:
        assert find(question, language, key)[0].paragraph.address == paragraph.address, question


def test_the_index_has_all_of_it() -> None:
    content, digest = search.index("en")
    index = json.loads(content)
    assert {one["key"] for one in index["paragraphs"]} == {TREASURES, PYRAMIDO, CARDS}
    assert {len(digest), len(content) < 60_000} == {12, True}
    for question, at in index["questions"]:
        assert question.endswith("?") and index["paragraphs"][at]["address"].startswith("/rules/")
    assert len(index["questions"]) > 3 * 25
