"""The caller's identity, other people, webhooks and the catalogue over REST."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.access import scopes, tokens
from accounts.models import Block, User
from games.models import Game
from games.seating.services.open_table import open_table
from pyramido_site.infrastructure import outbound
from tests.games import play
from tests.games.api.test_api import client_of

pytestmark = pytest.mark.django_db(transaction=True)

API = "/api/v1"


def get(path: str, user: User | None = None) -> Any:
    return client_of(user).get(f"{API}{path}")


def test_the_caller_s_identity_and_waiting_games() -> None:
    game, people = play.table(2)
    seat = play.position(game).to_move[0]
    anna = people[seat]
    anna.email = "anna@example.org"
    anna.save()
    by_session = get("/account", anna).json()
    assert by_session.items() >= {"id": anna.public_id, "kind": "account", "email": anna.email, "scopes": None}.items()
    assert (by_session["waiting"], get("/account", people[1 - seat]).json()["waiting"]) == ([game.public_id], [])
    _, text = tokens.make(anna, "reader", [scopes.GAMES_READ], None)
    by_token = Client().get(f"{API}/account", headers={"Authorization": f"Bearer {text}"}).json()
    assert (by_token["scopes"], by_token["email"], by_token["waiting"]) == ([scopes.GAMES_READ], None, [game.public_id])


def test_finding_a_player_and_their_profile() -> None:
    game, (anna, bert) = play.table(2)
    hidden = open_table(anna, play.GAME, {"seats": 2}, listed=False)
    play.play_to_the_end(game)
    assert get("/players?name=" + anna.display_name.upper()).json()["results"][0]["id"] == anna.public_id
    assert get("/players?name=nobody at all").json() == {"results": []}
    assert get("/players").json()["field"] == "name"
    Block.objects.create(blocker=bert, blocked=anna)
    assert [get(f"/players/{anna.public_id}", who).json()["blocked"] for who in (None, anna, bert)] == [
        None,
        None,
        True,
    ]
    records = [get(f"/players/{one.public_id}").json()["records"][0] for one in (anna, bert)]
    assert [record["finished"] for record in records] == [1, 1] and sum(record["won"] for record in records) >= 1
    for viewer, seen in ((bert, [game]), (anna, [hidden, game])):
        listed = get(f"/players/{anna.public_id}/games", viewer).json()["results"]
        assert [table["id"] for table in listed] == [one.public_id for one in seen]
    assert get(f"/players/{anna.public_id}/games?status=open", bert).json()["results"] == []
    assert get("/players/nobody").status_code == 404


def test_a_link_leads_to_its_table() -> None:
    anna, bert = play.person(), play.person()
    table = Game.objects.get(pk=open_table(anna, play.GAME, {"seats": 2}, listed=False).pk)
    found = get(f"/links/{table.link}").json()
    assert (found["id"], found["link"]) == (table.public_id, None)
    body = {"link": table.link}
    seated = client_of(bert).post(f"{API}/games/{found['id']}/seats", data=body, content_type="application/json")
    assert seated.json()["status"] == "running"


def test_webhooks_are_made_listed_and_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbound, "look_up", lambda url: None)
    anna = play.person()

    def call(method: str, body: Any) -> Any:
        return client_of(anna).generic(method, f"{API}/account/webhooks", body, content_type="application/json")

    made = [call("POST", f'{{"url": "https://hooks.example/{number}"}}') for number in (1, 2, 3, 4)]
    assert [answer.status_code for answer in made] == [201, 201, 201, 409]
    assert len(made[0].json()["secret"]) >= 32
    again = call("POST", '{"url": "https://hooks.example/1"}')
    assert again.status_code == 200, "the secret is shown only once"
    assert again.json() == {name: made[0].json()[name] for name in ("url", "created_ms")}
    assert [set(one) for one in get("/account/webhooks", anna).json()["results"]] == [{"url", "created_ms"}] * 3
    assert call("DELETE", '{"url": "https://hooks.example/2"}').status_code == 204
    assert len(get("/account/webhooks", anna).json()["results"]) == 2
    for bad in ('{"url": "http://hooks.example/"}', '{"url": 1}', "{}", "[]"):
        assert call("POST", bad).json()["code"] == "malformed"


def test_the_catalogue_says_which_kinds_are_open_to_the_caller() -> None:
    game = next(one for one in get("/catalogue").json()["results"] if one["game"] == play.GAME)
    locked = [kind for kind in game["kinds"] if not kind["open"]]
    assert locked and all(kind["needs"] is not None for kind in locked)
    assert (
        Client().get(f"{API}/catalogue", headers={"Accept-Language": "fr"}).json()["results"][0]["kinds"]
        != game["kinds"]
    )
