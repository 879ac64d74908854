"""The search “May I …?” on the pages of rules, without scripts, and the paragraphs that everything leads to."""

from __future__ import annotations

import html
import json
import re

import pytest
from django.conf import settings
from django.test import Client

from engine import registry
from games.presenters.rules_pages import search
from games.presenters.rules_pages.paragraphs import rules_page
from tests.games import play
from tests.people import visitor

pytestmark = pytest.mark.django_db

LANGUAGES = [language for language, _name in settings.LANGUAGES]
GAMES = [rules.key for rules in registry.games()]
ASKED = {
    "en": "May I rotate a domino?",
    "fr": "Puis-je tourner un domino\N{NO-BREAK SPACE}?",
    "it": "Posso girare una tessera?",
}
NOTHING = {"en": "Nothing found.", "fr": "Rien trouvé.", "it": "Nessun risultato."}


def shown(client: Client, address: str, **query: str) -> str:
    answer = client.get(address, query)
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def found(page: str) -> list[str]:
    """Return the addresses that a search has found."""
    results = re.search(r"<ul class=\"found\".*?</ul>", page, re.DOTALL)
    assert results is not None
    return re.findall(r'href="([^"]+)"', results[0])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_is_answered_without_scripts(language: str) -> None:
    client = visitor(headers={"accept-language": language})
    everywhere = found(shown(client, "/rules/", q=ASKED[language]))
    assert everywhere[:2] == ["/rules/forgotten-treasures/#place", "/rules/pyramido/#place"]
    page = shown(client, "/rules/", q=ASKED[language], game="pyramido")
    assert found(page)[0] == "/rules/pyramido/#place"
    assert all(address.startswith("/rules/pyramido/#") for address in found(page))
    assert f'value="{ASKED[language]}"' in page
    nothing = shown(client, "/rules/", q="zzz")
    assert found(nothing) == []
    assert NOTHING[language] in nothing and re.search(r'<div class="notice" data-nothing>', nothing)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", GAMES)
def test_the_page_has_every_paragraph_and_question(key: str, language: str) -> None:
    page = shown(visitor(headers={"accept-language": language}), f"/rules/{key}/")
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    read = rules_page(key, language)
    assert {one.anchor for one in read.paragraphs} <= set(ids)
    for question, paragraph in read.questions:
        assert f'<a href="#{paragraph.anchor}">{question}</a>' in page
    assert len(read.questions) >= 25
    assert set(re.findall(r'<li><a href="#([^"]+)">', page)) <= set(ids), "the contents lead somewhere"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_script_finds_its_texts(language: str) -> None:
    client = visitor(headers={"accept-language": language})
    page = shown(client, "/rules/pyramido/")
    address = re.search(r'data-index="([^"]+)"', page)
    assert address is not None and 'data-only="pyramido"' in page
    answer = client.get(address[1])
    assert "immutable" in answer["Cache-Control"]
    index = json.loads(answer.content)
    assert ASKED[language] in [question for question, _ in index["questions"]]
    old = client.get(f"/rules/search.json?language={language}&v=old")
    assert (old.content, "immutable" in old["Cache-Control"]) == (answer.content, False)


def test_odd_searches(visitor: Client) -> None:
    assert visitor.get("/rules/search.json?language=de").status_code == 404
    for query in ({"q": " "}, {"q": "domino", "game": "chess"}, {"q": "<script>" * 40}, {"q": "ﷺ" * 200}):
        assert "<script>" not in found(shown(visitor, "/rules/", **query))
    assert found(shown(visitor, "/rules/", q=" ")) == []
    assert "data-nothing hidden" in shown(visitor, "/rules/")


def test_more_words_than_are_searched_for(visitor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    compared, likeness = set(), search.likeness

    def counted(asked: str, word: str) -> float:
        compared.add(asked)
        return likeness(asked, word)

    monkeypatch.setattr(search, "likeness", counted)
    words = [f"{one}{other}" for one in "bcdfg" for other in "hjklmn"]  # stems that all differ
    said = f"Only the first {search.WORDS} words were searched for."
    assert re.search(f'role="status" data-count>Nothing found. {said}', shown(visitor, "/rules/", q=" ".join(words)))
    assert compared == set(words[: search.WORDS])
    compared.clear()
    shown(visitor, "/rules/", q="\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}" * 120)  # four words each
    assert len(compared) <= search.WORDS
    page = shown(visitor, "/rules/", q=" ".join(words[: search.WORDS]))
    assert f'data-many="{said}"' in page and f". {said}" not in page


def test_a_table_knows_the_paragraph_of_each_phase() -> None:
    game, _ = play.table(2)
    page = shown(visitor(), f"/games/{game.public_id}/")
    phases = re.search(r'<script id="board-phases" type="application/json">(.*?)</script>', page)
    assert phases is not None
    assert json.loads(phases[1])["take"] == "take"
