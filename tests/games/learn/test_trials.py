"""Small boards in the pages of rules: anyone can try something there, and nothing is kept."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session

from accounts.models import User
from engine import lessons, trials
from games.models import Game, LessonProgress
from games.presenters.rules_pages.paragraphs import rules_page
from tests.people import guest, visitor

pytestmark = pytest.mark.django_db

ALL = [(game, trial.key) for game, found in trials.TRIALS.items() for trial in found]
FIRST = next(lesson.key for lesson in lessons.LESSONS["pyramido"])
REFUSED = {"type": "place", "x": 2, "y": 2, "rotation": 0}


def address(game: str, key: str) -> str:
    return f"/rules/{game}/try/{key}/"


def asked(client: Any, game: str, key: str, **body: Any) -> Any:
    return client.post(address(game, key), json.dumps(body), content_type="application/json")


@pytest.mark.parametrize("language", [language for language, _name in settings.LANGUAGES])
@pytest.mark.parametrize(("game", "key"), ALL)
def test_it_is_tried_by_a_visitor(game: str, key: str, language: str) -> None:
    client = visitor(headers={"accept-language": language})
    page = client.get(address(game, key)).content.decode()
    found = re.search(r'<script id="board-lesson" type="application/json">(.*?)</script>', page)
    assert found is not None
    frame = json.loads(found[1])
    assert (frame["step"], frame["steps"], len(frame["moments"])) == (0, 1, 1)
    english = trials.find(game, key)
    assert english is not None and (frame["text"] == english.text) is (language == "en")
    end = asked(client, game, key, step=0, action=frame["meant"]).json()
    assert (end["step"], end["meant"]) == (1, None)
    assert end["moments"][0]["view"]["decision"] is None
    assert asked(client, game, key, step=0).json() == frame, "put back"


def test_nothing_is_kept() -> None:
    for client in (visitor(), guest()):
        before = (User.objects.count(), Session.objects.count())
        asked(client, "pyramido", "mark", step=0, action={"type": "mark", "block": 1})
        assert (User.objects.count(), Session.objects.count()) == before
    assert not LessonProgress.objects.exists() and not Game.objects.exists()


def test_what_the_rules_refuse_leads_to_its_paragraph() -> None:
    answer = asked(visitor(), "forgotten-treasures", "first-stage", step=0, action=REFUSED)
    assert (answer.status_code, answer["Content-Type"]) == (422, "application/problem+json")
    assert (answer.json()["code"], answer.json()["rules"]) == (
        "not_connected",
        "/rules/forgotten-treasures/#first-stage",
    )
    for body in ({}, {"step": 0, "action": {"type": "nothing"}}, {"step": -1}, {"step": 0, "more": 1}):
        assert asked(visitor(), "pyramido", "mark", **body).status_code == 400


@pytest.mark.parametrize(("game", "key"), ALL)
def test_it_stands_in_the_paragraph_that_it_belongs_to(game: str, key: str) -> None:
    page = visitor().get(f"/rules/{game}/").content.decode()
    assert f'href="{address(game, key)}" data-trial' in page
    assert page.count("data-trial") == len(trials.TRIALS[game])
    paragraph = next(one for one in rules_page(game, "en").paragraphs if one.anchor == key)
    assert page.index(f'id="{key}"') < page.index(address(game, key))
    assert "small board" not in paragraph.text


def test_only_pages_of_this_site_may_frame_it() -> None:
    client = visitor()
    framed = client.get(address("pyramido", "mark"))
    assert framed["X-Frame-Options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in framed["Content-Security-Policy"]
    for other in ("/rules/pyramido/", "/rules/pyramido/try/nothing/", "/learn/pyramido/basics/"):
        answer = client.get(other)
        assert answer["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]


def test_there_is_nothing_else(visitor: Any) -> None:
    for game, key in (("pyramido", "nothing"), ("chess", "mark")):
        assert visitor.get(address(game, key)).status_code == 404
        assert asked(visitor, game, key, step=0).status_code == 404


@pytest.mark.parametrize("path", [address("pyramido", "mark"), f"/learn/pyramido/{FIRST}/"])
def test_a_form_is_refused(path: str) -> None:
    """With a token in the form, for which Django reads the body before the view does."""
    client, token = visitor(enforce_csrf_checks=True), "t" * 32
    client.cookies["csrftoken"] = token
    answer = client.post(path, {"step": 0, "csrfmiddlewaretoken": token})
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")
