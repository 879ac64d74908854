"""Lessons on pages: what a learner sees, what is accepted and refused, and where an account is."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from django.test import Client

from engine import lessons, registry
from engine.lesson import Lesson
from games.models import Game, LessonProgress
from games.people.services.delete_account import delete_account
from games.presenters.account_data import data_of
from games.presenters.computer_levels import levels_for
from games.seating.services.open_table import open_table
from games.seating.services.sit_down import sit_down
from games.time.clocks import PerMove
from games.time.terms import Terms
from tests.games import play
from tests.people import account, guest, signed_in, user_of, visitor

pytestmark = pytest.mark.django_db

GAME, FIRST = "pyramido", "basics"
ALL = [(rules.key, lesson) for rules in registry.games() for lesson in lessons.LESSONS[rules.key]]


def send(client: Client, body: Any, game: str = GAME, lesson: str = FIRST) -> Any:
    return client.post(f"/learn/{game}/{lesson}/", json.dumps(body), content_type="application/json")


def shown(client: Client, game: str = GAME, lesson: str = FIRST) -> Any:
    answer = client.get(f"/learn/{game}/{lesson}/")
    assert answer.status_code == 200
    assert "games/lesson.html" in [template.name for template in answer.templates]  # other threads render some, too
    return answer.context["frame"]


@pytest.mark.parametrize(("game", "lesson"), ALL, ids=[f"{game}-{one.key}" for game, one in ALL])
def test_a_visitor_goes_through_every_lesson_and_leaves_nothing_behind(game: str, lesson: Lesson) -> None:
    client = visitor()
    frame = shown(client, game, lesson.key)
    for number, step in enumerate(lesson.steps):
        assert (frame["step"], frame["text"], frame["steps"]) == (number, step.text, len(lesson.steps))
        last = frame["moments"][-1]
        assert last["view"]["decision"] is not None and last["table"]["to_move"][0] == 0
        answer = send(client, {"step": number, "action": frame["meant"]}, game, lesson.key)
        assert answer.status_code == 200
        frame = answer.json()
    assert (frame["step"], frame["text"], frame["meant"]) == (len(lesson.steps), lesson.end, None)
    assert not LessonProgress.objects.exists()


def test_something_else_is_refused_in_the_words_of_the_lesson(visitor: Client) -> None:
    other = {"type": "place", "quarry": 1, "x": 0, "y": 0, "rotation": 0}
    answer = send(visitor, {"step": 0, "action": other})
    assert (answer.status_code, answer.json()["code"]) == (422, "not_meant")
    assert answer.json()["detail"] == lessons.LESSONS[GAME][0].steps[0].other
    visitor.cookies["django_language"] = "fr"
    assert send(visitor, {"step": 0, "action": other}).json()["detail"] != answer.json()["detail"]


def test_what_is_as_good_is_shown_before_the_lesson_goes_on(visitor: Client) -> None:
    step = next(number for number, one in enumerate(lessons.LESSONS[GAME][0].steps) if one.also)
    offered = send(visitor, {"step": step}).json()["also"]
    frame = send(visitor, {"step": step, "action": offered[-1]}).json()
    laid = frame["moments"][0]["view"]["seats"][0]["dominoes"][-1]
    assert {name: laid[name] for name in ("x", "y", "rotation")}.items() <= offered[-1].items()
    assert frame["moments"][-1]["view"] == send(visitor, {"step": step + 1}).json()["moments"][-1]["view"]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"step": 0, "action": {"type": "nothing"}}, 400, None),
        ({"step": 0, "action": "P2,0,0,0"}, 400, "malformed"),
        ({"step": -1}, 400, "malformed"),
        ({}, 400, "malformed"),
        ({"step": 0, "more": 1}, 400, "malformed"),
        ({"step": 98}, 404, "not_found"),
        ({"step": 98, "action": {"type": "mark", "block": 0}}, 404, "not_found"),
    ],
)
def test_what_is_no_step_is_refused(visitor: Client, body: Any, status: int, code: str | None) -> None:
    answer = send(visitor, body)
    assert answer.status_code == status
    assert answer.json()["code"] == (code or answer.json()["code"])
    assert visitor.post(f"/learn/{GAME}/{FIRST}/", "no JSON", content_type="application/json").status_code == 400


@pytest.mark.parametrize("path", ["/learn/chess/", "/learn/pyramido/nothing/", "/learn/chess/basics/"])
def test_there_are_no_other_lessons(visitor: Client, path: str) -> None:
    assert visitor.get(path).status_code == 404
    if path.count("/") > 3:
        assert visitor.post(path, "{}", content_type="application/json").status_code in (400, 404)


@pytest.mark.parametrize("who", ["guest", "account"])
def test_an_account_goes_on_where_it_was(who: str) -> None:
    client = guest() if who == "guest" else signed_in(account("Ada"))
    for number in range(3):
        assert send(client, {"step": number, "action": lessons.meant(GAME, FIRST, number)}).status_code == 200
    assert shown(client)["step"] == 3
    assert shown(visitor())["step"] == 0
    listed = client.get(f"/learn/{GAME}/").context["lessons"]
    assert [one.step for one in listed] == [3, 0, 0, 0] and listed[0].begun
    assert send(client, {"step": 0}).json()["step"] == 0
    assert shown(client)["step"] == 0


def test_a_lesson_that_is_done_stays_done_and_begins_anew() -> None:
    ada = account("Ada")
    client = signed_in(ada)
    last = len(lessons.LESSONS[GAME][0].steps) - 1
    assert send(client, {"step": last, "action": lessons.meant(GAME, FIRST, last)}).json()["meant"] is None
    assert shown(client)["step"] == 0
    send(client, {"step": 0})
    assert client.get(f"/learn/{GAME}/").context["lessons"][0].finished
    lines = [json.loads(line) for line in b"".join(data_of(ada, None)).splitlines()]
    assert [line for line in lines if line["kind"] == "lesson"] == [
        {"kind": "lesson", "game": GAME, "lesson": FIRST, "step": 0, "finished": True}
    ]
    delete_account(ada)
    assert not LessonProgress.objects.exists()


def test_what_a_visitor_has_learned_is_taken_along_unless_the_account_is_further() -> None:
    client = guest()
    user, last = user_of(client), len(lessons.LESSONS[GAME][0].steps)
    for told, kept in ((2, (2, False)), (1, (2, False)), (2, (2, False)), (last, (last, True)), (3, (last, True))):
        assert send(client, {"step": told, "further": True}).json()["step"] == told
        row = LessonProgress.objects.get(user=user)
        assert (row.step, row.finished) == kept
    assert send(visitor(), {"step": 2, "further": True}).status_code == 200
    assert LessonProgress.objects.count() == 1
    assert send(client, {"step": 98, "further": True}).status_code == 404


@pytest.mark.parametrize(("game", "lesson"), ALL, ids=[f"{game}-{one.key}" for game, one in ALL])
def test_one_press_starts_a_game_after_a_lesson(visitor: Client, game: str, lesson: Lesson) -> None:
    play = visitor.get(f"/learn/{game}/{lesson.key}/").context["lesson"].play
    alone = lesson.options.get("seats") == 1
    weakest = levels_for(game)[0]
    assert play[0] == ("kind" if alone else "with")
    if not alone:
        assert play == ("with", weakest.key, f"Play against {weakest.name}")
    answer = visitor.post("/games/now/", {"game": game, play[0]: play[1], "nonce": ""})
    started = Game.objects.get()
    assert answer["Location"] == f"/games/{started.public_id}/"
    assert (started.game_key, started.options) == (game, lesson.options)


def test_the_first_page_offers_lessons_of_games_that_are_new_to_its_reader() -> None:
    def new(client: Client) -> list[bool]:
        return [cover.new for cover in client.get("/").context["first"].covers]

    assert new(visitor()) == [True, True, True]
    client = guest()
    user = user_of(client)
    assert user is not None
    send(client, {"step": 0})
    assert new(client) == [True, False, True]
    game, player = play.solo()
    assert new(signed_in(player)) == [True, True, True]
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    assert new(signed_in(player)) == [key != play.GAME for key in lessons.LESSONS]


def offered(client: Client, game: Game) -> str:
    """The address of the lesson that a board offers."""
    return str(client.get(f"/games/{game.public_id}/").context["first"])


def test_a_board_offers_the_first_lesson_until_the_player_has_acted() -> None:
    game, users = play.table(2)
    clients = [signed_in(user) for user in users]
    address = f"/learn/{play.GAME}/{lessons.LESSONS[play.GAME][0].key}/"
    assert [offered(client, game) for client in clients] == [address, address]
    assert f'data-first="{address}"' in clients[0].get(f"/games/{game.public_id}/").content.decode()
    assert offered(visitor(), game) == offered(guest(), game) == ""
    mover = play.position(game).to_move[0]
    play.step(game, Random(1))
    assert [offered(clients[mover], game), offered(clients[1 - mover], game)] == ["", address]
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ABORTED)
    assert offered(clients[1 - mover], game) == ""


def test_a_board_offers_no_lesson_to_who_has_declined_it_or_knows_the_game() -> None:
    for learned in (True, False):
        game, player = play.solo()
        client = signed_in(player)
        assert offered(client, game)
        if learned:
            send(client, {"step": 0}, play.GAME, lessons.LESSONS[play.GAME][0].key)
        else:
            Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
            game, _player = play.solo(player)
        assert offered(client, game) == ""


def test_a_board_offers_no_lesson_while_a_clock_of_minutes_runs() -> None:
    for seconds, offers in ((60, False), (86_400, True)):
        host = account(f"Ada {seconds}")
        game = open_table(host, GAME, {"seats": 2}, agreed=Terms(PerMove(seconds)))
        sit_down(account(f"Ben {seconds}"), game.public_id)
        assert bool(offered(signed_in(host), play.fresh(game))) == offers


def test_every_way_to_a_game_leads_to_its_lessons(visitor: Client) -> None:
    game, _users = play.table(2)
    for path in ("/", "/games/new/", f"/games/{game.public_id}/"):
        assert f'"/learn/{play.GAME}/"' in visitor.get(path).content.decode(), path
