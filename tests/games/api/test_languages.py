"""`Accept-Language` chooses the language of sentences in the API's answers, as `Content-Language` and `Vary` say."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from accounts.access import scopes, tokens
from accounts.models import User
from accounts.notifications.services import tell
from pyramido_site.body_limit import API_BODY_LIMIT, BodyLimit
from pyramido_site.content_type import ContentType
from tests.games import play
from tests.people import forget_limits
from tests.site.test_asgi import fetch

pytestmark = pytest.mark.django_db

API = "/api/v1"
LANGUAGES = [code for code, _ in settings.LANGUAGES]


@pytest.fixture(autouse=True)
def own_limits() -> None:
    forget_limits()


@dataclass(frozen=True)
class Callers:
    """Programs and pages in one language: of no one, of a person, and of that person with a page's checks."""

    user: User
    language: str

    def anyone(self, **headers: str) -> Client:
        return Client(headers={"Accept-Language": self.language, **headers})

    def own(self, user: User | None = None, **options: Any) -> Client:
        client = Client(headers={"Accept-Language": self.language}, **options)
        client.force_login(user or self.user)
        return client

    def with_token(self) -> Client:
        text = tokens.make(self.user, "program", [scopes.GAMES_READ], None)[1]
        return self.anyone(Authorization=f"Bearer {text}")


def sent(client: Client, path: str, body: Any) -> Any:
    text = body if isinstance(body, str) else json.dumps(body)
    return client.post(f"{API}{path}", text, content_type="application/json")


def malformed_action(callers: Callers) -> Any:
    game, people = play.table(2)
    act = {"expected_seq": game.seq, "action": {"type": "place", "space": 99}}
    return sent(callers.own(people[play.position(game).to_move[0]]), f"/games/{game.public_id}/actions", act)


TABLE = {"game": play.GAME, "options": {"seats": 2}}
PROBLEMS: dict[str, Callable[[Callers], Any]] = {
    "an unknown parameter": lambda callers: callers.anyone().get(f"{API}/games?colour=red"),
    "a text that cannot be stored": lambda callers: callers.anyone().get(f"{API}/games?game=%00"),
    "an unknown cursor": lambda callers: callers.anyone().get(f"{API}/games?cursor=x"),
    "another host": lambda callers: callers.anyone(Host="evil.example").get(f"{API}/games"),
    "not JSON": lambda callers: sent(callers.own(), "/games", "{"),
    "a missing field": lambda callers: sent(callers.own(), "/games", {}),
    "a field of another type": lambda callers: sent(callers.own(), "/games", {"game": 1}),
    "an unknown field": lambda callers: sent(callers.own(), "/games", {**TABLE, "x": 1}),
    "not signed in": lambda callers: sent(callers.anyone(), "/games", TABLE),
    "an unknown token": lambda callers: callers.anyone(Authorization="Bearer no").get(f"{API}/account"),
    "another scope": lambda callers: sent(callers.with_token(), "/games", TABLE),
    "not from a page": lambda callers: sent(callers.own(enforce_csrf_checks=True), "/games", TABLE),
    "no such game": lambda callers: callers.anyone().get(f"{API}/games/nothing"),
    "no such address": lambda callers: callers.anyone().get(f"{API}/nothing"),
    "another method": lambda callers: callers.own().delete(f"{API}/games"),
    "another media type": lambda callers: callers.own().post(f"{API}/games"),
    "a malformed action": malformed_action,
}


def said(answers: list[Any]) -> list[str]:
    """Return the sentences, after checking what the headers say of them."""
    for answer, language in zip(answers, LANGUAGES, strict=True):
        assert answer.headers["Content-Language"] == language
        assert "Accept-Language" in answer.headers["Vary"]
    return [answer.json()["detail"] for answer in answers]


@pytest.mark.parametrize("named", PROBLEMS)
def test_problems_speak_the_caller_s_language(named: str) -> None:
    user = play.person()
    answers = [PROBLEMS[named](Callers(user, language)) for language in LANGUAGES]
    assert len({answer.status_code for answer in answers}) == 1 and answers[0].status_code >= 400
    sentences = said(answers)
    assert len(set(sentences)) == len(LANGUAGES), sentences


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/catalogue", lambda body: body["results"][0]["about"]),
        ("/ai-levels", lambda body: body["levels"][0]["about"]),
        ("/notifications", lambda body: body["results"][0]["text"]),
        ("/pairing", lambda body: body["games"][0]["kinds"][0]["about"]),
    ],
)
def test_lists_speak_the_caller_s_language(path: str, sentence: Callable[[Any], str]) -> None:
    user = play.person()
    tell("game_started", [user.pk], subject="game1", key="start:1", data={"game": "Pyramido"})
    answers = [Callers(user, language).own().get(f"{API}{path}") for language in LANGUAGES]
    assert [answer.headers["Content-Language"] for answer in answers] == LANGUAGES
    assert len({sentence(answer.json()) for answer in answers}) == len(LANGUAGES)


def test_the_best_of_several_languages_counts() -> None:
    for accepted, language in (("de-CH, it;q=0.5, fr;q=0.8", "fr"), ("it-CH", "it"), ("xx", "en"), ("", "en")):
        assert Callers(play.person(), accepted).anyone().get(f"{API}/nothing").headers["Content-Language"] == language


async def test_answers_around_the_site_speak_it_too() -> None:
    async def never(scope: Any, receive: Any, send: Any) -> None:
        raise AssertionError

    for layer, headers in (
        (BodyLimit(never), {"content_length": str(API_BODY_LIMIT + 1)}),
        (ContentType(never), {"content_type": "application/json; charset=idna"}),
    ):
        sentences = set()
        for language in LANGUAGES:
            _, answer, content = await fetch(layer, f"{API}/games", "POST", (b"",), accept_language=language, **headers)
            assert (answer["content-language"], answer["vary"]) == (language, "Accept-Language")
            assert answer["ratelimit-policy"] == '"write";q=300;w=60'
            sentences.add(json.loads(content)["detail"])
        assert len(sentences) == len(LANGUAGES), sentences
