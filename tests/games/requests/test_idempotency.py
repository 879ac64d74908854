"""Requests that create something, repeated with their idempotency key."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import pytest

from accounts.models import User
from games.models import Game, Invitation, StoredResponse
from games.requests.idempotency import KEPT_MS, delete_expired_responses
from tests.games import play
from tests.games.api.test_api import client_of
from tests.games.threads import at_once
from tests.games.timed import Now

pytestmark = pytest.mark.django_db(transaction=True)

PER_MOVE = {"system": "per_move", "seconds": 259200}
REPLAYED = "Idempotent-Replayed"
TABLE = {"game": play.GAME, "options": {"seats": 2}}


def post(user: User, path: str, body: Any, key: str = "k1") -> Any:
    headers = {"Idempotency-Key": key}
    return client_of(user).post(f"/api/v1{path}", data=body, content_type="application/json", headers=headers)


def test_a_table_is_opened_once_and_a_key_means_one_thing() -> None:
    anna, bert = play.person(), play.person()
    first = post(anna, "/games", TABLE)
    assert (first.status_code, post(anna, "/games", TABLE).json()) == (201, first.json())
    other = post(anna, "/games", {**TABLE, "listed": False})
    assert (other.status_code, other.json()["code"]) == (422, "key_reused")
    assert post(bert, "/games", TABLE).json()["id"] != first.json()["id"]
    assert post(anna, "/games", TABLE, "k2").json()["id"] != first.json()["id"]
    assert Game.objects.count() == 3


def test_a_reused_key_is_reported_before_other_errors() -> None:
    """The key was used with another request, which is refused before the new body is checked."""
    anna, bert = play.person(), play.person()
    table = post(anna, "/games", {**TABLE, "invited": []}).json()
    sought = {"game": "pyramido", "options": {"seats": 2}, "terms": {"time_control": PER_MOVE}}
    first: dict[str, tuple[Any, list[Any]]] = {
        "/games": (TABLE, [{}, {"game": 1}, {**TABLE, "terms": {"rated": 3}}, {**TABLE, "nonce": "zz"}, "[", "[]"]),
        "/seeks": (sought, [{}, {**sought, "keep": "x"}, {**sought, "options": {"seats": 9}}, {**sought, "terms": 1}]),
        f"/games/{table['id']}/invitations": ({"player": bert.public_id}, [{}, {"player": 3}, {"player": "nobody"}]),
        "/account/vacation": ({"days": 2}, [{}, {"days": "x"}, {"days": 2, "more": 1}]),
        f"/games/{table['id']}/chat": ({"room": "players", "text": "Hi"}, [{}, {"room": "players", "text": ""}]),
    }
    for number, (path, (body, wrong)) in enumerate(first.items()):
        key = f"n{number}"
        for bad in wrong:
            assert post(anna, path, bad, key).json()["code"] not in ("key_reused", None), "the key was not used yet"
        made = post(anna, path, body, key)
        assert made.status_code == 201 and REPLAYED not in made, path
        for bad in wrong:
            refused = post(anna, path, bad, key)
            assert (refused.status_code, refused.json()["code"]) == (422, "key_reused"), (path, bad)
        again = post(anna, path, body, key)
        assert (again.status_code, again[REPLAYED]) == (201, "true"), path
        located = made.get("Location")
        assert (located is not None) == (path in ("/games", "/seeks")) and again.get("Location") == located
        if located is not None:
            assert client_of(anna).get(located).json()["id"] == made.json()["id"]


def test_so_it_is_in_a_game() -> None:
    game, people = play.table(2)
    at = play.position(game)
    anna, path = people[at.to_move[0]], f"/games/{game.public_id}"
    act = {"expected_seq": at.seq, "action": play.random_action(at, at.to_move[0], Random(1))}
    for what, body, wrong in (
        ("actions", act, [{}, {"expected_seq": 0}, {**act, "more": 1}, {**act, "expected_seq": "0"}, "["]),
        ("requests", {"what": "pause"}, [{}, {"what": "sleep"}]),
    ):
        for bad in wrong:
            assert post(anna, f"{path}/{what}", bad, what).status_code == 400
        assert REPLAYED not in post(anna, f"{path}/{what}", body, what)
        again = post(anna, f"{path}/{what}", body, what)
        assert (again.status_code, again[REPLAYED]) == (200, "true")
        for bad in wrong:
            refused = post(anna, f"{path}/{what}", bad, what)
            assert (refused.status_code, refused.json()["code"]) == (422, "key_reused"), (what, bad)
        assert post(anna, f"{path}/{what}", {}, "another").status_code == 400
    other = post(people[at.to_move[0] - 1], f"{path}/actions", {}, "actions")
    assert other.status_code == 400, "a key belongs to one seat"


def test_many_at_once_open_one_table() -> None:
    anna = play.person()
    answers = at_once([partial(post, anna, "/games", TABLE) for _ in range(4)])
    assert {(answer.status_code, answer.json()["id"]) for answer in answers} == {(201, Game.objects.get().public_id)}


def test_sitting_down_and_inviting_again_returns_the_first_response() -> None:
    anna, bert, carla = play.person(), play.person(), play.person()
    table = post(anna, "/games", {**TABLE, "options": {"seats": 3}}).json()["id"]
    invited = post(anna, f"/games/{table}/invitations", {"player": carla.public_id}, "k2")
    assert post(anna, f"/games/{table}/invitations", {"player": carla.public_id}, "k2").json() == invited.json()
    assert Invitation.objects.count() == 1
    seated = post(bert, f"/games/{table}/seats", {})
    post(carla, f"/games/{table}/seats", {})
    assert post(bert, f"/games/{table}/seats", {}).json() == seated.json()
    assert play.fresh(table).status == Game.Status.RUNNING and seated.json()["status"] == "open"


def test_a_refused_request_may_be_repeated() -> None:
    anna, bert, carla = (play.person() for _ in range(3))
    table = post(anna, "/games", TABLE).json()["id"]
    post(bert, f"/games/{table}/seats", {})
    assert post(carla, f"/games/{table}/seats", {}).status_code == 409
    assert not StoredResponse.objects.filter(user=carla).exists()


def test_answers_are_forgotten_after_a_while(now: Now) -> None:
    anna = play.person()
    post(anna, "/games", TABLE)
    now.ms += KEPT_MS
    delete_expired_responses()
    assert StoredResponse.objects.count() == 1
    now.ms += 1
    delete_expired_responses()
    assert StoredResponse.objects.count() == 0
