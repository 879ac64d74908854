"""The REST API as documented in docs/formats/api.md."""

from __future__ import annotations

import gzip
from random import Random
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from engine import export
from engine.chance import commitment
from games.models import Game, GameSecret
from tests.games import play

pytestmark = pytest.mark.django_db(transaction=True)

API = "/api/v1/games"


def client_of(user: User | None = None, **options: Any) -> Client:
    client = Client(**options)
    if user is not None:
        client.force_login(user)
    return client


def post(client: Client, path: str, body: Any = None, **headers: str) -> Any:
    return client.post(f"{API}{path}", data=body, content_type="application/json", headers=headers)


def test_opening_sitting_and_starting() -> None:
    anna, bert = play.person("Anna"), play.person("Bert")
    answer = post(client_of(anna), "", {"game": play.GAME, "options": {"seats": 2}, "nonce": "ab" * 32})
    table = answer.json()
    assert answer.status_code == 201
    public_id = table["id"]
    assert table == {
        "id": public_id,
        "url": f"/games/{public_id}/",
        "game": play.GAME,
        "rules_version": 1,
        "options": {"seats": 2},
        "status": "open",
        "seats": [
            {
                "seat": 0,
                "kind": "explorer",
                "player": {"id": anna.public_id, "name": "Anna", "guest": False, "bot": False},
                "ai": None,
                "invited": None,
                "you": True,
            },
            {"seat": 1, "kind": "explorer", "player": None, "ai": None, "invited": None, "you": False},
        ],
        "host": 0,
        "listed": True,
        "watch_delay": 0,
        "link": None,
        "expires_ms": table["expires_ms"],
        "substitute": None,
        "terms": {"time_control": {"system": "none"}, "weekend": None, "vacation": True},
        "rated": False,
        "limited": False,
        "seq": None,
        "commitment": table["commitment"],
        "to_move": [],
        "can_take_back": False,
        "opened_ms": table["opened_ms"],
        "started_ms": None,
        "finished_ms": None,
        "outcome": None,
        "deadline_ms": None,
        "standing": None,
        "rematch": None,
    }
    assert len(public_id) == 12 and table["opened_ms"] > 1_700_000_000_000 and len(table["commitment"]) == 64
    opened = client_of().get(f"{API}/{public_id}/view").json()
    assert (opened["seq"], opened["view"]) == (None, None)
    nothing: dict[str, Any] = {"game": play.GAME, "seq": None, "next": None, "events": []}
    assert client_of().get(f"{API}/{public_id}/events").json() == nothing

    answer = post(client_of(bert), f"/{public_id}/seats", {})
    table = answer.json()
    assert answer.status_code == 201
    assert (table["status"], table["seq"], len(table["to_move"])) == ("running", 0, 1)
    assert [seat["you"] for seat in table["seats"]] == [False, True]
    assert table["started_ms"] is not None

    secret = GameSecret.objects.get(game__public_id=public_id)
    assert commitment(bytes(secret.secret)) == table["commitment"]
    position = play.position(public_id)
    assert position.nonces == (bytes.fromhex("ab" * 32), bytes(32))


def test_playing_by_rest_alone_to_an_export_that_verifies() -> None:
    game, people = play.table(2)
    clients = [client_of(user) for user in people]
    rng = Random(6)
    while not (at := play.position(game)).over:
        seat = at.to_move[0]
        body = {"expected_seq": at.seq, "action": play.random_action(at, seat, rng)}
        answer = post(clients[seat], f"/{game.public_id}/actions", body)
        assert answer.status_code == 200, answer.content
        assert answer.json()["events"][0]["seq"] == at.seq + 1
        if at.seq > 60:
            assert post(clients[1], f"/{game.public_id}/resign", {}).status_code == 200
    finished = client_of().get(f"{API}/{game.public_id}").json()
    assert finished["status"] == "finished" and finished["outcome"]["reason"] == "last_explorer"
    answer = client_of().get(f"{API}/{game.public_id}/export")
    assert answer.status_code == 200
    assert export.rebuild(export.read(answer.content)).outcome is not None
    points = client_of().get(f"{API}/{game.public_id}/points", headers={"Accept-Language": "fr"}).json()
    assert [sum(map(sum, stages)) for stages in points["seats"]] == finished["outcome"]["scores"]
    assert points["stages"][0] == "Étage 1" and len(points["stages"]) == len(points["seats"][0])
    assert points["sources"][0] == {"key": "orange", "name": "Zones orange"}
    assert len(points["sources"]) == len(points["seats"][0][0])
    events = client_of().get(f"{API}/{game.public_id}/events?since=-1").json()
    assert events["seq"] == finished["seq"]
    assert [event["seq"] for event in events["events"]] == list(range(events["seq"] + 1))
    assert all("hash" in event for event in events["events"])


@pytest.mark.parametrize("log", ["events", "steps"])
def test_logs_are_compressed_for_callers_that_take_it(log: str) -> None:
    game, people = play.table(2)
    play.play_until(game, Random(1), lambda at: at.seq > 20)
    client, address = client_of(people[0]), f"{API}/{game.public_id}/{log}"
    whole, packed = client.get(address), client.get(address, headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in whole and packed["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed["Vary"]
    assert gzip.decompress(packed.content) == whole.content
    assert len(packed.content) < len(whole.content) / 3


def test_view_and_events_are_those_of_one_s_seat() -> None:
    game, people = play.table(2)
    play.play_until(game, Random(1), lambda at: at.seq > 5)
    for seat, user in (*enumerate(people), (None, None)):
        client = client_of(user)
        view = client.get(f"{API}/{game.public_id}/view").json()
        assert set(view) == {"seq", "server_now_ms", "table", "view", "broken_at"} and view["broken_at"] is None
        assert view["view"]["seat"] == seat
        events = client.get(f"{API}/{game.public_id}/events?since=2").json()["events"]
        assert [event["seq"] for event in events] == list(range(3, view["seq"] + 1))
        assert not any("hash" in event for event in events)


def test_an_idempotency_key() -> None:
    game, people = play.table(2)
    at = play.position(game)
    seat = at.to_move[0]
    body = {"expected_seq": at.seq, "action": play.random_action(at, seat, Random(1))}
    client = client_of(people[seat])
    first = post(client, f"/{game.public_id}/actions", body, **{"Idempotency-Key": "k-1"})
    again = post(client, f"/{game.public_id}/actions", body, **{"Idempotency-Key": "k-1"})
    assert again.content == first.content
    assert first.status_code == again.status_code == 200
    assert first.json() == again.json()
    other = {**body, "action": {"type": "legend"}}
    refused = post(client, f"/{game.public_id}/actions", other, **{"Idempotency-Key": "k-1"})
    assert (refused.status_code, refused.json()["code"]) == (422, "key_reused")
    refused = post(client, f"/{game.public_id}/actions", body, **{"Idempotency-Key": "x" * 65})
    assert (refused.status_code, refused.json()["code"]) == (400, "malformed")


def test_taking_back() -> None:
    game, people = play.table(2)
    at = play.play_until(game, Random(2), lambda at: at.undo is not None)
    assert at.undo_seat is not None
    client = client_of(people[at.undo_seat])
    assert client.get(f"{API}/{game.public_id}").json()["can_take_back"] is True
    assert client_of().get(f"{API}/{game.public_id}").json()["can_take_back"] is False
    answer = post(client, f"/{game.public_id}/take-back", {"expected_seq": at.seq})
    assert answer.status_code == 200
    assert [event["kind"] for event in answer.json()["events"]] == ["taken_back"]


def test_leaving_a_table_and_closing_it() -> None:
    host, guest = play.person(), play.person()
    public_id = post(client_of(host), "", {"game": play.GAME, "options": {"seats": 3}}).json()["id"]
    post(client_of(guest), f"/{public_id}/seats", {"nonce": "cd" * 32})
    assert post(client_of(guest), f"/{public_id}/seats").json()["code"] == "already_seated"
    assert client_of(guest).delete(f"{API}/{public_id}/seats/mine").status_code == 204
    assert GameSecret.objects.get(game__public_id=public_id).nonces == {}
    assert client_of(guest).delete(f"{API}/{public_id}/seats/mine").json()["code"] == "not_seated"
    assert client_of(host).delete(f"{API}/{public_id}/seats/mine").status_code == 204
    assert client_of().get(f"{API}/{public_id}").json()["status"] == "aborted"
    assert post(client_of(guest), f"/{public_id}/seats", {}).json()["code"] == "not_open"
    assert post(client_of(host), f"/{public_id}/resign", {}).json()["code"] == "not_running"
    assert client_of(host).get(f"{API}/{public_id}/export").json()["code"] == "aborted"
    assert client_of(host).get(f"{API}/{public_id}/points").json()["code"] == "aborted"


def test_a_full_table_accepts_no_more_players() -> None:
    game, _ = play.table(2)
    answer = post(client_of(play.person()), f"/{game.public_id}/seats", {})
    assert (answer.status_code, answer.json()["code"]) == (409, "not_open")


def test_the_legend_opens_to_winners_only() -> None:
    user = play.person()
    refused = post(client_of(user), "", {"game": play.GAME, "options": {"seats": 1, "legend": "the"}})
    assert (refused.status_code, refused.json()["code"]) == (403, "locked")
    assert refused.json()["field"] == "options"
    assert "“Become THE Legend”" in refused.json()["detail"]
    assert not Game.objects.exists()
    game, _ = play.solo(user)
    Game.objects.filter(pk=game.pk).update(status="finished")
    game.seats.filter(number=0).update(rank=1)
    opened = post(client_of(user), "", {"game": play.GAME, "options": {"seats": 1, "legend": "the"}})
    assert opened.status_code == 201


def test_lists_are_filtered_and_paged_newest_first() -> None:
    host, other = play.person(), play.person()
    mine = [post(client_of(host), "", {"game": play.GAME, "options": {"seats": 2}}).json()["id"] for _ in range(27)]
    post(client_of(other), "", {"game": play.GAME, "options": {"seats": 2}})
    client = client_of(host)
    client.delete(f"{API}/{mine[3]}/seats/mine")
    found: list[str] = []
    address: str | None = f"{API}?status=open&mine=true"
    pages = 0
    while address:
        page = client.get(address).json()
        assert set(page) == {"next", "previous", "results"}
        found += [table["id"] for table in page["results"]]
        address, pages = page["next"], pages + 1
    assert pages == 2
    assert found == [public_id for public_id in reversed(mine) if public_id != mine[3]]


def test_anonymous_callers_have_no_tables_of_their_own() -> None:
    answer = client_of().get(f"{API}?mine=true")
    assert (answer.status_code, answer.json()["code"]) == (401, "not_authenticated")
    assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert client_of().get(f"{API}?mine=false").status_code == 200


def test_no_parameter_is_taken_twice() -> None:
    game, people = play.table(2)
    player = people[0].public_id
    for path in (
        f"{API}?status=open&status=running", f"{API}?limit=3&limit=3", f"{API}/{game.public_id}/events?since=0&since=1",
        f"{API}/{game.public_id}/chat?room=players&room=players", f"/api/v1/players/{player}/games?status=open&status=",
        f"/api/v1/players?name={player}&name={player}",
        "/api/v1/leaderboards/pyramido/live?month=2026-01&month=2026-02",
    ):  # fmt: skip
        answer = client_of(people[0]).get(path)
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed"), path
        assert answer.json()["field"] == path.rpartition("&")[2].partition("=")[0]
        assert "more than once" in answer.json()["detail"]


def test_the_session_s_requests_need_the_csrf_token() -> None:
    user = play.person()
    client = client_of(user, enforce_csrf_checks=True)
    refused = post(client, "", {"game": play.GAME, "options": {"seats": 2}})
    assert (refused.status_code, refused.json()["code"]) == (403, "csrf_failed")
    client.get("/")
    token = client.cookies["csrftoken"].value if "csrftoken" in client.cookies else ""
    if not token:
        client.get("/accounts/login/")
        token = client.cookies["csrftoken"].value
    answer = post(client, "", {"game": play.GAME, "options": {"seats": 2}}, **{"X-CSRFToken": token})
    assert answer.status_code == 201
