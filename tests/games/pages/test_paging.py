"""Every paged list can be read to its end and back, by links only."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from accounts.notifications.services import tell
from accounts.pages import notifications as notification_views
from games.models import Game, Report
from games.moderation.selectors import roles
from games.moderation.services import report as reports
from games.pages.moderation import desk, reporting
from games.pages.moderation import player as desk_player
from games.pages.search import finished
from games.presenters import game_lists as queries
from games.presenters.ratings import pages as shown_ratings
from games.seating.services.open_table import open_table
from ratings import selectors
from tests.games import play
from tests.games.moderation.desk import staff
from tests.games.pages.turning import turned
from tests.people import account, signed_in, visitor
from tests.ratings.results import finish, rate_all

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

IN_PAGES = ((queries, "FINISHED_SHOWN"), (queries, "LOBBY_SHOWN"), (finished, "FOUND_SHOWN"),
            (notification_views, "PAGE"), (reporting, "A_PAGE"),
            (desk, "PAGE"), (desk_player, "PAGE"), (shown_ratings, "POINTS_LISTED"), (shown_ratings, "OPPONENTS"),
            (selectors, "PAGE"))  # fmt: skip
TABLE = r'<h3><a href="/games/([^/"]+)/">'


def finished_of(anna: User) -> tuple[Client, str, list[str]]:
    games = [play.solo(anna)[0] for _ in range(5)]
    for at, game in enumerate(games):
        outcome = {"scores": [at, 0], "ranks": [1, 2], "winners": [0], "reason": "completed"}
        Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED, finished_ms=at // 2, outcome=outcome)
    return visitor(), f"/players/{anna.public_id}/", [game.public_id for game in reversed(games)]


def own_finished(anna: User) -> tuple[Client, str, list[str]]:
    _, _, games = finished_of(anna)
    return signed_in(anna), "/games/mine/", games


def searched(anna: User) -> tuple[Client, str, list[str]]:
    _, _, games = finished_of(anna)
    return visitor(), "/games/search/?players=Anna", games


def tables(anna: User) -> tuple[Client, str, list[str]]:
    made = [open_table(play.person(), "pyramido", {"seats": 2}) for _ in range(5)]
    open_table(play.person(), play.GAME, {"seats": 2})
    return visitor(), "/games/?game=pyramido", [table.public_id for table in reversed(made)]


def notifications(anna: User) -> tuple[Client, str, list[str]]:
    for number in range(5):
        tell("game_started", [anna.pk], subject=f"game{number}", key=f"start:{number}", data={"game": "Pyramido"})
    return signed_in(anna), "/notifications/", [f"start%3A{number}" for number in (4, 3, 2, 1, 0)]


def reported(anna: User) -> list[str]:
    people = [account(f"Rude {number}") for number in range(5)]
    return [reports.file(anna, Report.Kind.HARASSMENT, Report.About.PROFILE, reported=one).public_id for one in people]


def own_reports(anna: User) -> tuple[Client, str, list[str]]:
    return signed_in(anna), "/reports/", reported(anna)[::-1]


def queue(anna: User) -> tuple[Client, str, list[str]]:
    ids = reported(anna)
    order = Report.objects.order_by("-priority", "at_ms", "pk").values_list("public_id", flat=True)
    assert sorted(ids) == sorted(order)
    return signed_in(staff(roles.MODERATOR)), "/desk/", list(order)


def found_players(anna: User) -> tuple[Client, str, list[str]]:
    people = [account(f"Rude {number}") for number in range(5)]
    return signed_in(staff(roles.MODERATOR)), "/desk/players/?q=rude", [one.public_id for one in people]


def rated(anna: User) -> None:
    for number in range(5):
        for again in range(number + 1):
            finish(f"r{number}-{again}", anna, account(f"Met {number}") if again == 0 else met(number), key="pyramido",
                   at_ms=1_760_000_000_000 + 100 * number + again)  # fmt: skip
    rate_all()


def met(number: int) -> User:
    return User.objects.get(display_name=f"Met {number}")


def history(anna: User) -> tuple[Client, str, list[str]]:
    rated(anna)
    games = [f"r{number}-{again}" for number in range(5) for again in range(number + 1)]
    return visitor(), f"/players/{anna.public_id}/", games[::-1]


def opponents(anna: User) -> tuple[Client, str, list[str]]:
    rated(anna)
    return visitor(), f"/players/{anna.public_id}/", [met(number).public_id for number in (4, 3, 2, 1, 0)]


Made = Callable[[User], tuple[Client, str, list[str]]]
LISTS: dict[str, tuple[Made, str, str]] = {
    "a player's finished games": (finished_of, TABLE, "Pages: Latest games"),
    "games found": (searched, TABLE, "Pages: Games found"),
    "one's own finished games": (own_finished, TABLE, "Pages: Finished"),
    "open tables": (tables, TABLE, "Pages"),
    "notifications": (notifications, r'/notifications/open/\?key=([^"&]+)"', "Pages"),
    "one's own reports": (own_reports, r'<li class="card" id="([^"]+)"', "Pages"),
    "the queue of the desk": (queue, r'<h2><a href="/desk/reports/([^/"]+)/">', "Pages"),
    "players at the desk": (found_players, r'<li><span class="player">.*?/desk/players/([^/"]+)/', "Pages"),
    "the games of a rating": (history, r'<th scope="row"><a href="/games/([^/"]+)/"><time', "Pages: Pyramido, Live"),
    "opponents": (opponents, r'<tr><th scope="row">.*?/players/([^/"]+)/', "Pages: Results by opponent"),
}


@pytest.mark.parametrize("which", LISTS)
def test_a_list_is_read_to_its_end_and_back(which: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name in IN_PAGES:
        monkeypatch.setattr(module, name, 2)
    make, item, label = LISTS[which]
    client, address, expected = make(account("Anna"))
    pages = turned(client, address, item, label)
    assert [one for page in pages for one in page] == expected
    assert [len(page) for page in pages] == [2] * (len(expected) // 2) + [1] * (len(expected) % 2)
    parameter = {"opponents": "opponents", "the games of a rating": "pyramido-live-people"}.get(which, "cursor")
    unknown = client.get(address, {**client.get(address).wsgi_request.GET.dict(), parameter: "nowhere"})
    assert unknown.status_code == 400
