"""A body or a form with extra fields: they change nothing."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest
from django.forms.models import model_to_dict
from django.test import Client
from django.urls import reverse

from accounts.models import Sanction, User
from games.models import Game, Seat
from ratings.models import Rating
from tests.games.api import api_world
from tests.games.api.api_rows import ROWS
from tests.people import PASSWORD, guest, user_of, visitor
from tests.security.walking import addresses

pytestmark = pytest.mark.django_db

MORE: dict[str, Any] = {
    "is_staff": True, "is_superuser": True, "is_bot": True, "is_active": True, "is_guest": False, "groups": [1, 2, 3],
    "user": 1, "user_id": 1, "by": 1, "host": 1, "owner": 1, "id": 1, "pk": 1, "public_id": "aaaaaaaaaaaa",
    "value": 300000, "rating": 300000, "rated": True, "rank": 1, "status": "finished", "seat": 1,
    "secret": "00", "hidden": True,
    "state": "upheld", "priority": 9, "lifted_ms": 1, "kind": "ban", "scopes": ["mod:write"], "hash": "0",
    "password": "another-Moth-47", "verified": True, "deleted_ms": None, "date_joined": "2000-01-01",
}  # fmt: skip
RIGHTS = ("is_staff", "is_superuser", "is_bot", "is_active", "password", "public_id", "date_joined")


def privileged() -> dict[int, Any]:
    """Return all users' fields that no player's form can change."""
    found = {user.pk: [getattr(user, name) for name in RIGHTS] for user in User.objects.order_by("pk")}
    for user in User.objects.all():
        found[user.pk].append(sorted(user.groups.values_list("name", flat=True)))
    return found


def test_a_body_with_a_field_too_many_is_refused() -> None:
    world = api_world.make()
    client = Client()
    client.force_login(world.seated)
    before, ratings = privileged(), Rating.objects.count()
    names = itertools.cycle(("is_staff", "user", "by", "public_id", "rank", "hash"))
    tried = 0
    for row in ROWS:
        if row.method not in ("POST", "PUT", "PATCH") or not isinstance(row.body, dict):
            continue
        address, body = reverse(row.name, kwargs=world.named(row.where)) + row.query, world.filled(row.body)
        name = next(name for name in names if name not in body)
        sent = json.dumps({**body, name: MORE[name]})
        answer = client.generic(row.method, address, sent, content_type="application/json")
        assert answer.status_code in {400, 403, 404}, (row.name, name, answer.status_code)
        tried += 1
    assert tried > 25
    assert (privileged(), Rating.objects.count()) == (before, ratings)


def test_a_form_accepts_only_its_own_fields() -> None:
    world = api_world.make()
    client = Client()
    client.force_login(world.seated)
    everybody, seats = privileged(), sorted(Seat.objects.exclude(user=None).values_list("game", "number", "rank"))
    sanctioned = list(Sanction.objects.order_by("pk").values_list("kind", "lifted_ms"))
    games = {game.pk: model_to_dict(game, ["status", "rated", "outcome"]) for game in Game.objects.all()}
    form = {**{key: "" if value is None else value for key, value in MORE.items()}, "language": "fr"}
    # Requests that end the session or the account come last.
    ends = ("account_logout", "delete_account", "api_become_bot", "bot_account")
    for address in addresses(world):
        if address.path.startswith("/api/") or address.name.startswith(ends) or "leave" in address.name:
            continue
        answer = client.post(address.path, form)
        assert answer.status_code < 500, address.name
    assert user_of(client) == world.seated  # otherwise the requests were anonymous
    assert {pk: held for pk, held in privileged().items() if pk in everybody} == everybody
    for pk, known in games.items():
        found = Game.objects.filter(pk=pk).first()
        assert found is None or found.status != "finished" or known["status"] == "finished"
        assert found is None or found.rated == known["rated"]
    assert list(Sanction.objects.order_by("pk").values_list("kind", "lifted_ms")) == sanctioned
    assert not Rating.objects.filter(value=300000).exists()
    assert seats[0][2] == sorted(Seat.objects.exclude(user=None).values_list("game", "number", "rank"))[0][2]


def test_a_sign_up_form_cannot_grant_a_role() -> None:
    for client in (visitor(), guest()):
        name = f"Cleo {'guest' if user_of(client) else 'new'}"
        form = {**{key: value for key, value in MORE.items() if value is not None}, "username": name, "terms": "on"}
        answer = client.post("/accounts/signup/", {**form, "password1": PASSWORD})
        assert answer.status_code == 302, answer.content
        user = User.objects.get(display_name=name)
        assert not (user.is_staff or user.is_superuser or user.is_bot or user.is_guest or user.groups.exists())
        assert user.check_password(PASSWORD)
        assert user.public_id != MORE["public_id"]
