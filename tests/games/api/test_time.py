"""Time controls, requests, aborts and vacations over the REST API."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.test import Client

from games.record.services.submit_action import submit_action
from pyramido_site.infrastructure.public_ids import PublicId
from tests.games import play

pytestmark = pytest.mark.django_db

THREE_DAYS = {"time_control": {"system": "per_move", "seconds": 3 * 86400}}


def client_of(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def post(client: Client, path: str, body: object = None) -> Any:
    return client.post(f"/api/v1/{path}", {} if body is None else body, content_type="application/json")


def table(terms: object = THREE_DAYS, **more: Any) -> tuple[PublicId, Client, Client]:
    """Start a table for two; return its id and its players' clients."""
    host, guest = (client_of(play.person()) for _ in range(2))
    opened = post(host, "games", {"game": "pyramido", "options": {"seats": 2}, "terms": terms, **more})
    assert opened.status_code == 201, opened.content
    assert post(guest, f"games/{opened.json()['id']}/seats").status_code in (200, 201)
    return opened.json()["id"], host, guest


def test_a_table_with_a_time_control_shows_its_clocks() -> None:
    game, host, _ = table({**THREE_DAYS, "weekend": "Europe/Zurich", "vacation": False})
    shown = host.get(f"/api/v1/games/{game}").json()
    assert shown["terms"] == {**THREE_DAYS, "weekend": "Europe/Zurich", "vacation": False}
    (mover,) = shown["to_move"]
    clock = shown["standing"]["clocks"][mover]
    assert clock["left_ms"] == 3 * 86_400_000
    assert clock["deadline_ms"] == shown["deadline_ms"] >= clock["since_ms"] + clock["left_ms"]
    assert shown["standing"]["clocks"][1 - mover] is None


@pytest.mark.parametrize(
    ("terms", "status", "field"),
    [
        ({"time_control": {"system": "per_move", "seconds": -1}}, 400, "terms.time_control.seconds"),
        ({"time_control": {"system": "per_move", "seconds": 10**12}}, 400, "terms.time_control.seconds"),
        ({"time_control": {"system": "hourglass"}}, 400, "terms.time_control.system"),
        ({"time_control": {"system": "fischer", "initial": 60, "increment": 5, "max": 30}}, 400, "terms.time_control"),
        ({**THREE_DAYS, "weekend": "Mars/Olympus"}, 400, "terms.weekend"),
        ({"time_control": {"system": "per_move", "seconds": 30}, "weekend": "UTC"}, 422, "terms.weekend"),
        ({"rated": True}, 422, "terms.rated"),
        ({**THREE_DAYS, "colour": 1}, 400, "terms.colour"),
        ([], 400, "terms"),
    ],
)
def test_absurd_terms_are_refused(terms: object, status: int, field: str) -> None:
    answer = post(client_of(play.person()), "games", {"game": "pyramido", "options": {"seats": 2}, "terms": terms})
    assert (answer.status_code, answer.json()["field"]) == (status, field), answer.content


def test_a_pause_needs_all_players_and_stops_the_clocks() -> None:
    game, host, guest = table()
    assert post(host, f"games/{game}/requests", {"what": "holiday"}).status_code == 400
    assert post(host, f"games/{game}/requests", {"what": "pause"}).status_code == 200
    assert host.get(f"/api/v1/games/{game}").json()["standing"]["asked"] == {
        "what": "pause", "seat": 0, "seq": 1, "agreed": [],
    }  # fmt: skip
    assert post(host, f"games/{game}/requests/answer", {"agree": False, "asked_seq": 1}).status_code == 200
    assert post(host, f"games/{game}/requests", {"what": "pause"}).status_code == 200
    late = post(guest, f"games/{game}/requests/answer", {"agree": True, "asked_seq": 1})
    assert (late.status_code, late.json()["code"], late.json()["field"]) == (409, "stale", "asked_seq")
    assert post(guest, f"games/{game}/requests/answer", {"agree": True, "asked_seq": 3}).status_code == 200
    shown = host.get(f"/api/v1/games/{game}").json()
    assert shown["standing"]["paused_ms"] is not None
    assert all(clock is None or clock["deadline_ms"] is None for clock in shown["standing"]["clocks"])
    at = play.position(game)
    body = {"expected_seq": at.seq, "action": play.random_action(at, at.to_move[0], Random(1))}
    mover = (host, guest)[at.to_move[0]]
    assert post(mover, f"games/{game}/actions", body).json()["code"] == "paused"
    assert post(guest, f"games/{game}/resume").status_code == 200
    assert host.get(f"/api/v1/games/{game}").json()["standing"]["paused_ms"] is None


def test_a_game_can_be_aborted_until_all_have_acted() -> None:
    game, host, guest = table()
    first, _, _ = table()
    assert post(host, f"games/{game}/abort").status_code == 200
    assert host.get(f"/api/v1/games/{game}").json()["status"] == "aborted"
    assert post(guest, f"games/{game}/resign").json()["code"] in ("game_over", "not_running")
    while not (at := play.position(first)).under_way:
        seat = at.to_move[0]
        submit_action(first, seat, at.seq, play.random_action(at, seat, Random(at.seq)))
    late = post(client_of(play.owner_of(play.fresh(first), 0)), f"games/{first}/abort")
    assert (late.status_code, late.json()["code"]) == (422, "too_late")


def test_a_vacation_is_taken_from_the_years_allowance() -> None:
    client = client_of(play.person())
    assert client.get("/api/v1/account/vacation").json() == {"days_left": 10, "until_ms": None}
    assert post(client, "account/vacation", {"days": -1}).status_code == 400
    assert post(client, "account/vacation", {"days": 11}).json()["code"] == "vacation_used_up"
    begun = post(client, "account/vacation", {"days": 3})
    assert begun.status_code == 201 and begun.json()["until_ms"] is not None
    assert post(client, "account/vacation", {"days": 1}).json()["code"] == "on_vacation"
    assert client.delete("/api/v1/account/vacation").json()["until_ms"] is None
