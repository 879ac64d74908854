"""Pages of learning, watching, searching, replaying and studying × every kind of reader: what each gets. A new page of
these needs a row in ROWS.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import resolve_url
from django.test import Client
from django.urls import URLPattern, reverse

from accounts.models import Sanction, User
from accounts.sanctions import services as sanctions
from engine.lessons import LESSONS
from engine.trials import TRIALS
from games.pages.urls import urlpatterns
from tests.games import play
from tests.games.api import api_world
from tests.games.api.api_world import World
from tests.people import signed_in

pytestmark = pytest.mark.django_db

ROOMS = ("learn", "pictures", "rules", "search", "study")
"""Modules of `games.pages` all pages of which are listed."""
OTHERS = {"table", "report_study"}

READERS: dict[str, Callable[[World], User | None]] = {
    "anonymous": lambda world: None,
    "other": lambda world: world.other,
    "seated": lambda world: world.seated,
    "spectator": lambda world: world.spectator,
    "bot": lambda world: world.bot,
    "moderator": lambda world: world.moderator,
}
"""As in the API's matrix (tests/games/api/api_rows.py); the studies are those of `seated`."""


@dataclass(frozen=True)
class Row:
    """A page by the name of its URL; `where` and placeholders like `<over>` refer to `api_world` and PLACES.

    `statuses` in the order of READERS; `in` redirects to the page for signing in, `bot` to that for bots.
    """

    name: str
    method: str
    where: str
    statuses: str
    form: Any = None
    query: str = ""


def lesson(key: str) -> dict[str, Any]:
    return {"key": play.GAME, "lesson": key}


def trial(key: str) -> dict[str, Any]:
    return {"key": play.GAME, "trial": key}


PLACES: dict[str, dict[str, Any]] = {
    "game's rules": {"key": play.GAME},
    "no game": {"key": "chess"},
    "lesson": lesson(LESSONS[play.GAME][0].key),
    "no lesson": lesson("nothing"),
    "trial": trial(TRIALS[play.GAME][0].key),
    "no trial": trial("nothing"),
}
PICTURE = {"seq": 0, "ending": "svg"}
CARD = {"seq": 0, "language": "en"}
NEW_STUDY = {"game": "<over>", "seq": "0", "title": "Mine"}

#                                      anonymous other seated spectator bot moderator
ROWS = (
    Row("learn", "GET", "game's rules", "200 200 200 200 200 200"),
    Row("learn", "GET", "no game", "404 404 404 404 404 404"),
    Row("lesson", "GET", "lesson", "200 200 200 200 200 200"),
    Row("lesson", "POST", "lesson", "200 200 200 200 200 200", {"step": 0}),
    Row("lesson", "GET", "no lesson", "404 404 404 404 404 404"),
    Row("trial", "GET", "trial", "200 200 200 200 200 200"),
    Row("trial", "POST", "trial", "200 200 200 200 200 200", {"step": 0}),
    Row("trial", "GET", "no trial", "404 404 404 404 404 404"),
    Row("rules_index", "GET", "", "200 200 200 200 200 200"),
    Row("exact_rules", "GET", "", "200 200 200 200 200 200"),
    Row("rules_search_index", "GET", "", "200 200 200 200 200 200"),
    Row("rules", "GET", "game's rules", "200 200 200 200 200 200"),
    Row("components", "GET", "game's rules", "200 200 200 200 200 200"),
    Row("watch", "GET", "", "200 200 200 200 200 200"),
    Row("search", "GET", "", "200 200 200 200 200 200"),
    Row("save_filters", "POST", "", "in 302 302 302 302 302", {"title": "All"}),
    Row("forget_filters", "POST", "saved", "in 302 302 302 302 302"),
    Row("table", "GET", "game", "200 200 200 200 200 200"),
    Row("table", "GET", "over", "200 200 200 200 200 200"),
    Row("position_picture", "GET", "picture", "200 200 200 200 200 200"),
    Row("position_picture", "GET", "picture", "409 409 200 409 409 409", query="?seat=0"),
    Row("position_picture", "GET", "ended picture", "200 200 200 200 200 200", query="?seat=0"),
    Row("position_preview", "GET", "card", "200 200 200 200 200 200"),
    Row("board_preview", "GET", "board's picture", "200 200 200 200 200 200"),
    Row("studies", "GET", "", "in 200 200 200 200 200"),
    Row("new_study", "GET", "", "in 200 200 200 200 200", query="?game=<over>"),
    Row("new_study", "POST", "", "in 302 302 302 bot 302", NEW_STUDY),
    Row("import_study", "POST", "", "in 400 400 400 bot 400", {}),
    Row("study", "GET", "study", "in 404 200 404 404 404"),
    Row("study", "GET", "running study", "in 404 200 404 404 404"),
    Row("shared_study", "GET", "shared study", "200 200 302 200 200 200"),
    Row("shared_study", "GET", "link", "404 404 404 404 404 404"),
    Row("report_study", "GET", "shared study", "in 200 404 200 200 200"),
    Row("report_study", "POST", "shared study", "in 302 404 302 302 302", {"kind": "harassment", "text": "Look"}),
)


def test_every_page_has_a_row() -> None:
    listed = {row.name for row in ROWS}
    wanted = {str(one.name) for one in urlpatterns if isinstance(one, URLPattern) and room(one) in ROOMS} | OTHERS
    assert listed == wanted


def room(pattern: URLPattern) -> str:
    return pattern.callback.__module__.removeprefix("games.pages.").partition(".")[0]


def sent(client: Client, row: Row, world: World) -> HttpResponse:
    """Send the request of a row; what is stored is undone."""
    game = world.places["game"]
    places = {
        **world.places,
        **PLACES,
        "picture": {**game, **PICTURE},
        "ended picture": {**world.places["over"], **PICTURE},
        "card": {**game, **CARD},
        "board's picture": {**game, **CARD, **PICTURE, "board": 1},
    }
    path = reverse(row.name, kwargs=places[row.where]) + world.queried(row.query)
    answers: list[Any] = []
    try:
        with transaction.atomic():
            kind: Any = {"content_type": "application/json"} if row.name in ("lesson", "trial") else {}
            form = world.filled(row.form)
            answers.append(client.get(path) if row.method == "GET" else client.post(path, form, **kind))
            raise _Undone
    except _Undone:
        (answer,) = answers
        return answer


class _Undone(Exception):
    """Rolls a savepoint back."""


def outcome(answer: HttpResponse) -> str:
    goal = answer.get("Location", "")
    if goal.startswith(f"{resolve_url('account_login')}?"):
        return "in"
    return "bot" if goal == reverse("bot_account") else str(answer.status_code)


@pytest.mark.parametrize("kind", READERS)
def test_every_reader_gets_what_is_listed(kind: str) -> None:
    world = api_world.make()
    user = READERS[kind](world)
    client = Client() if user is None else signed_in(user)
    wrong = []
    for row in ROWS:
        found, wanted = outcome(sent(client, row, world)), row.statuses.split()[list(READERS).index(kind)]
        if found != wanted:
            wrong.append(f"{row.method} {row.name} of {row.where!r}: {found} instead of {wanted}")
    assert not wrong, f"{kind}:\n" + "\n".join(wrong)


def test_of_each_page_a_banned_user_gets_the_decision() -> None:
    world = api_world.make()
    client = signed_in(world.seated)
    sanctions.impose(world.seated, Sanction.Kind.BAN.value, "Threats", None)
    goals = {str(row.name): sent(client, row, world).get("Location", "") for row in ROWS}
    decision = reverse("closed_account", args=["-"]).removesuffix("-/")
    assert [name for name, goal in goals.items() if not goal.startswith(decision)] == []
