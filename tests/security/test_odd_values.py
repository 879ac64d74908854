"""U+0000, unpaired surrogates, 2^63, 10^400 and a megabyte in every parameter of every URL: never a server error."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.games.api import api_world
from tests.games.api.api_world import World
from tests.games.api.test_api_matrix import CALLING
from tests.people import visitor
from tests.security.admin_pages import admin_pages
from tests.security.odd_values import TEXTS, Walk, rows_for, view_of
from tests.security.walking import Address, addresses, values

pytestmark = [pytest.mark.django_db, pytest.mark.slow(20)]
sampled = pytest.mark.sampled(one_of=8, of="odd values")

API = "/api/"


def walk_of(caller: str, world: World) -> Walk:
    made = CALLING[caller](world)
    made.client.get("/", headers=made.headers)  # the session is recorded now, not in each request that is rolled back
    return Walk(made.client.cookies, made.headers)


def likely(world: World) -> dict[str, str]:
    """Return parameters of pages that decide whether others are read, with valid values."""
    game = world.places["game"]["public_id"]
    return {
        **{name: str(value) for name, value in values(world, "").items()},
        "game": "forgotten-treasures", "kind": "harassment", "name": "Anna", "player": world.opponent.public_id,
        "decision": world.places["warning"]["decision_id"], "text": "Hello", "reason": "spam", "action": "mute",
        "report": world.places["report"]["public_id"], "language": "fr", "next": "/", "seat": "1", "subject": game,
        "time": "3d", "answer": "accept", "q": "Anna", "days": "2", "email": "a@b.example", "password": "x",
    }  # fmt: skip


def pages(world: World) -> list[Address]:
    return [one for one in addresses(world) if not one.path.startswith(API)]


@sampled
@pytest.mark.parametrize("caller", ["seated", "anonymous", "administrator"])
def test_in_pages_and_forms(caller: str) -> None:
    world = api_world.make()
    walk, known = walk_of(caller, world), likely(world)
    for address in pages(world):
        walk.page(address, known, each=caller == "seated" or (caller == "administrator" and "desk" in address.path))
    assert walk.faults == []
    assert walk.asked > 100


@sampled
@pytest.mark.parametrize("caller", ["seated", "bot", "administrator"])
def test_in_the_api(caller: str) -> None:
    world = api_world.make()
    walk = walk_of(caller, world)
    views = {one.name: view_of(one) for one in addresses(world)}
    for row in rows_for(caller):
        own = {"bot": "bot", "administrator": "_mod_"}.get(caller, "")
        walk.row(row, world, views.get(row.name), each=own in row.name)
    assert walk.faults == []
    assert walk.asked > 200


@sampled
def test_in_the_parts_of_addresses_cookies_and_headers() -> None:
    world = api_world.make()
    walk = walk_of("administrator", world)
    for address in addresses(world):
        parts = address.parts
        if parts:
            walk.parts(address.name, "GET", parts)
    for path in ("/", "/accounts/login/", "/api/v1/games", "/admin/login/"):
        walk.around(path)
    assert walk.faults == []


@sampled
def test_in_the_administration() -> None:
    world = api_world.make()
    walk = walk_of("administrator", world)
    for number, model in enumerate(admin_pages()):
        path = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        for value, text in TEXTS.items():
            # Every link of such a page repeats them, so only one model gets three megabytes.
            several = f"q={text}" if value == "1 MB" and number else f"q={text}&p={text}&o={text}"
            for query in (several, f"id__exact={text}"):
                walk.ask(f"{path} with {value}", "GET", f"{path}?{query}")
            walk.ask(f"{path} with {value}", "GET", f"{path}{text}/change/")
    assert walk.faults == []


def test_values_that_cannot_be_stored_are_refused_in_one_way() -> None:
    """Programs are told where it is, people get a sentence in their language."""
    problem = Client().get("/api/v1/players?name=a%00").json()
    assert (problem["status"], problem["code"], problem["field"]) == (400, "malformed", "name")
    page = visitor(headers={"accept-language": "fr"}).get("/notifications/open/?key=%00")
    assert (page.status_code, page.templates[0].name) == (400, "400.html")
    assert '<html lang="fr" ' in page.content.decode()
    assert "U+0000" in page.content.decode()
